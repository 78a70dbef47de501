import {
  alert,
  button,
  cells,
  chart,
  choose,
  expect,
  hold,
  keys,
  load,
  month,
  type Page,
  status,
  submit,
  table,
  test,
  year,
} from './report.ts'

const DAILY = '/report/daily-report-minutes/mno-to-routelink'
const CALLS = '**/v1/monthly-reports/2025/*/MNO_TO_ROUTELINK'
const title = (name: string) => `MNO to Routelink - Daily Minutes Data - 2025 ${name}`

/** Counts the calls whose path matches. */
const count = (page: Page, path: RegExp) => {
  let calls = 0
  page.on('request', (request) => {
    if (path.test(new URL(request.url()).pathname)) calls += 1
  })
  return () => calls
}

test('double clicks and clicks while busy send one request (spec 4.13)', async ({ page }) => {
  const loads = count(page, /\/v1\/monthly-reports\/2025\/3\//)
  const downloads = count(page, /\/download\//)
  const held = await hold(page, CALLS)
  await page.goto(DAILY)
  await choose(page, { year: '2025', month: 'March' })
  await button(page, 'Submit').dblclick()
  await expect(button(page, 'Loading...')).toHaveAttribute('aria-busy', 'true')
  // Forced, since the button says that it takes no clicks.
  await button(page, 'Loading...').click({ force: true })
  await button(page, 'View Chart').click()
  await button(page, 'Download').click()
  await expect(page.getByRole('heading', { name: title('March') })).toBeVisible()
  await expect(page.locator('section').getByText('Loading...')).toBeVisible()
  await held.release(0)
  await expect(table(page)).toBeVisible()
  await expect(button(page, 'Submit')).toBeVisible()
  expect([loads(), downloads()]).toEqual([1, 0])

  const holdFile = await hold(page, '**/download/**')
  await button(page, 'Download').click()
  await button(page, 'Download').click({ force: true })
  await holdFile.release(0)
  await expect(status(page)).toHaveText('Download started successfully!')
  expect(downloads()).toBe(1)

  await button(page, 'View Chart').dblclick()
  await expect(status(page)).toHaveText('Chart data loaded successfully!')
  await expect(chart(page)).toBeVisible()
  expect(loads()).toBe(1)
  const images: string[] = []
  page.on('download', (file) => images.push(file.suggestedFilename()))
  await button(page, 'Download Chart').click()
  await button(page, 'Download Chart').click({ force: true })
  await expect(status(page)).toHaveText('Chart downloaded successfully!')
  expect(images).toEqual(['daily-line-chart-2025-March.jpg'])
})

test('the latest choice is shown, in whatever order responses arrive; loaded data keep their title (spec 4.13, 4.15)', async ({
  page,
}) => {
  await page.goto(DAILY)
  await load(page, { year: '2025', month: 'January' })
  const january = await cells(table(page))
  const held = await hold(page, CALLS)
  await choose(page, { month: 'February' })
  await expect(page.getByRole('region', { name: title('January') })).toHaveAttribute('aria-busy', 'true')
  await expect(page.locator('section').getByText('Loading...')).toBeVisible()
  expect(await cells(table(page))).toEqual(january)
  // A call that is replaced before the browser sends it would not be held.
  await expect.poll(held.count).toBe(1)
  await choose(page, { month: 'March' })
  await expect.poll(held.count).toBe(2)
  await choose(page, { month: 'April' })
  await expect.poll(held.count).toBe(3)
  await held.release(2)
  await expect(table(page)).toHaveAccessibleName(title('April'))
  expect((await keys(table(page)))[0]).toMatch(/^4\/1\/2025/)
  // Calls that were replaced were given up: their answers have nowhere to go.
  await held.release(0)
  await held.release(1)
  await expect(month(page)).toHaveValue('4')
  await expect(table(page)).toHaveAccessibleName(title('April'))
  await expect(page).toHaveURL(/month=4&view=table$/)
})

test('a change reloads the current view, table or chart, also after a failure (spec 4.15)', async ({
  page,
  problems,
}) => {
  problems.expect('Failed to load resource', 'GET /v1/monthly-reports')
  await page.goto(DAILY)
  await load(page, { year: '2025', month: 'January' })
  await choose(page, { month: 'February' })
  await expect(table(page)).toHaveAccessibleName(title('February'))
  await button(page, 'View Chart').click()
  await expect(chart(page)).toHaveAccessibleName(
    'MNO to Routelink - Daily Minutes Line Chart - 2025 February',
  )
  await choose(page, { month: 'March' })
  await expect(chart(page)).toHaveAccessibleName('MNO to Routelink - Daily Minutes Line Chart - 2025 March')
  await expect(status(page)).toHaveText('Chart data loaded successfully!')

  await page.route(CALLS, (route) => route.abort())
  await choose(page, { month: 'April' })
  await expect(alert(page)).toHaveText('Error loading chart data')
  await expect(chart(page)).toHaveCount(0)
  await page.unroute(CALLS)
  await choose(page, { month: 'May' })
  await expect(chart(page)).toHaveAccessibleName('MNO to Routelink - Daily Minutes Line Chart - 2025 May')
  await submit(page)
  await expect(table(page)).toHaveAccessibleName(title('May'))
})

test('a sentence below table and chart names records that a later one replaces (spec 3.8)', async ({
  page,
}) => {
  await page.route(CALLS, async (route) => {
    const response = await route.fetch()
    const { records, ...rest } = (await response.json()) as { readonly records: readonly object[] }
    await route.fulfill({ response, json: { ...rest, records: [...records, records[0]] } })
  })
  await page.goto(DAILY)
  await load(page, { year: '2025', month: 'March' })
  const sentence = page
    .getByText('1 record is left out, because a later record has the same Month / MNO: 3/1/2025.')
    .filter({ visible: true })
  await expect(table(page)).toBeVisible()
  await expect(sentence).toBeVisible()
  await button(page, 'View Chart').click()
  await expect(chart(page)).toBeVisible()
  await expect(sentence).toBeVisible()
})

test('View Chart shows the chart of the current table, although it was prepared for an earlier one', async ({
  page,
}) => {
  await page.goto(DAILY)
  await load(page, { year: '2025', month: 'January' })
  const prepared = page.locator('main [role=img] svg')
  await expect(prepared).toBeAttached()
  await expect(prepared).toBeHidden()
  await expect(chart(page)).toHaveCount(0)
  await choose(page, { month: 'February' })
  await expect(table(page)).toHaveAccessibleName(title('February'))
  await button(page, 'View Chart').click()
  await expect(chart(page)).toHaveAccessibleName(
    'MNO to Routelink - Daily Minutes Line Chart - 2025 February',
  )
  await expect(prepared).toContainText('2/28')
})

test('an incomplete choice clears the data and sends nothing (spec 4.15)', async ({ page }) => {
  const loads = count(page, /\/2025\//)
  await page.goto(DAILY)
  await load(page, { year: '2025', month: 'January' })
  await month(page).selectOption('')
  await expect(table(page)).toHaveCount(0)
  await expect(alert(page)).toHaveCount(0)
  expect(loads()).toBe(1)
  await choose(page, { month: 'March' })
  await expect(table(page)).toHaveAccessibleName(title('March'))
})

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

test('in-page tabs clear data, chart and message (spec 4.16)', async ({ page }) => {
  await page.goto('/report/daily-report-international-minutes')
  await load(page, { year: '2025', month: 'January' })
  await button(page, 'View Chart').click()
  await expect(status(page)).toHaveText('Chart data loaded successfully!')
  await page.getByRole('tab', { name: 'Routelink to MNO / International Carrier' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Daily Report - International Minutes - Routelink to MNO / International Carrier',
  )
  await expect(chart(page)).toHaveCount(0)
  await expect(table(page)).toHaveCount(0)
  await expect(status(page)).toHaveCount(0)
  await page.getByRole('tab', { name: 'IDA to Routelink' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Daily Report - International Minutes - IDA to Routelink',
  )
  await expect(table(page)).toHaveCount(0)
})

test('View Chart loads missing data, and Submit in the chart reloads the table', async ({ page }) => {
  const loads = count(page, /\/2025\/MNO_TO_ROUTELINK$/)
  await page.goto('/report/monthly-reports/mno-to-routelink')
  await choose(page, { year: '2025' })
  await button(page, 'View Chart').click()
  await expect(chart(page)).toBeVisible()
  expect(loads()).toBe(1)
  await submit(page)
  await expect(table(page)).toBeVisible()
  await expect(chart(page)).toHaveCount(0)
  await expect(button(page, 'View Chart')).toBeVisible()
  expect(loads()).toBe(2)
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

  test('disappears after 5 s, starts the time again for the same text, and scrolls the page to the top', async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto('/report/monthly-reports/mno-to-routelink')
    await expect(year(page)).toBeEnabled()
    await page.clock.pauseAt(Date.now() + 60_000)
    await submit(page)
    await expect(alert(page)).toHaveText('[Year] is required')
    await page.clock.runFor(4_900)
    await expect(alert(page)).toBeVisible()
    await submit(page)
    await page.clock.runFor(4_900)
    await expect(alert(page)).toBeVisible()
    await page.clock.runFor(200)
    await expect(alert(page)).toHaveCount(0)
  })

  test('appears with the page scrolled to the top', async ({ page }) => {
    await page.goto(`${DAILY}?year=2025&month=3&view=table`)
    await expect(table(page)).toBeVisible()
    await page.evaluate(() => scrollTo(0, 10_000))
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(20)
    await button(page, 'Download').evaluate((element) => (element as HTMLElement).click())
    await expect(status(page)).toHaveText('Download started successfully!')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })

  test('shows Loading data for chart... until the load ends; the chart appears 500 ms after the request', async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto(DAILY)
    await choose(page, { year: '2025', month: 'March' })
    const held = await hold(page, CALLS)
    await button(page, 'View Chart').click()
    await expect(status(page)).toHaveText('Loading data for chart...')
    await page.clock.runFor(20_000)
    await expect(status(page)).toHaveText('Loading data for chart...')
    await held.release(0)
    await expect(status(page)).toHaveText('Chart data loaded successfully!')
    await button(page, 'Hide Chart').click()
    await expect(table(page)).toBeVisible()
    await page.clock.pauseAt(Date.now() + 120_000)
    await button(page, 'View Chart').click()
    await expect(status(page)).toHaveText('Loading data for chart...')
    await expect(table(page)).toBeVisible()
    await page.clock.runFor(490)
    await expect(chart(page)).toHaveCount(0)
    await page.clock.runFor(20)
    await expect(chart(page)).toBeVisible()
    await expect(status(page)).toHaveText('Chart data loaded successfully!')
    await page.clock.runFor(5_100)
    await expect(status(page)).toHaveCount(0)
  })
})
