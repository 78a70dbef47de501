import { listCovered } from '../portal.ts'
import { button, chart, expect, type Page, pressed, series, status, test } from './report.ts'

const DAILY = '/report/daily-report-minutes/mno-to-routelink?year=2025&month=3&view=chart'
const CARRIERS = '/report/daily-report-international-minutes?year=2025&month=3&view=chart'
const COUNT = 60
const name = (index: number) => `Carrier ${String(index + 1).padStart(2, '0')} Wholesale Limited`

/** Answers with many carriers: each day of the first has 1, of the second 2, and so on. */
const manyCarriers = async (page: Page): Promise<void> => {
  await page.route('**/v1/international-minutes/ida-to-routelink/**', (route) => {
    const carriers = Array.from({ length: COUNT }, (_, index) => name(index))
    const data = Array.from({ length: 31 }, (_, day) => ({
      reportDate: `3/${day + 1}/2025`,
      ...Object.fromEntries(carriers.map((carrier, index) => [carrier, index + 1])),
    }))
    return route.fulfill({
      json: { success: true, message: '', records: { data, carriers }, totalCount: 31 },
    })
  })
}

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search series' })

test.describe('many series (spec 4.18)', () => {
  test.beforeEach(async ({ page }) => {
    await manyCarriers(page)
    await page.goto(CARRIERS)
    await expect(chart(page)).toBeVisible()
  })

  test('are searched, and shown alone', async ({ page }) => {
    await search(page).fill('LIMITED 4')
    const found = Array.from({ length: COUNT }, (_, index) => name(index)).filter((one) => one.includes('4'))
    await expect(series(page)).toHaveText(found)
    await expect(page.getByText('15 of 60 series')).toBeVisible()
    await button(page, 'Only these').click()
    await expect(page).toHaveURL(/series=none/)
    await expect(pressed(page)).toHaveCount(15)
    await search(page).fill('')
    await expect(series(page)).toHaveCount(COUNT)
    await expect(chart(page)).toHaveAccessibleDescription(/^15 series/)
  })

  test('are shown alone by a double click or Shift+Enter, and as before by another', async ({ page }) => {
    await expect(pressed(page)).toHaveCount(5)
    await series(page).nth(7).dblclick()
    await expect(pressed(page)).toHaveText([name(7)])
    await expect(page.getByText(' · 1 of 60 shown')).toBeVisible()
    await series(page).nth(7).dblclick()
    await expect(pressed(page)).toHaveCount(5)
    await series(page).nth(2).press('Shift+Enter')
    await expect(pressed(page)).toHaveText([name(2)])
    await series(page).nth(2).press('Shift+Enter')
    await expect(pressed(page)).toHaveCount(5)
  })

  test('are one tab stop with arrow keys', async ({ page }) => {
    await expect(search(page)).toBeVisible()
    await series(page).first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(series(page).nth(2)).toBeFocused()
    await expect(page.locator('[data-series][tabindex="0"]')).toHaveCount(1)
    await page.keyboard.press('End')
    await expect(series(page).last()).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await expect(series(page).nth(1)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(chart(page)).toBeFocused()
  })
})

test('arrow keys read the rows of a chart, and the slices of a pie (spec 2.22)', async ({ page }) => {
  await page.goto(DAILY)
  await chart(page).focus()
  const read = page.locator('.chart-box [aria-live=polite]')
  await expect(async () => {
    await page.keyboard.press('Home')
    await expect(read).toHaveText(/^3\/1\/2025 Sat\w.*Total[\d,.]+$/, { timeout: 500 })
  }).toPass()
  await page.keyboard.press('ArrowRight')
  await expect(read).toHaveText(/^3\/2\/2025 Sun/)
  await expect(page.locator('p', { hasText: /^3\/2\/2025 Sun$/ })).toBeVisible()
  await page.keyboard.press('End')
  await expect(read).toHaveText(/^3\/31\/2025 Mon/)
  await page.keyboard.press('Escape')
  await expect(read).toHaveText('')
  await button(page, 'Pie').click()
  await chart(page).focus()
  await page.keyboard.press('End')
  await expect(read).toHaveText(/^\d+%IDA[\d,.]+$/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a tap keeps the tooltip until a tap elsewhere or Escape', async ({ page }) => {
    await page.goto(DAILY)
    const tap = async () => {
      await chart(page).scrollIntoViewIfNeeded()
      const box = await chart(page).boundingBox()
      if (box === null) throw new Error('no chart')
      await page.touchscreen.tap(box.x + box.width / 2, box.y + 120)
    }
    const tooltip = page.locator('.chart-box p', { hasText: /^3\/\d+\/2025 \w{3}$/ })
    await tap()
    await expect(tooltip).toBeVisible()
    await page.getByText('Show data').locator('..').locator('..').tap()
    await expect(tooltip).toHaveCount(0)
    await tap()
    await expect(tooltip).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tooltip).toHaveCount(0)
  })
})

test('a banner covers nothing and moves nothing (spec 2.8, 4.22)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await page.clock.install()
  await page.goto(DAILY.replace('chart', 'table'))
  await expect(page.getByRole('table')).toBeVisible()
  const getTop = async () => (await page.getByRole('region').boundingBox())?.y
  const before = await getTop()
  await page.clock.pauseAt(Date.now() + 60_000)
  await button(page, 'View Chart').click()
  await expect(status(page)).toHaveText('Loading data for chart...')
  expect(await getTop()).toBe(before)
  expect(await listCovered(page)).toEqual([])
  await page.clock.runFor(600)
  await expect(chart(page)).toBeVisible()
  await expect(status(page)).toHaveText('Chart data loaded successfully!')
  expect(await getTop()).toBe(before)
  expect(await listCovered(page)).toEqual([])
  await page.clock.runFor(5_100)
  await expect(status(page)).toHaveCount(0)
  expect(await getTop()).toBe(before)
})
