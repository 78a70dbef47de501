import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '../portal.ts'
import { choose, openAll, right, RIGHTS } from './permission-actions.ts'
import { alert, button, call, makeRole, makeUser, open, status, unique, uniqueUser } from './admin-actions.ts'

const HISTORY = '/roles/history'

const faults = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

const table = (page: Page) => page.getByRole('table', { name: 'Who did what' })
const row = (page: Page, text: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByText(text, { exact: true }) })

test.describe('History (spec 2.24)', () => {
  test('says in words who changed which right, with the state before and after', async ({ page }) => {
    await open(page, RIGHTS)
    const name = unique('Auditor')
    await makeRole(page, name)
    await page.reload()
    await choose(page, 'Roles', name)
    await openAll(page)
    await right(page, 'Daily Local Exchange Traffic').click()
    await button(page, 'Save Changes').click()
    await expect(status(page)).toHaveText('Right saved successfully!')
    await right(page, 'Dashboard').click()
    await right(page, 'Daily Local Exchange Traffic').click()
    await button(page, 'Save Changes').click()
    await expect(status(page)).toHaveText('Right saved successfully!')

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
  })

  test('reverts a saved change of rights after a question, and not one that was changed since', async ({
    page,
    problems,
  }) => {
    problems.expect('status of 409')
    await open(page, RIGHTS)
    const name = unique('Reverted')
    await makeRole(page, name)
    await page.reload()
    await choose(page, 'Roles', name)
    await openAll(page)
    for (const item of ['Dashboard', 'Daily Report - Minutes']) {
      await right(page, item).click()
      await button(page, 'Save Changes').click()
      await expect(status(page)).toHaveText('Right saved successfully!')
      await button(page, 'Close message').click()
    }
    await page.goto(`${HISTORY}?subject=${encodeURIComponent(name)}`)
    const [last, first] = [
      row(page, `Changed the rights of role ${name}: added Reports, Daily Report - Minutes`),
      row(page, `Changed the rights of role ${name}: added BI Dashboard, Dashboard`),
    ]
    await button(first, 'Revert').click()
    const question = page.getByRole('alertdialog', { name: 'Revert this change of rights?' })
    await expect(button(question, 'Cancel')).toBeFocused()
    await button(question, 'Revert').click()
    await expect(alert(page)).toHaveText(
      'The rights of this role were changed since. Revert the last change first.',
    )
    await button(last, 'Revert').click()
    await expect(question).toContainText('Daily Report - Minutes')
    await button(question, 'Revert').click()
    await expect(status(page)).toHaveText('Rights reverted successfully!')
    await expect(
      row(page, `Reverted the rights of role ${name}: removed Reports, Daily Report - Minutes`),
    ).toContainText('administrator')
    await page.goto(RIGHTS)
    await choose(page, 'Roles', name)
    await openAll(page)
    await expect(right(page, 'Daily Report - Minutes')).not.toBeChecked()
    await expect(right(page, 'Dashboard')).toBeChecked()
  })

  test('is filtered by person, action, subject and period; the address has the filter', async ({ page }) => {
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
    await expect(table(page).getByRole('row').nth(1)).toBeVisible()
  })

  test('refuses a period that ends before it begins', async ({ page }) => {
    await open(page, HISTORY)
    await page.getByLabel('From').fill('2025-06-02')
    await page.getByLabel('To', { exact: true }).fill('2025-06-01')
    await button(page, 'Apply').click()
    await expect(page.getByText('The last day is before the first one.')).toBeVisible()
    await expect(page).toHaveURL(HISTORY)
  })

  test('is exported with its filter, as the API answers', async ({ page }) => {
    await open(page, HISTORY)
    const name = unique('Exported')
    await makeRole(page, name)
    await page.goto(`${HISTORY}?subject=${encodeURIComponent(name)}`)
    await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
    const downloading = page.waitForEvent('download')
    await button(page, 'Export CSV').click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^history_\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toBe('\uFEFFTime (UTC),Person,What happened,Event,Kind,Subject,Details,Address,Request')
    expect(lines[1]).toMatch(
      new RegExp(`^[^,]+,administrator,Created role ${name},role created,role,${name},`),
    )
    await page.goto(HISTORY)
    await expect(row(page, `Exported the history (subject: ${name})`)).toBeVisible()
  })

  test('a failed load offers Retry, and a failed export is reported', async ({ page, problems }) => {
    problems.expect('status of 500')
    let isFailing = true
    await page.route(
      (url) => url.pathname.startsWith('/v1/audit-events'),
      (route) =>
        isFailing
          ? route.fulfill({ status: 500, json: { success: false, message: '', records: [], totalCount: 0 } })
          : route.continue(),
    )
    await open(page, HISTORY)
    await expect(page.getByText('Nothing could be loaded.')).toBeVisible()
    await button(page, 'Export CSV').click()
    await expect(alert(page)).toHaveText('An error occurred while exporting the history.')
    isFailing = false
    await button(page, 'Retry').click()
    await expect(table(page)).toBeVisible()
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`History has no accessibility violation and does not scroll sideways, ${colorScheme}`, async ({
    page,
  }) => {
    test.setTimeout(90_000)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await open(page, HISTORY)
    const name = unique('W'.repeat(60))
    await makeRole(page, name.replaceAll(' ', ''), 'D'.repeat(300))
    await page.reload()
    await table(page).getByText('Details').first().click()
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await faults(page)).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
    }
  })
}

test('History shows who did what on a phone without a scroll to the side', async ({ page }) => {
  await open(page, HISTORY)
  const name = unique('Phone')
  await makeRole(page, name)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${HISTORY}?subject=${encodeURIComponent(name)}`)
  const sentence = table(page).getByText(`Created role ${name}`)
  await expect(sentence).toBeInViewport({ ratio: 1 })
  const person = table(page).getByText('administrator', { exact: true }).filter({ visible: true })
  await expect(person).toBeInViewport({ ratio: 1 })
})

test('History is used by keyboard alone', async ({ page }) => {
  await open(page, HISTORY)
  const name = unique('Keyboard')
  await makeRole(page, name)
  await page.getByLabel('Person').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  const summary = table(page).locator('summary')
  for (
    let step = 0;
    step < 20 && !(await summary.evaluate((node) => node === document.activeElement));
    step += 1
  ) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(table(page).getByRole('table', { name: 'Changes' })).toBeVisible()
})
