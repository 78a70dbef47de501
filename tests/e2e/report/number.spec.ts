import { button, expect, link, type Page, table, test } from './report.ts'
import { idaToRoutelink } from './screens.ts'
import { serveWideTable, WIDE, wideValue } from './wide-table.ts'

// "What is this number?": by mouse and by keyboard alone, on a wide and on a narrow screen.

const address = link(idaToRoutelink, { view: 'table' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'What is this number?' })
const cell = (page: Page, row: string, text: string) =>
  table(page).getByRole('row', { name: row }).getByRole('cell', { name: text, exact: true })

/** The operands with their values, line by line. */
const operands = async (page: Page): Promise<string[]> =>
  (await dialog(page).locator('dl > div').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))

test('the heading of a computed column says its expression in words', async ({ page }) => {
  await page.goto(address)
  await expect(button(page, 'Grand Total')).toHaveAttribute('title', 'Grand Total\nsum of all series')
  await expect(button(page, 'Alpha')).toHaveAttribute('title', 'Alpha')
})

test('a double click on a number says how it is computed, of which numbers and records', async ({ page }) => {
  await page.goto(address)
  await cell(page, '2/1/2024', '210.50').dblclick()
  await expect(dialog(page)).toContainText('Grand Total: 210.50')
  await expect(dialog(page)).toContainText('Sum of all series.')
  expect(await operands(page)).toEqual(expect.arrayContaining(['Zeta Tel 10.50', 'Alpha 20.00']))
  await expect(dialog(page)).toContainText('Over the records of 2/1/2024, 2024 February.')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(button(page, 'Grand Total')).toBeFocused()
  await cell(page, 'Total', '22.25').dblclick()
  await expect(dialog(page)).toContainText('Alpha: 22.25')
  await expect(dialog(page)).toContainText('Sum of Alpha.')
  await expect(dialog(page)).toContainText('Over the records of all 2 rows, 2024 February.')
})

test('the menu of columns opens it by keyboard, for every row, and returns the focus', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(address)
  await button(page, 'Columns').focus()
  await page.keyboard.press('Enter')
  await button(page, 'What is Grand Total?').focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Grand Total: 224.75')
  expect(await operands(page)).toContain('Alpha 22.25')
  await dialog(page).getByLabel('Date').focus()
  await page.keyboard.press('ArrowDown')
  await expect(dialog(page)).toContainText('Over the records of 2/1/2024, 2024 February.')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Columns')).toBeFocused()
})

test('of a large table the number is that of the cell in view', async ({ page }) => {
  await serveWideTable(page, 120)
  await page.goto(`${WIDE}&view=table`)
  await expect(table(page)).toHaveClass(/windowed/)
  const text = wideValue(12, 2).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  await cell(page, '2/12/2024', text).first().dblclick()
  await expect(dialog(page)).toContainText(`: ${text}`)
  await expect(dialog(page)).toContainText('Over the records of 2/12/2024')
})
