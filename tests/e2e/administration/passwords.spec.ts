import { expect, type Page, signIn, test, trySignIn } from '../portal.ts'
import { call, findRow, GOOD_PASSWORD, makeUser, open, uniqueUser } from './admin-actions.ts'

// Spec 7.23: the own password, also after one that an administrator has set.

const NEW = 'other-Harbour-9923'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page) => page.getByRole('heading', { name: 'Choose a new password' })

test('a password of an administrator is changed first, also after a reload', async ({
  page,
  openElsewhere,
}) => {
  await open(page, '/roles/system-user')
  const userId = uniqueUser()
  await makeUser(page, userId, 3, { isNew: true })
  const theirs = await openElsewhere()
  await theirs.goto('/report/daily-report-minutes')
  await trySignIn(theirs, userId, GOOD_PASSWORD)
  await expect(heading(theirs)).toBeVisible()
  await expect(theirs.getByRole('navigation')).toHaveCount(0)
  await expect(theirs.getByLabel('New Password', { exact: true })).toBeFocused()
  await theirs.reload()
  await expect(heading(theirs)).toBeVisible()

  const choose = async (password: string, again = password) => {
    await theirs.getByLabel('New Password', { exact: true }).fill(password)
    await theirs.getByLabel('Repeat New Password').fill(again)
    await button(theirs, 'Save password').click()
  }
  await choose(NEW, 'something else')
  const repeated = theirs.getByLabel('Repeat New Password')
  await expect(repeated).toHaveAccessibleDescription('The two new passwords differ.')
  await expect(repeated).toBeFocused()
  await choose('short')
  await expect(theirs.getByRole('alert')).toHaveText('The password must have 8 to 128 characters.')
  await choose(NEW)
  await expect(button(theirs, 'Logout')).toBeVisible()
  await expect(theirs).toHaveURL(/daily-report-minutes/)
  await expect(heading(theirs)).toHaveCount(0)
})

test('the own password is changed by keyboard alone, and ends other sessions', async ({
  page,
  openElsewhere,
}) => {
  await open(page, '/roles/system-user')
  const userId = uniqueUser()
  await makeUser(page, userId, 3)
  const [theirs, second] = [await openElsewhere(), await openElsewhere()]
  for (const one of [theirs, second]) await signIn(one, userId, '/test', GOOD_PASSWORD)

  await theirs.getByRole('button', { name: userId }).focus()
  await theirs.keyboard.press('Enter')
  await theirs.keyboard.press('Escape')
  await expect(theirs.getByRole('link', { name: 'Change password' })).toHaveCount(0)
  await theirs.keyboard.press('Enter')
  await theirs.keyboard.press('Tab')
  await theirs.keyboard.press('Enter')
  await expect(theirs).toHaveURL('/account/password')
  await expect(theirs.getByLabel('Current Password')).toBeFocused()
  const type = async (label: string, text: string) => {
    await theirs.getByLabel(label, { exact: true }).focus()
    await theirs.keyboard.type(text)
  }
  await type('Current Password', 'not this one')
  await type('New Password', NEW)
  await type('Repeat New Password', NEW)
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByRole('alert')).toHaveText('The current password is not correct.')
  await expect(theirs.getByLabel('Current Password')).toBeFocused()
  await theirs.keyboard.type(GOOD_PASSWORD)
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByRole('status')).toContainText('Password changed successfully!')
  await expect(theirs.getByLabel('Current Password')).toHaveValue('')

  expect((await call(theirs, 'GET', '/auth/permissions')).status).toBe(200)
  expect((await call(second, 'GET', '/auth/permissions')).status).toBe(401)
})

test('a made password is shown until it is saved, and opens (spec 2.11)', async ({ page, openElsewhere }) => {
  await open(page, '/roles/system-user')
  const userId = uniqueUser()
  await makeUser(page, userId, 3, { isNew: true })
  await page.reload()
  const made = page.locator('code')
  await button(page, 'Make a password').press('Enter')
  await expect(button(page, 'Copy')).toBeFocused()
  await expect(made).toHaveText(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(await made.innerText())
  await button(page, 'Reset').click()
  await expect(made).toHaveCount(0)
  const later = uniqueUser()
  await page.getByLabel('User ID').fill(later)
  await button(page, 'Make a password').click()
  const first = await made.innerText()
  await page.getByLabel('Role', { exact: true }).selectOption('analyst')
  await page.getByLabel('Email Id').fill('later@example.com')
  await button(page, 'Save').click()
  await expect(page.getByText(first)).toHaveCount(0)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')

  const row = await findRow(page, userId)
  await row.getByRole('button', { name: 'Reset Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset Password' })
  await dialog.getByRole('button', { name: 'Make a password' }).click()
  const password = await made.innerText()
  await dialog.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText(password)).toHaveCount(0)

  const theirs = await openElsewhere()
  await theirs.goto('/test')
  await trySignIn(theirs, userId, password)
  await expect(heading(theirs)).toBeVisible()
})
