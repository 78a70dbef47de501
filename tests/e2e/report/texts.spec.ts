import type { Route } from '@playwright/test'
import { alert, button, choose, expect, load, status, submit, table, test } from './report.ts'

const INTERNATIONAL = '/report/daily-report-international-minutes'
const CALL = '**/v1/international-minutes/ida-to-routelink/2025-03'

const json =
  (body: unknown, code = 200) =>
  (route: Route) =>
    route.fulfill({ status: code, json: body })

test('Submit, View Chart and Download name what is missing, and send nothing (spec 5.7)', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/assets/')) calls.push(pathname)
  })
  await page.goto(INTERNATIONAL)
  for (const name of ['Submit', 'View Chart', 'Download']) {
    await button(page, name).click()
    await expect(alert(page)).toHaveText('[Year, Month] is required')
    await button(page, 'Close message').click()
    await expect(alert(page)).toHaveCount(0)
  }
  await choose(page, { year: '2025' })
  await submit(page)
  await expect(alert(page)).toHaveText('[Month] is required')
  expect(calls.filter((path) => /\/20\d\d|\/data|download/.test(path))).toEqual([])
})

test('a failed load shows a message and hides the table; the next one shows it (spec 8.5, 5.9, S54)', async ({
  page,
  problems,
}) => {
  problems.expect('Failed to load resource', 'international-minutes')
  const noAnswer = 'Error loading IDA to Routelink data'
  const records = { data: [{ reportDate: null }], carriers: [] }
  let answer: ((route: Route) => Promise<void>) | null = null
  await page.route(CALL, (route) => answer?.(route) ?? route.continue())
  await page.goto(INTERNATIONAL)
  await load(page, { year: '2025', month: 'March' })
  for (const [fault, text] of [
    [json({ success: false, message: 'The archive is closed.' }), 'The archive is closed.'],
    [json({ success: false }), 'Failed to load IDA to Routelink data'],
    [(route: Route) => route.fulfill({ status: 502, body: '<html>' }), 'HTTP 502: Bad Gateway'],
    [json({ success: true, records }), noAnswer],
  ] as const) {
    answer = fault
    await submit(page)
    await expect(alert(page)).toHaveText(text)
    await expect(table(page)).toHaveCount(0)
    await expect(page.locator('main')).not.toContainText(/NaN|undefined|\[object/)
    answer = null
    await submit(page)
    await expect(table(page)).toBeVisible()
    await expect(alert(page)).toHaveCount(0)
  }
  answer = (route) => route.abort()
  await submit(page)
  await expect(alert(page)).toHaveText(noAnswer)
  // Nothing is held after a failure: View Chart loads.
  await button(page, 'View Chart').click()
  await expect(alert(page)).toHaveText('Error loading chart data')
})

test('an empty response with a message shows it in the banner, and the period instead of the table (spec 8.5)', async ({
  page,
}) => {
  await page.route(
    '**/v1/monthly-reports/2025/3/*',
    json({ success: true, records: [], message: 'Not closed yet.' }),
  )
  await page.goto('/report/daily-report-minutes/mno-to-routelink')
  await choose(page, { year: '2025', month: 'March' })
  await submit(page)
  await expect(alert(page)).toHaveText('Not closed yet.')
  await expect(page.getByText('No data available for 2025 March', { exact: true })).toBeVisible()
})

test('success is a green status, a failure a red alert (spec 4.22)', async ({ page }) => {
  const isGreen = (of: ReturnType<typeof alert>) =>
    of.evaluate((element) => {
      const [red = 0, green = 0] = (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number)
      return green > red
    })
  await page.goto('/report/monthly-reports/mno-to-routelink')
  await submit(page)
  await expect(alert(page)).toHaveText('[Year] is required')
  expect(await isGreen(alert(page))).toBe(false)
  await choose(page, { year: '2025' })
  await button(page, 'View Chart').click()
  await expect(status(page)).toHaveText('Chart data loaded successfully!')
  expect(await isGreen(status(page))).toBe(true)
})
