import { button, chart, expect, load, table, test, year } from './report.ts'

const LOCAL = '/report/daily-local-exchange-traffic'

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
  await page.getByLabel('Name').fill('Shares of March')
  await page.getByLabel('Open this report with this view').check()
  await button(page, 'Save').click()
  await expect(page.getByText('View saved successfully!')).toBeVisible()

  await page.goto(LOCAL)
  await expect(page).toHaveURL(address)
  await expect(chart(page)).toHaveAccessibleName(/Pie Chart - 2025 March$/)
  await page.goto('/dashboard')
  await page
    .getByRole('region', { name: 'Your views' })
    .getByRole('link', { name: 'Shares of March' })
    .click()
  await expect(page).toHaveURL(address)

  await page.getByRole('button', { name: 'analyst' }).hover()
  await page.getByRole('link', { name: 'Your views' }).click()
  await page.getByRole('switch', { name: 'Shares of March opens with the report' }).click()
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
