import { listCovered } from '../portal.ts'
import { alert, button, chart, expect, load, month, status, submit, table, test, year } from './report.ts'

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

test('the axis abbreviates values, the tooltip shows them in full: date, series in descending order, total (spec 4.19, 9.6)', async ({
  page,
}) => {
  await page.goto('/report/monthly-reports/mno-to-routelink?year=2023&view=chart')
  await expect(chart(page)).toBeVisible()
  const numbers = page.getByRole('img').getByText(/^[\d.,]+[KM]?$/)
  await expect(numbers.first()).toBeVisible()
  for (const text of await numbers.allTextContents()) expect(text).toMatch(/^(0|\d{1,3}K|\d+\.\dM)$/)
  const box = await chart(page).boundingBox()
  if (box === null) throw new Error('no chart')
  expect(box.height).toBe(400)
  // January stands at the left, a little beside the axis.
  await page.mouse.move(box.x + 75, box.y + 150)
  const tooltip = page.locator('p', { hasText: /^Jan$/ }).locator('..')
  await expect(tooltip).toHaveText(
    'Jan' +
      'IDA1,234,567.89' +
      'Airtel400,000.00' +
      'MTN300,000.50' +
      'GLO100,000.00' +
      '9Mobile50,000.25' +
      'Total2,084,568.64',
  )
  await page.mouse.move(box.x + 75, box.y - 200)
  await expect(tooltip).toHaveCount(0)
})

test.describe('the banner (spec 4.22)', () => {
  test.use({ viewport: { width: 1_000, height: 320 } })

  test('appears with the page scrolled to the top', async ({ page }) => {
    await page.goto(`${DAILY}?year=2025&month=3&view=table`)
    await expect(table(page)).toBeVisible()
    await page.evaluate(() => scrollTo(0, 10_000))
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(20)
    await button(page, 'Download').evaluate((element) => (element as HTMLElement).click())
    await expect(status(page)).toHaveText('Download started successfully!')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })
})

test('a banner covers nothing, however long it and the breadcrumb are', async ({ page }) => {
  const message = 'The records of this month are being corrected, and can be shown from noon on.'
  await page.route('**/v1/international-minutes/routelink-to-mno/*', (route) =>
    route.fulfill({ json: { success: false, message } }),
  )
  await page.goto('/report/daily-report-international-minutes?tab=routelink-to-mno&year=2025&month=3')
  for (const width of [1440, 1280, 1024, 1000, 800, 640, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await submit(page)
    await expect(alert(page)).toHaveText(message)
    expect(await listCovered(page), `at ${width} px`).toEqual([])
    await button(page, 'Close message').click()
  }
})
