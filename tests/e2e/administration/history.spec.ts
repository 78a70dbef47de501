import { expect, type Page, test } from '../portal.ts'
import { choose, openAll, right, RIGHTS } from './permission-actions.ts'
import { button, call, makeRole, makeUser, open, status, unique, uniqueUser } from './admin-actions.ts'

const HISTORY = '/roles/history'

const table = (page: Page) => page.getByRole('table', { name: 'Who did what' })
const row = (page: Page, text: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByText(text, { exact: true }) })

test('says in words who changed which right (spec 2.24)', async ({ page }) => {
  await open(page, RIGHTS)
  const name = unique('Auditor')
  await makeRole(page, name)
  await page.reload()
  await choose(page, 'Roles', name)
  await openAll(page)
  for (const items of [['Daily Local Exchange Traffic'], ['Dashboard', 'Daily Local Exchange Traffic']]) {
    for (const item of items) await right(page, item).click()
    await button(page, 'Save Changes').click()
    await expect(status(page)).toHaveText('Right saved successfully!')
    await button(page, 'Close message').click()
  }

  await page.getByRole('link', { name: 'History', exact: true }).click()
  await expect(page).toHaveTitle('History')
  await expect(page.getByText('Portal Location | Roles > History')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Time (UTC)', 'Person', 'Action', 'Address'])
  const second = row(
    page,
    `Changed the rights of role ${name}: added Dashboard; removed Daily Local Exchange Traffic`,
  )
  await expect(second).toContainText('administrator')
  await expect(second.locator('time').first()).toHaveText(/^\d\d \w{3} \d{4}, \d\d:\d\d$/)
  await second.getByText('Details').click()
  const changes = second.getByRole('table', { name: 'Changes' })
  await expect(changes.getByRole('row').last().getByRole('cell')).toHaveText(
    ['BI Dashboard, Reports, Daily Local Exchange Traffic', 'BI Dashboard, Dashboard, Reports'].map(
      (text) => new RegExp(text.replaceAll(', ', '.*')),
    ),
  )
  await expect(second).toContainText(/Request [\da-f-]{36}/)

  await expect(
    row(
      page,
      `Changed the rights of role ${name}: added BI Dashboard, Reports, Daily Local Exchange Traffic`,
    ),
  ).toBeVisible()
})

test('is filtered by person, action, subject and period, which the address has (spec 2.24)', async ({
  page,
}) => {
  await open(page, HISTORY)
  const userId = uniqueUser()
  const roleId = await makeRole(page, unique('Filtered'))
  const id = await makeUser(page, userId, roleId, { isNew: true })
  await call(page, 'PUT', `/v1/system-users/${id}/status?status=Inactive`)
  await page.getByLabel('Subject').fill(userId)
  await page.getByLabel('Subject').press('Enter')
  await expect(page).toHaveURL(`${HISTORY}?subject=${userId}`)
  await expect(table(page).getByText(/^(Created|Deactivated) user/)).toHaveText([
    `Deactivated user ${userId}`,
    new RegExp(`^Created user ${userId} with role Filtered`),
  ])
  await page.getByLabel('Action').selectOption({ label: 'Created a user' })
  await page.getByLabel('Person').fill('Administrator')
  const today = new Date().toISOString().slice(0, 10)
  await page.getByLabel('From').fill(today)
  await page.getByLabel('To', { exact: true }).fill('2025-06-01')
  await button(page, 'Apply').click()
  await expect(page.getByText('The last day is before the first one.')).toBeVisible()
  await expect(page).toHaveURL(`${HISTORY}?subject=${userId}`)
  await page.getByLabel('To', { exact: true }).fill(today)
  await button(page, 'Apply').click()
  await expect(page).toHaveURL(
    `${HISTORY}?actor=Administrator&event=user+created&subject=${userId}&from=${today}&to=${today}`,
  )
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()

  await page.reload()
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await expect(page.getByLabel('Person')).toHaveValue('Administrator')
  await page.goBack()
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
  await expect(page.getByLabel('Person')).toHaveValue('')
  await page.getByLabel('Person').fill('nobody')
  await button(page, 'Apply').click()
  await expect(page.getByText('Nothing matches the filters.')).toBeVisible()
  await button(page, 'Clear').click()
  await expect(page).toHaveURL(HISTORY)
})
