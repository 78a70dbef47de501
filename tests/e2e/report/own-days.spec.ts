import { readFile } from 'node:fs/promises'
import readXlsxFile from 'read-excel-file/node'
import { expect, signIn, test } from '../portal.ts'
import { month } from './report.ts'

const REPORT = '/report/daily-report-minutes/mno-to-routelink'

test("a report of months shows days of one's own, in table, chart, comparison and workbook", async ({
  page,
}) => {
  await signIn(page, 'analyst', `${REPORT}?year=2025&month=2&view=table`)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const rows = page.getByRole('table').locator('tbody tr')
  await expect(rows).toHaveCount(28)

  await test.step('the days of the month become a range that can be changed', async () => {
    await button('Choose days').press('Enter')
    await expect(button('Choose year and month')).toBeFocused()
    await expect(page.getByLabel('Days: From')).toHaveValue('2025-02-01')
    await page.getByLabel('To', { exact: true }).fill('2025-03-15')
    await expect(rows).toHaveCount(43)
    await expect(page.getByRole('row', { name: /^Total / })).toBeInViewport({ ratio: 0.9 })
    await expect(
      page.getByRole('heading', { name: 'MNO to Routelink - Daily Minutes Data - 2025-02-01 to 2025-03-15' }),
    ).toBeVisible()
    expect(new URL(page.url()).searchParams.get('days')).toBe('2025-02-01..2025-03-15')
  })

  await test.step('it is compared with as many days before', async () => {
    await page.getByLabel('Compare').selectOption('Previous period')
    await expect(page.getByRole('row', { name: /^2024-12-20 to 2025-01-31/ })).toBeVisible()
    await page.getByLabel('Compare').selectOption('')
  })

  await test.step('its workbook has the same days', async () => {
    const download = page.waitForEvent('download')
    await button('Download').click()
    const file = await download
    expect(file.suggestedFilename()).toBe('daily_report_mno_to_routelink_2025-02-01_2025-03-15.xlsx')
    const [sheet] = await readXlsxFile(await readFile(await file.path()))
    expect(sheet?.data.filter(([day]) => day instanceof Date)).toHaveLength(43)
  })

  await test.step('the address opens it again, the other tab has the same days', async () => {
    await page.reload()
    await expect(rows).toHaveCount(43)
    await page.getByRole('link', { name: 'Routelink to MNO' }).click()
    await expect(
      page.getByRole('heading', { name: /^Routelink to MNO - .* - 2025-02-01 to 2025-03-15$/ }),
    ).toBeVisible()
    await expect(rows).toHaveCount(43)
  })

  await test.step('the last days end with the last day with a record', async () => {
    await button('Last 7 days').click()
    await expect(page.getByLabel('To', { exact: true })).toHaveValue('2025-12-31')
    await expect(rows).toHaveCount(7)
    await button('View Chart').click()
    await expect(page.getByRole('img', { name: /2025-12-25 to 2025-12-31/ }).first()).toBeVisible()
  })

  await test.step('and back to the month of the last day', async () => {
    await button('Choose year and month').press('Enter')
    await expect(button('Choose days')).toBeFocused()
    await expect(month(page)).toHaveValue('12')
    expect(new URL(page.url()).searchParams.has('days')).toBe(false)
  })
})

test('a report of years shows months of two years, chosen as months, and only whole ones', async ({
  page,
}) => {
  await signIn(page, 'analyst', '/report/monthly-reports/mno-to-routelink?year=2025&view=table')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const rows = page.getByRole('table').locator('tbody tr')
  await button('Choose months').press('Enter')
  const from = page.getByLabel('Months: From')
  await expect(from).toHaveValue('2025-01')
  await expect(rows).toHaveCount(12)
  await button('Last 3 months').click()
  await expect(rows).toHaveCount(3)
  await from.fill('2024-11')
  await page.getByLabel('To', { exact: true }).fill('2025-02')
  await expect(rows).toHaveText([/^Nov 2024/, /^Dec 2024/, /^Jan 2025/, /^Feb 2025/])
  await page.goto('/report/monthly-reports/mno-to-routelink?days=2024-11-01..2025-02-15&view=table')
  await expect(page.getByText('Choose whole months, such as 2024-11-01 to 2025-02-28.')).toBeVisible()
  await button('Choose year').press('Enter')
  await expect(rows).toHaveCount(12)
})
