import { button, expect, load, month, submit, table, test, year } from './report.ts'

const DAILY = '/report/daily-report-minutes/mno-to-routelink'

test('route tabs and variants keep the choice and start with nothing loaded (spec 4.16)', async ({
  page,
}) => {
  await page.goto(DAILY)
  await load(page, { year: '2025', month: 'January' })
  await page.getByRole('link', { name: 'Routelink to MNO', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Daily Report - Minutes - Routelink to MNO',
  )
  await expect(table(page)).toHaveCount(0)
  await expect(year(page)).toHaveValue('2025')
  await expect(month(page)).toHaveValue('1')
  await button(page, 'Monthly Average').click()
  await expect(button(page, 'Monthly Average')).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/routelink-to-mno\?variant=monthly-average&year=2025/)
  await expect(month(page)).toHaveCount(0)
  await expect(year(page)).toHaveValue('2025')
  await expect(table(page)).toHaveCount(0)
  await submit(page)
  await expect(table(page)).toHaveAccessibleName('Routelink to MNO - Monthly Report Data - 2025')
})
