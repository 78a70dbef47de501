import { expect, signIn, test } from '../portal.ts'
import { button, fileOf } from '../report/report.ts'
import { beginWith, goToLine, SLOW } from './studio.ts'

test.setTimeout(120_000)
const AFTER_LABEL = '", "permission": 123, "order": 33 },'

test('a new report leads to its picture by keyboard alone, within the policy', async ({ page }) => {
  const text = await beginWith(page, 'minutes-trend')
  await expect(page.getByText('Minutes Trend (minutes-trend) is a new report.')).toBeVisible()
  await goToLine(page, text, '"menu"', AFTER_LABEL)
  await page.keyboard.type(' of Day')
  await expect(page.getByRole('table', { name: /Minutes Trend of Day/ })).toBeVisible(SLOW)
  const problems = page.getByRole('region', { name: 'Problems' })
  await expect(problems).toHaveCount(0)
  const change = page.getByRole('region', { name: 'Difference to what runs' })
  await expect(change).toContainText('Role superadmin (1 user) gains access to Minutes Trend of Day.')
  await button(page, 'View Chart').press('Enter')
  await expect(page.locator('.vega-embed svg').first()).toBeVisible(SLOW)
})

test('a file becomes a table and a report, after its question, by keyboard alone', async ({
  page,
  problems,
}) => {
  problems.expect('status of 400')
  await signIn(page, 'superadmin', '/studio/file')
  const begin = button(page, 'Begin with this file')
  await page.getByLabel('Or paste CSV with its headings').fill('Day,Minutes\n01/04/2025,10\n02/04/2025,12')
  const dayFirst = page.getByRole('radio', { name: 'day first' })
  await page.getByRole('radio', { name: 'month first' }).press('Space')
  await expect(begin).toBeEnabled(SLOW)
  await dayFirst.press('Space')
  const name = page.getByLabel('Name of the table and the report')
  await name.fill('monthly-report')
  await name.press('Enter')
  await expect(page.getByText('There is a report or a table monthly-report.')).toBeVisible()
  await expect(begin).toBeDisabled()
  await expect(dayFirst).toBeChecked()
  await name.fill('Test Calls')
  await name.press('Tab')
  await expect(begin).toBeEnabled(SLOW)
  await name.fill('Test Calls 2')
  await begin.press('Enter')
  await expect(page.getByRole('table', { name: /Test Calls 2.*2025 April/ })).toContainText('22', SLOW)
  await expect(page.getByText('Test Calls 2 (test-calls-2) is a new report.')).toBeVisible()
})

test('a draft is renamed by its id, by keyboard alone', async ({ page }) => {
  const text = await beginWith(page, 'minutes-trend')
  await goToLine(page, text, '"id"', '",')
  await page.keyboard.type('-of-mine')
  await expect(page.getByRole('region', { name: 'Problems' })).toContainText('id-file')
  await button(page, 'Rename to minutes-trend-of-mine').press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report minutes-trend-of-mine')
  await expect(page.getByRole('table', { name: /Minutes Trend/ })).toBeVisible(SLOW)
  await expect(page.getByRole('region', { name: 'Problems' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Definitions' }).press('Enter')
  await expect(page.getByRole('rowheader', { name: 'minutes-trend', exact: true })).toHaveCount(0)
})

test('a mistake is explained, and its fix is one key', async ({ page }) => {
  const text = await beginWith(page, 'minutes-trend')
  await goToLine(page, text, 'window(', '), 7, day)",')
  await page.keyboard.press('Backspace')
  const problems = page.getByRole('region', { name: 'Problems' })
  await expect(problems).toContainText("'minute' is not")
  await expect(problems).toContainText("did you mean 'minutes'?")
  await problems.getByText('expression', { exact: true }).press('Enter')
  await expect(problems).toContainText('An expression names columns or measures that exist')
  await expect(page.getByRole('table', { name: /Minutes/ })).toBeVisible()
  const stale = page.getByText('The last valid state is shown, because the draft has errors.')
  await expect(stale).toBeVisible()
  const change = page.getByRole('region', { name: 'Difference to what runs' })
  await expect(change.getByText('Not compared: the draft has errors.')).toBeVisible()
  await expect(change).not.toContainText('Nobody.')
  await page.evaluate(() => window.scrollTo(0, 0))
  await button(page, '1 error').press('Enter')
  await expect(problems.getByRole('listitem')).toBeInViewport()
  await expect(problems.getByRole('button', { name: /^Line/ })).toBeFocused()
  await problems.getByRole('button', { name: 'Fix: minutes' }).press('Enter')
  await expect(problems).toHaveCount(0)
  await expect(text).toBeFocused()
  await expect(stale).toHaveCount(0)
})

test('keys of the schema and names of the table are completed', async ({ page }) => {
  const text = await beginWith(page, 'minutes-trend')
  await goToLine(page, text, 'window(', '), 7, day)",')
  for (let letter = 0; letter < 'tes'.length; letter++) await page.keyboard.press('Backspace')
  await page.keyboard.press('Control+Space')
  await page.getByRole('option', { name: 'minutes' }).waitFor()
  await page.keyboard.press('Enter')
  await expect(text).toContainText('window(mean(minutes), 7, day)')

  await goToLine(page, text, '"selectors"', '')
  await page.keyboard.press('Enter')
  await page.keyboard.type('"highl')
  await page.getByRole('option', { name: 'highlights' }).waitFor()
  await page.keyboard.press('Enter')
  await expect(text).toContainText('"highlights": [],')
})

test('states are shown on demand', async ({ page }) => {
  await beginWith(page, 'minutes-trend')
  const state = page.getByLabel('State', { exact: true })
  await state.selectOption('Empty')
  await expect(page.getByText(/No data|no records/i).first()).toBeVisible(SLOW)
  await state.selectOption('Error')
  await expect(page.getByText('An example of an error.').first()).toBeVisible(SLOW)
  await state.selectOption('Loading')
  await expect(page.getByText('Loading...').first()).toBeVisible()
})

test('all definitions are listed with state and users, and saved as SARIF', async ({ page }) => {
  await signIn(page, 'superadmin', '/studio')
  const row = page.getByRole('table', { name: 'Tables' }).getByRole('row', { name: /^monthly-reports/ })
  await expect(row).toContainText('Valid', SLOW)
  await expect(row).toContainText('reports/monthly-report')
  await expect(page.getByRole('row', { name: /^monthly-report / })).toContainText(
    'Monthly Report - Daily Average',
  )
  await expect(page.getByRole('main')).not.toContainText('{')
  await page.getByRole('searchbox', { name: 'Search definitions' }).fill('exchange')
  await expect(page.getByRole('table', { name: 'Reports' }).getByRole('rowheader')).toHaveText([
    'daily-international-exchange-traffic',
    'daily-local-exchange-traffic',
  ])
  await page.getByRole('link', { name: 'Problems' }).click()
  await expect(page.getByText('All definitions are valid.')).toBeVisible()
  const { bytes } = await fileOf(page, () => button(page, 'Download SARIF').click())
  expect(JSON.parse(bytes.toString('utf8'))).toMatchObject({ version: '2.1.0' })
})

test('pasted records are read with their questions, and shown by the screen', async ({ page }) => {
  await beginWith(page, 'minutes-trend')
  await page.getByLabel('Records', { exact: true }).selectOption('Pasted')
  const text = page.getByLabel('Or paste CSV with its headings')
  await text.fill('day,minutes\n01/04/2025,1234.5\n02/04/2025,20\n')
  const dayFirst = page.getByRole('radio', { name: /DD\/MM\/YYYY/ })
  await dayFirst.press('Space')
  await expect(page.getByRole('table', { name: 'What the file contains' })).toContainText('amount minutes')
  await expect(page.getByRole('table', { name: /Minutes Trend.*2025 April/ })).toContainText('1,235', SLOW)
  await page.getByLabel('Width', { exact: true }).selectOption('Narrow (390 px)')
  await expect(page.getByRole('table', { name: /2025 April/ })).toBeVisible()
})

test('a saved draft has an address that opens it, until its author removes it', async ({
  page,
  openElsewhere,
}) => {
  const text = await beginWith(page, 'minutes-trend')
  await goToLine(page, text, '"menu"', AFTER_LABEL)
  await page.keyboard.type(' of Day')
  await button(page, 'Save draft').press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('It saves')
  await dialog.getByRole('button', { name: 'Save draft' }).press('Enter')
  const address = (await dialog.getByText('/studio/drafts/').textContent()) ?? ''
  const elsewhere = await openElsewhere()
  await signIn(elsewhere, 'superadmin', new URL(address).pathname)
  await expect(elsewhere.getByRole('table', { name: /Minutes Trend of Day/ })).toBeVisible(SLOW)
  await button(page, 'Close').press('Enter')
  await page.getByRole('link', { name: 'Definitions' }).press('Enter')
  const row = page.getByRole('row', { name: /^\d+: reports\/minutes-trend\.json superadmin/ })
  await row.getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(row).toHaveCount(0)
  await elsewhere.goto(new URL(address).pathname)
  await expect(elsewhere.getByText('There is no such draft. It may have ended.')).toBeVisible()
})

test('a draft that breaks another file says so, and outlives a new sign-in', async ({ page }) => {
  const address = '/studio/reports/daily-report-minutes'
  await signIn(page, 'superadmin', address)
  const text = page.getByRole('textbox', { name: 'Text of reports/daily-report-minutes.json' })
  await expect(page.getByRole('main').locator('output', { hasText: 'Valid' })).toBeVisible(SLOW)
  await goToLine(page, text, '"menu"', ', "order": 2 },')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('8')
  await expect(button(page, '1 error')).toBeVisible(SLOW)
  const problem = page.getByRole('region', { name: 'Problems' }).getByRole('listitem')
  await expect(problem).toContainText("'18' is already used by 'daily-report-minutes'")
  await expect(problem.getByRole('link', { name: 'reports/daily-international-minutes.json' })).toBeVisible()
  await signIn(page, 'superadmin', address)
  await expect(text).toContainText('"permission": 18')
  await expect(button(page, '1 error')).toBeVisible(SLOW)
  await button(page, 'Restore').press('Enter')
  await expect(page.getByRole('main').locator('output', { hasText: 'Valid' })).toBeVisible(SLOW)
  await page.reload()
  await expect(text).toContainText('"permission": 17', SLOW)
})

test('a text that is too large is refused at once, and a wrong address says so', async ({ page }) => {
  const text = await beginWith(page, 'minutes-trend')
  const large = 'x'.repeat(1_500_000)
  const refusal = page.getByText('The text is larger than 1.4 MB.')
  await text.press('Control+Home')
  await page.keyboard.insertText(large)
  await expect(refusal).toBeVisible()
  await expect(page.getByRole('main').locator('output', { hasText: 'Valid' })).toBeVisible(SLOW)
  await page.getByLabel('Records', { exact: true }).selectOption('Pasted')
  const pasted = page.getByLabel('Or paste CSV with its headings')
  await pasted.fill(large)
  await expect(refusal.first()).toBeVisible()
  await expect(pasted).toHaveValue('')
  await page.goto('/studio/drafts/%00')
  await expect(page.getByText('There is no such draft.')).toBeVisible(SLOW)
})

test('a table of the portal becomes a report by one key', async ({ page }) => {
  await signIn(page, 'superadmin', '/studio/datasets/daily-reports')
  await button(page, 'New report').press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report daily-reports-report')
  await expect(page.getByRole('main').getByRole('table').first()).toBeVisible(SLOW)
  await expect(page.getByRole('main').locator('output', { hasText: 'Valid' })).toBeVisible(SLOW)
})
