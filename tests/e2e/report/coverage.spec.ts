import { datasetOf } from '../../support/stored-records.ts'
import { expect, signIn, testOn } from '../portal.ts'
import { startServer } from '../server.ts'
import { button, load, table, year } from './report.ts'

const LOCAL = '/report/daily-local-exchange-traffic'
const fields = datasetOf('local-exchange-traffic').measures.map(({ field }) => field)
const test = testOn(() => startServer())
const file = {
  name: 'january.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      ['Date', ...fields],
      ['2026-01-05', ...fields.map(() => '1.5')],
    ]
      .map((cells) => cells.join())
      .join('\n'),
  ),
}

test('an imported year is offered too, with who imported it (spec 5.8, 7.30)', async ({ other, browser }) => {
  const page = await (await browser.newContext({ baseURL: other.url })).newPage()
  await signIn(page, 'superadmin', '/roles/data')
  await page.getByLabel('Table', { exact: true }).selectOption('local-exchange-traffic')
  await page.getByLabel('File to import').setInputFiles(file)
  await expect(page.getByRole('region', { name: 'The difference to what is stored' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Import', exact: true }).last().click()
  await expect(page.getByRole('status').filter({ hasText: 'stored successfully!' })).toBeVisible()
  await page.goto(LOCAL)
  await expect(year(page).getByRole('option')).toHaveText(['Select year', '2026', '2025', '2024'])
  await load(page, { year: '2026', month: 'January' })
  await expect(table(page)).toHaveAccessibleName('Daily Local Exchange Traffic Data - 2026 January')
  const line = page.getByText(
    /^The report has records until 5 January 2026\. Its last import: .*, by superadmin from january\.csv\.$/,
  )
  await expect(line).toBeVisible()
  await button(page, 'View Chart').click()
  await expect(line).toBeVisible()
  await page.context().close()
})
