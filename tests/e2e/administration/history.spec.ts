import { expect, type Page, signIn, test } from '../portal.ts'
import { button, call, makeRole, makeUser, open, unique, uniqueUser } from './admin-actions.ts'

const HISTORY = '/roles/history'

const table = (page: Page) => page.getByRole('table', { name: 'Who did what' })

test('is filtered by person, action, subject and period, as the address (spec 2.24)', async ({ page }) => {
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
  await button(page, 'Clear').click()
  await expect(page).toHaveURL(HISTORY)
})

test('an entry says who changed what, and is undone; all are saved as a file (spec 2.24)', async ({
  page,
}) => {
  await open(page, HISTORY)
  const name = unique('Undone')
  const id = await makeRole(page, name, 'As it was')
  await call(page, 'PUT', `/v1/role-master/${id}`, { description: 'As it is' })
  await page.goto(`${HISTORY}?subject=${encodeURIComponent(name)}`)
  await expect(page).toHaveTitle('History')
  await expect(page.getByText('Portal Location | Roles > History')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Time (UTC)', 'Person', 'Action', 'Address'])
  const changed = table(page)
    .getByRole('row')
    .filter({ has: page.getByText(`Changed role ${name}: Description`, { exact: true }) })
  await expect(changed).toContainText('administrator')
  await expect(changed.locator('time').first()).toHaveText(/^\d\d \w{3} \d{4}, \d\d:\d\d$/)
  await changed.getByText('Details').click()
  const changes = changed.getByRole('table', { name: 'Changes' })
  await expect(changes.getByRole('cell')).toHaveText(['As it was', 'As it is'])
  await expect(changed).toContainText(/Request [\da-f-]{36}/)
  await button(changed, 'Undo').click()
  const question = page.getByRole('alertdialog', { name: 'Undo this change?' })
  await expect(question).toContainText(`Changed role ${name}: Description.`)
  await button(question, 'Undo').click()
  await expect(page.getByRole('status')).toHaveText('Change undone successfully!')
  await expect(changed).toHaveCount(2)

  const saving = page.waitForEvent('download')
  await button(page, 'Export CSV').click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^history_20\d\d-\d\d-\d\d\.csv$/)
  let text = ''
  for await (const part of await download.createReadStream()) text += String(part)
  // Of three events, without those that the filter leaves out.
  expect(text.trimEnd().split('\n')).toHaveLength(4)

  await changed
    .last()
    .getByRole('link', { name: `Show ${name}` })
    .click()
  await expect(page).toHaveURL(`/roles?search=${encodeURIComponent(name)}`)
  await expect(page.getByRole('rowheader')).toHaveText([name])
  await expect(page.getByRole('row').last()).toContainText('As it was')
})

/** Answers with one event, and opens its details. */
async function showEvent(page: Page, event: object) {
  const at = '2025-06-02T08:00:00.000Z'
  const records = [{ id: 1, at, actor: 'superadmin', address: null, requestId: 'r-1', ...event }]
  const body = { success: true, message: '', records, totalCount: 1 }
  await page.route('**/v1/audit-events?*', (route) => route.fulfill({ json: body }))
  await open(page, HISTORY)
  await table(page).getByText('Details').click()
}

test('an event has no link to a page that the reader may not open', async ({ page }) => {
  const link = page.getByRole('link', { name: 'Show daily-reports' })
  await showEvent(page, {
    event: 'records imported',
    subjectKind: 'dataset',
    subject: 'daily-reports',
    details: { file: 'march.csv', added: 2 },
  })
  await expect(page.getByText('Request r-1')).toBeVisible()
  await expect(link).toHaveCount(0)
  await signIn(page, 'superadmin', HISTORY)
  await table(page).getByText('Details').click()
  await expect(link).toBeVisible()
})

test('a note and an export lead to their report', async ({ page }) => {
  const subject = 'Daily Local Exchange Traffic'
  const link = page.getByRole('link', { name: `Show ${subject}` })
  for (const event of [
    {
      event: 'note created',
      subjectKind: 'note',
      details: { note: 1, place: 'report/daily-local-exchange-traffic' },
    },
    { event: 'report exported', subjectKind: 'report', details: { report: 'daily-local-exchange-traffic' } },
  ]) {
    await showEvent(page, { ...event, subject })
    await expect(link).toHaveAttribute('href', '/report/daily-local-exchange-traffic')
    await page.unrouteAll()
  }
})

test('long values of a change are shown whole on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await showEvent(page, {
    event: 'user updated',
    subjectKind: 'user',
    subject: 'ada',
    details: {
      before: { emailId: 'ada.lovelace@analytical-engines.example.com' },
      after: { emailId: 'ada.king@analytical-engines.example.com' },
    },
  })
  const cell = page.getByRole('cell', { name: 'ada.king@analytical-engines.example.com', exact: true })
  const box = await cell.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390 - 16)
})
