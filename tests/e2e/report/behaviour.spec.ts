import { button, chart, choose, expect, load, month, table, test, year } from './report.ts'

const DAILY = '/report/daily-report-minutes/mno-to-routelink'

test('route tabs and variants keep the choice and load the shown view (spec 4.16)', async ({ page }) => {
  await page.goto(DAILY)
  await load(page, { year: '2025', month: 'January' })
  await page.getByRole('link', { name: 'Routelink to MNO', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Daily Report - Minutes - Routelink to MNO',
  )
  await expect(table(page)).toHaveAccessibleName('Routelink to MNO - Daily Minutes Data - 2025 January')
  await button(page, 'View Chart').click()
  await button(page, 'Bar').click()
  await button(page, 'Monthly Average').click()
  await expect(chart(page)).toHaveAccessibleName('Routelink to MNO - Monthly Daily Average Bar Chart - 2025')
  await expect(month(page)).toHaveCount(0)
  await button(page, 'Daily').click()
  await expect(chart(page)).toHaveAccessibleName('Routelink to MNO - Daily Minutes Bar Chart - 2025 January')
  await choose(page, { month: 'March' })
  await expect(chart(page)).toHaveAccessibleName('Routelink to MNO - Daily Minutes Bar Chart - 2025 March')
})

test('the next report offers the period that was chosen last, unloaded (spec 5.8)', async ({ page }) => {
  await page.goto(DAILY)
  await load(page, { year: '2024', month: 'February' })
  await page.getByRole('button', { name: 'Reports' }).hover()
  await page.getByRole('link', { name: 'Daily Local Exchange Traffic' }).click()
  await expect(year(page)).toHaveValue('2024')
  await expect(month(page)).toHaveValue('2')
  await expect(table(page)).toHaveCount(0)
  await page.reload()
  await expect(year(page)).toHaveValue('')
})

test('without a network a click on a tab keeps the table, and what was chosen loads with it again', async ({
  page,
  context,
  problems,
}) => {
  problems.expect('ERR_INTERNET_DISCONNECTED')
  await page.goto('/report/daily-report-minutes/mno-to-routelink?year=2025&month=3&view=table')
  await expect(table(page)).toHaveAccessibleName(/2025 March$/)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Routelink to MNO' }).click()
  await expect(page.getByText('You are offline. Submit again later.')).toBeVisible()
  await expect(table(page)).toHaveAccessibleName(/2025 March$/)
  await expect(page).toHaveURL(/mno-to-routelink/)
  await month(page).selectOption('February')
  await expect(page.locator('[data-banner]')).toHaveText('You are offline. Submit again later.')
  await expect(table(page)).toHaveAccessibleName(/2025 March$/)
  await context.setOffline(false)
  await expect(table(page)).toHaveAccessibleName(/2025 February$/)
})
