import { button, chart, expect, load, table, test, year } from './report.ts'

const LOCAL = '/report/daily-local-exchange-traffic'
/** As long as a name can be, without a blank. */
const NAME = 'SharesOfMarch'.padEnd(100, '2025')

test('a view is named, opens with its report, and is removed (spec 7.31)', async ({ page }) => {
  await page.goto(LOCAL)
  await load(page, { year: '2025', month: 'March' })
  await button(page, 'View Chart').click()
  await button(page, 'Pie Chart').click()
  await expect(page).toHaveURL(/chart=pie/)
  const address = page.url()
  await button(page, 'Save view').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Enter a name.')
  await page.getByLabel('Name').fill(NAME)
  await page.getByLabel('Open this report with this view').check()
  await button(page, 'Save').click()
  await expect(page.getByText('View saved successfully!')).toBeVisible()

  await page.goto(LOCAL)
  await expect(page).toHaveURL(address)
  await expect(chart(page)).toHaveAccessibleName(/Pie Chart - 2025 March$/)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Your views' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('region', { name: 'Your views' }).getByRole('link', { name: NAME }).click()
  await expect(page).toHaveURL(address)

  await page.getByRole('button', { name: 'analyst' }).hover()
  await page.getByRole('link', { name: 'Your views' }).click()
  await page.getByRole('switch', { name: `${NAME} opens with the report` }).click()
  await expect(page.getByRole('status').filter({ hasText: 'View saved successfully!' })).toBeVisible()
  await page.goto(LOCAL)
  await expect(year(page)).toHaveValue('')
  await expect(chart(page).or(table(page))).toHaveCount(0)
  await page.goto('/account/views')
  await button(page, 'Remove').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('View removed successfully!')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Your views' })).toHaveCount(0)
})

test('the default view opens from the menu right after it was saved, and from the address of its tab', async ({
  page,
}) => {
  const path = '/report/daily-report-minutes/routelink-to-mno'
  await page.goto(`${path}?year=2025&month=3&view=table`)
  await expect(table(page)).toBeVisible()
  const address = page.url()
  await button(page, 'Save view').click()
  await page.getByLabel('Name').fill('March back')
  await page.getByLabel('Open this report with this view').check()
  await button(page, 'Save').click()
  await expect(page.getByText('View saved successfully!')).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('button', { name: 'Reports' }).hover()
  await menu.getByRole('link', { name: 'Daily Report - Minutes', exact: true }).click()
  await expect(table(page)).toHaveAccessibleName(/2025 March$/)
  await expect(page).toHaveURL(address)
  await page.goto(path)
  await expect(page).toHaveURL(address)
  const other = '/report/daily-report-minutes/mno-to-routelink'
  await page.goto(other)
  await expect(page.getByText('Choose year and month, then Submit.')).toBeVisible()
  await expect(page).toHaveURL(other)
})
