import { expect, signIn, test } from '../portal.ts'
import { beginWith, SLOW } from './studio.ts'

test.setTimeout(120_000)

test('a report is shown as tiles and as its mail, without a breach of the policy', async ({ page }) => {
  await beginWith(page, 'minutes-trend')
  const show = page.getByLabel('Show', { exact: true })
  await show.selectOption('Tiles')
  const tiles = page.getByRole('main').locator('.dashboard-grid > li')
  await expect(tiles).toHaveCount(3, SLOW)
  await expect(tiles.nth(0)).toContainText('Minutes Trend', SLOW)
  await expect(tiles.nth(1).locator('.vega-embed svg')).toBeVisible(SLOW)
  await expect(tiles.nth(2).getByRole('table')).toBeVisible()
  await page.getByLabel('State', { exact: true }).selectOption('Error')
  await expect(page.getByText('Its figures could not be loaded').first()).toBeVisible(SLOW)
  await show.selectOption('Mail')
  const mail = page.getByRole('region', { name: /^Subject: Minutes Trend/ })
  await expect(mail.getByRole('heading', { level: 1, name: /Minutes Trend/ })).toHaveCSS(
    'font-size',
    '20px',
    SLOW,
  )
  await expect(mail.getByRole('img', { name: /^Chart: Minutes Trend/ })).toHaveJSProperty(
    'naturalWidth',
    1280,
  )
  await expect(mail).toContainText('superadmin has this mail sent to you')
  await expect(mail).toContainText('Attached:')
})

test('a dashboard is shown as its tiles and as its mail', async ({ page }) => {
  await signIn(page, 'superadmin', '/studio/dashboards/operations')
  await expect(page.getByRole('main').locator('.dashboard-grid > li').first()).toContainText('M', SLOW)
  await page.getByLabel('Show', { exact: true }).selectOption('Mail')
  await expect(page.getByRole('region', { name: 'Subject: Operations' })).toContainText('Grand Total', SLOW)
})

test('a preview over stored records has them again after a reload', async ({ page }) => {
  await signIn(page, 'superadmin', '/studio/reports/monthly-report?view=table')
  const records = page.getByLabel('Records', { exact: true })
  await records.selectOption('Stored')
  await page.getByLabel('Choose Year').selectOption('2024')
  await page.getByRole('button', { name: 'Submit' }).press('Enter')
  const table = page.getByRole('main').getByRole('table').first()
  await expect(table).toBeVisible(SLOW)
  await page.reload()
  await expect(table).toBeVisible(SLOW)
  await expect(records).toHaveValue('stored')
})

test('a report whose records decide its series is shown with many', async ({ page }) => {
  await beginWith(page, 'number-portability')
  const headers = page.getByRole('main').getByRole('columnheader')
  await expect(headers.first()).toBeVisible(SLOW)
  const count = await headers.count()
  await page.getByLabel('State', { exact: true }).selectOption('Many series')
  await expect.poll(() => headers.count(), SLOW).toBeGreaterThan(count * 4)
})

test('a dropped file is read as an import reads it: its bytes, with a question', async ({ page }) => {
  await beginWith(page, 'minutes-trend')
  await page.getByLabel('Records', { exact: true }).selectOption('Pasted')
  const drop = page.getByText('or drop it here: .csv or .xlsx, at most 1.4 MB')
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    // In Windows-1252 `ü` is one byte, which is no UTF-8.
    const [start, end] = ['# F', 'r\nday,minutes\n2025-04-13,1234.5\n2025-04-14,20\n']
    transfer.items.add(new File([start, new Uint8Array([0xfc]), end], 'april.csv'))
    return transfer
  })
  await drop.dispatchEvent('drop', { dataTransfer: files })
  await expect(page.getByText('april.csv')).toBeVisible()
  await page.getByRole('radio', { name: /Windows-1252/ }).press('Space')
  await expect(page.getByRole('table', { name: /Minutes Trend.*2025 April/ })).toContainText('1,235', SLOW)
})

test('a definition of another API leads to its picture by keyboard alone', async ({ page }) => {
  await signIn(page, 'superadmin', '/studio/examples')
  await page.getByRole('button', { name: 'Begin with network-quality' }).press('Enter')
  const problems = page.getByRole('region', { name: 'Problems' })
  await expect(problems).toContainText('no dataset serves GET /quality/regions', SLOW)
  const region = page.getByLabel('Choose Region')
  await expect(region.getByRole('option', { name: 'Choice A' })).toBeAttached(SLOW)
  await region.press('ArrowDown')
  await page.getByLabel('Choose Year').press('ArrowDown')
  await page.getByRole('button', { name: 'Submit' }).press('Enter')
  const table = page.getByRole('table', { name: 'Voice in Choice A - 2026' })
  await expect(table.getByRole('row', { name: /^Name B/ })).toBeVisible(SLOW)

  await page.getByText('Answers of the API: an example, or yours').press('Enter')
  const answer = page.getByLabel(/^GET \/quality\/voice/)
  await answer.press('Control+A')
  const sites = '[{ "site": "Ikeja", "rf_drops": 3, "attempts": 60 }]'
  await page.keyboard.insertText(`{ "success": true, "payload": { "places": ${sites} } }`)
  await expect(
    page.getByText('"data.recordsPath" says that the answer has a list of records at payload.sites.').first(),
  ).toBeVisible(SLOW)
  await answer.press('Control+A')
  await page.keyboard.insertText(`{ "success": true, "payload": { "sites": ${sites} } }`)
  await expect(table.getByRole('row', { name: /^Ikeja/ })).toContainText('5.00%', SLOW)
  await page.getByRole('button', { name: 'View Chart' }).press('Enter')
  await expect(page.locator('.vega-embed svg').first()).toBeVisible(SLOW)
})
