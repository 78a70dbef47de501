import { button, expect, month, type Page, table, test, year } from './report.ts'

const LOCAL = '/report/daily-local-exchange-traffic'
const back = (page: Page) => button(page, 'Previous period')
const on = (page: Page) => button(page, 'Next period')

for (const width of [1440, 1024, 390]) {
  test(`‹ and › load the period before and after, also in another year, at ${width} px (spec 4.24)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${LOCAL}?year=2025&month=2&view=table`)
    await expect(table(page)).toBeVisible()
    await back(page).click()
    await expect(table(page)).toHaveAccessibleName(/2025 January$/)
    await expect(back(page)).toHaveAttribute('title', '2024 December (Alt+Page Up)')
    await back(page).click()
    await expect(table(page)).toHaveAccessibleName(/2024 December$/)
    await expect(page).toHaveURL(/year=2024&month=12&view=table$/)
    await on(page).click()
    await expect(table(page)).toHaveAccessibleName(/2025 January$/)
    await expect(on(page)).toBeFocused()
    await page.goBack()
    await expect(table(page)).toHaveAccessibleName(/2024 December$/)
    await expect(year(page)).toHaveValue('2024')
    await expect(month(page)).toHaveValue('12')
  })
}

test('Alt with Page Up, Page Down and End does the same, from any control (spec 4.24)', async ({ page }) => {
  await page.goto(`${LOCAL}?year=2025&month=2&view=table`)
  await expect(back(page)).toBeVisible()
  await month(page).focus()
  await page.keyboard.press('Alt+PageUp')
  await expect(table(page)).toHaveAccessibleName(/2025 January$/)
  await page.keyboard.press('Alt+PageUp')
  await page.keyboard.press('Alt+PageUp')
  await expect(table(page)).toHaveAccessibleName(/2024 November$/)
  await page.keyboard.press('Alt+PageDown')
  await expect(table(page)).toHaveAccessibleName(/2024 December$/)
  await page.keyboard.press('Alt+End')
  await expect(table(page)).toHaveAccessibleName(/2025 December$/)
  await page.keyboard.press('Alt+End')
  await expect(page.getByText('This is the latest period with data.')).toBeVisible()
  await page.keyboard.press('Alt+PageDown')
  await expect(page.getByText('No later period can be chosen.')).toBeVisible()
})
