import type { Locator } from '@playwright/test'
import { button, cells, chart, expect, keys, link, type Page, series, table, test, year } from './report.ts'
import { dailyMinutes, localExchange, monthlyReport, routelinkToMno } from './screens.ts'

const COLUMNS = 'Columns'
const focused = (of: Locator) => of.evaluate((element) => element === document.activeElement)

/** Presses Tab until a control has the focus. */
const tabTo = async (page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
  for (let steps = 0; steps < 80 && !(await focused(control)); steps += 1) await page.keyboard.press(key)
  await expect(control).toBeFocused()
}

test('a report can be operated by the keyboard alone, from choice to file', async ({ page }) => {
  const { keyboard } = page
  await page.goto('/report/daily-local-exchange-traffic')
  await tabTo(page, year(page))
  await keyboard.type('2025')
  await keyboard.press('Tab')
  await keyboard.type('Mar')
  await tabTo(page, button(page, 'Submit'))
  await keyboard.press('Enter')
  await expect(table(page)).toBeVisible()

  const total = await page.locator('tfoot').textContent()
  const before = await keys(table(page))
  const grandTotal = page.getByRole('columnheader', { name: 'Grand Total' })
  await tabTo(page, grandTotal.getByRole('button'))
  await keyboard.press('Enter')
  await expect(grandTotal).toHaveAttribute('aria-sort', 'ascending')
  const sums = (await cells(table(page))).slice(1, -1).map((line) => Number(line.at(-1)?.replaceAll(',', '')))
  expect(sums).toEqual(sums.toSorted((a, b) => a - b))
  await keyboard.press('Space')
  await expect(grandTotal).toHaveAttribute('aria-sort', 'descending')
  await keyboard.press('Enter')
  await expect(grandTotal).toHaveAttribute('aria-sort', 'none')
  expect(await keys(table(page))).toEqual(before)
  expect(await page.locator('tfoot').textContent()).toBe(total)

  await keyboard.press('Shift+Tab')
  const columns = page.getByRole('button', { name: COLUMNS })
  await tabTo(page, columns, 'Shift+Tab')
  await keyboard.press('Enter')
  await tabTo(page, page.getByRole('checkbox', { name: 'Airtel → MTN' }))
  await keyboard.press('Space')
  await expect(page.getByRole('columnheader', { name: 'Airtel → MTN' })).toHaveCount(0)
  await expect(page.getByRole('columnheader')).toHaveCount(13)
  await keyboard.press('Escape')
  await expect(columns).toBeFocused()

  await tabTo(page, button(page, 'View Chart'), 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(chart(page)).toBeVisible()
  await expect(button(page, 'Hide Chart')).toBeFocused()
  await tabTo(page, button(page, 'Pie Chart'))
  await keyboard.press('Space')
  await expect(chart(page)).toHaveAccessibleName(/Pie Chart/)
  await tabTo(page, button(page, 'Download Chart'))
  const image = page.waitForEvent('download')
  await keyboard.press('Enter')
  expect((await image).suggestedFilename()).toBe('pie-chart-2025-March.jpg')
  await tabTo(page, series(page).first())
  await keyboard.press('Space')
  await expect(series(page).first()).toHaveAttribute('aria-pressed', 'false')
  await tabTo(page, button(page, 'Download'), 'Shift+Tab')
  const file = page.waitForEvent('download')
  await keyboard.press('Enter')
  expect((await file).suggestedFilename()).toMatch(/^Local_Exchange_Traffic_2025_3_/)
})

/** The screens with the longest titles, tabs and lists of series, and what else stands above a table. */
const NARROW = [
  { screen: monthlyReport, labels: [] },
  { screen: dailyMinutes, labels: [] },
  { screen: routelinkToMno, labels: routelinkToMno.labels },
  { screen: localExchange, labels: localExchange.labels },
]

test.describe('a report at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('has its buttons below its selectors; only its table scrolls sideways', async ({ page }) => {
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    for (const { screen, labels } of NARROW) {
      await page.goto(link(screen, { view: 'table' }))
      await expect(table(page)).toBeVisible()
      expect(await overflow(), `${screen.name}, table`).toBeLessThanOrEqual(0)
      const buttons = ['Submit', 'View Chart', 'Download'].map((name) => button(page, name))
      const [above, ...boxes] = await Promise.all(
        [year(page), ...buttons].map((control) => control.boundingBox()),
      )
      expect(new Set(boxes.map((box) => box?.y)).size, screen.name).toBe(1)
      expect(boxes[0]?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
      expect(boxes.reduce((sum, box) => sum + (box?.width ?? 0), 0)).toBeGreaterThan(330)
      await expect(table(page).getByRole('rowheader').nth(1)).toBeInViewport({ ratio: 1 })
      if (labels.length === 0) continue
      await button(page, 'View Chart').click()
      for (const label of labels) {
        await button(page, label).click()
        await expect(chart(page)).toBeVisible()
        expect(await overflow(), `${screen.name}, ${label}`).toBeLessThanOrEqual(0)
      }
    }
    // The first column stays visible while the table is scrolled sideways.
    await button(page, 'Hide Chart').click()
    const first = page.getByRole('rowheader').first()
    const before = await first.boundingBox()
    await page.getByRole('columnheader', { name: 'Grand Total' }).scrollIntoViewIfNeeded()
    expect((await first.boundingBox())?.x).toBe(before?.x)
  })
})

test('on a tablet no empty line is between the selectors and the buttons below them', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto('/report/daily-local-exchange-traffic')
  const [above, below] = await Promise.all(
    [year(page), button(page, 'Submit')].map((control) => control.boundingBox()),
  )
  const gap = (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)
  expect(gap).toBeGreaterThan(0)
  expect(gap).toBeLessThan(20)
})

test.describe('a report at 200 %', { tag: '@rest' }, () => {
  test.use({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 })

  test('has its controls in at most two rows, and data on the first screen (spec 9.12)', async ({ page }) => {
    for (const { screen } of NARROW) {
      await page.goto(link(screen, { view: 'table' }))
      await expect(table(page)).toBeVisible()
      const form = page.locator('form', { has: year(page) })
      expect((await form.boundingBox())?.height, screen.name).toBeLessThan(110)
      await expect(table(page).getByRole('rowheader').nth(1)).toBeInViewport({ ratio: 1 })
    }
  })
})
