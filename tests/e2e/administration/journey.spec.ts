import { expect, test, trySignIn } from '../portal.ts'
import { choose, openAll, right, RIGHTS } from './permission-actions.ts'
import { button, call, GOOD_PASSWORD, open, unique, uniqueUser } from './admin-actions.ts'

test('a new user sees exactly the reports of the role (spec 6.3)', async ({
  page,
  openElsewhere,
  problems,
}) => {
  test.setTimeout(90_000)
  problems.expect('403')
  const [role, userId] = [unique('Two reports'), uniqueUser()]

  await open(page, '/roles')
  await page.getByLabel('Role Name').fill(role)
  await page.getByLabel('Description').fill('May read two reports')
  await button(page, 'Save').click()
  await expect(page.getByLabel('Role Name')).toHaveValue('')

  const tabs = page.getByRole('navigation', { name: 'Administration' })
  await tabs.getByRole('link', { name: 'Rights Administration' }).click()
  await choose(page, 'Roles', role)
  await openAll(page)
  await right(page, 'Daily Report - Minutes').click()
  await right(page, 'Daily Local Exchange Traffic').click()
  await button(page, 'Save Changes').click()
  await expect(page.getByText('unsaved change')).toHaveCount(0)

  await tabs.getByRole('link', { name: 'System Users' }).click()
  await page.getByLabel('User ID').fill(userId)
  await page.getByLabel('Password', { exact: true }).fill(GOOD_PASSWORD)
  await page.getByLabel('Role', { exact: true }).selectOption({ label: role })
  await page.getByLabel('Email Id').fill(`${userId}@portal.example`)
  await button(page, 'Save').click()
  await expect(page.getByLabel('User ID')).toHaveValue('')

  const theirs = await openElsewhere()
  problems.watch(theirs.context())
  await theirs.goto('/login')
  await trySignIn(theirs, userId, GOOD_PASSWORD)
  await theirs.getByLabel('New Password', { exact: true }).fill('other-Harbour-9923')
  await theirs.getByLabel('Repeat New Password').fill('other-Harbour-9923')
  await button(theirs, 'Save password').click()
  const menu = theirs.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('button', { name: 'Reports' }).click()
  await expect(menu.getByRole('link')).toHaveText(['Daily Report - Minutes', 'Daily Local Exchange Traffic'])
  await expect(menu.getByRole('button')).toHaveText(['Reports'])
  await menu.getByRole('link', { name: 'Daily Local Exchange Traffic' }).click()
  await expect(theirs).toHaveTitle('Daily Local Exchange Traffic')

  await tabs.getByRole('link', { name: 'Rights Administration' }).click()
  await choose(page, 'Roles', role)
  await openAll(page)
  await right(page, 'Daily Local Exchange Traffic').click()
  await button(page, 'Save Changes').click()
  await expect(page.getByText('unsaved change')).toHaveCount(0)

  await theirs.reload()
  await expect(theirs.getByText('You do not have access to this page.')).toBeVisible()
  await menu.getByRole('button', { name: 'Reports' }).click()
  await expect(menu.getByRole('link')).toHaveText(['Daily Report - Minutes'])
  await theirs.goto('/report/daily-local-exchange-traffic')
  await expect(theirs.getByText('You do not have access to this page.')).toBeVisible()
  expect((await call(theirs, 'GET', '/v1/local-exchange-traffic/2025/3')).status).toBe(403)
  await theirs.goto(RIGHTS)
  await expect(theirs.getByText('You do not have access to this page.')).toBeVisible()
})
