import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import readXlsxFile from 'read-excel-file/node'
import { startServerProcess } from '../support/server-process.ts'
import { giveRights } from './authoring/role-rights.ts'
import { expect, holdRequests, type Page, signIn, test } from './portal.ts'
import { button, fileOf, pressed } from './report/report.ts'
import { startServer } from './server.ts'

const OPERATIONS = '/dashboard/operations'
const tiles = (page: Page) => page.locator('main li > section')
const tile = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true })

const waitForAll = async (page: Page) => {
  await expect(tiles(page).first()).toBeVisible()
  await expect(page.locator('section[aria-busy]')).toHaveCount(0)
}

test('a card opens a dashboard, whose tiles open their reports with what they show', async ({ page }) => {
  await signIn(page, 'analyst')
  const cards = page.getByRole('region', { name: 'Dashboards' }).getByRole('listitem')
  await expect(cards.getByRole('heading')).toHaveText([
    'Operations',
    'Month in Review',
    'Interconnect Partners',
  ])
  await expect(cards.first().locator('svg')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Reports' }).getByRole('link')).toHaveText([
    'Monthly Report - Daily Average',
    'Daily Report - Minutes',
    'Daily Report - International Minutes',
    'Daily Local Exchange Traffic',
    'Daily International Exchange Traffic',
  ])
  await cards.first().getByRole('link').click()
  await expect(page).toHaveTitle('Operations')
  await waitForAll(page)
  await expect(tiles(page)).toHaveCount(7)
  const chart = tile(page, /Local Exchange Traffic - Daily Minutes Bar Chart/)
  await expect(chart.getByRole('img')).toBeVisible()
  await chart.getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/year=\d+&month=\d+&view=chart&chart=bar&series=none&flip=/)
  await expect(page.getByRole('button', { name: 'Airtel → MTN', pressed: true })).toBeVisible()
  await expect(pressed(page)).toHaveCount(2)
})

test('one period is for all tiles that can show it, also by address; others say so', async ({ page }) => {
  await signIn(page, 'analyst', '/dashboard/month-in-review')
  await waitForAll(page)
  await page.getByLabel('Period').selectOption('2025-03')
  await expect(page).toHaveURL(/month-in-review\?period=2025-03$/)
  await waitForAll(page)
  await expect(tile(page, /Pie Chart - 2025 March/)).toBeVisible()
  await expect(page.getByText('It cannot show the chosen period.')).toHaveCount(3)
  await page.getByLabel('Period').selectOption('2025')
  await waitForAll(page)
  await expect(tile(page, /Data - 2025$/)).toBeVisible()
  await expect(page.getByText('It cannot show the chosen period.')).toHaveCount(1)
  await page.goBack()
  await waitForAll(page)
  await page.reload()
  await waitForAll(page)
  await expect(page.getByLabel('Period')).toHaveValue('2025-03')
  await expect(tile(page, /Pie Chart - 2025 March/)).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Period')).toHaveValue('')
})

test('only periods that a tile can show are offered, and a wrong address says so', async ({ page }) => {
  await signIn(page, 'analyst', `${OPERATIONS}?period=2025-99`)
  await waitForAll(page)
  await expect(page.getByRole('alert')).toHaveText("'2025-99' is not a period; Latest is shown.")
  await expect(page.getByLabel('Period')).toHaveValue('')
  const labels = page.getByLabel('Period').getByRole('option')
  // Nothing after December 2025, in which the records end, and before the years on offer.
  await expect(labels.nth(1)).toHaveText('December 2025')
  await expect(labels.filter({ hasText: '2026' })).toHaveCount(0)
  await expect(labels.filter({ hasText: /^(\d{4}|From … to …)$/ })).toHaveCount(0)
  await expect(tile(page, 'Local Exchange').getByText('2025 December')).toBeVisible()
})

test('tiles keep their heights while they load', async ({ page }) => {
  const release = await holdRequests(page, /\/v1\/.+\/2025[/-]/)
  await signIn(page, 'analyst', OPERATIONS)
  await expect(page.getByRole('status', { name: /^Loading / })).toHaveCount(7)
  const tops = () => tiles(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  const before = await tops()
  release()
  await waitForAll(page)
  const moved = (await tops()).map((top, index) => Math.abs(top - (before[index] ?? 0)))
  expect(Math.max(...moved)).toBeLessThanOrEqual(2)
})

test('equal requests of tiles are sent once, and a tile fails alone', async ({ page, problems }) => {
  problems.expect(/500|Failed to load resource/)
  const sent: string[] = []
  let fails = true
  await page.route(/\/v1\/local-exchange-traffic\/2025\/12/, (route) =>
    fails
      ? route.fulfill({ status: 500, json: { success: false, message: 'The records are locked.' } })
      : route.continue(),
  )
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await signIn(page, 'analyst', OPERATIONS)
  await waitForAll(page)
  const failed = tile(page, 'Local Exchange')
  await expect(failed.getByRole('alert')).toContainText('The records are locked.')
  await expect(tile(page, 'MNO to Routelink').getByText(/^\d+\.\d\d\s[KM]$/)).toBeVisible()
  const ofMinutes = sent.filter((path) => path.startsWith('/v1/monthly-reports/2025/12/'))
  expect(ofMinutes.toSorted()).toEqual([...new Set(ofMinutes)].toSorted())
  fails = false
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(failed.getByText(/^\d+\.\d\d\s[KM]$/)).toBeVisible()
})

test('dashboards that could not be loaded are tried again', async ({ page, problems }) => {
  problems.expect(/ERR_FAILED|Failed to load resource/)
  await page.route(/\/dashboards$/, (route) => route.abort())
  await signIn(page, 'analyst', '/dashboard')
  await expect(page.getByText('The dashboards could not be loaded.')).toBeVisible()
  await page.unroute(/\/dashboards$/)
  await button(page, 'Try again').click()
  await expect(page.getByRole('link', { name: 'Operations' })).toBeVisible()
})

test('a workbook has a sheet for each tile with figures, and says where they come from', async ({ page }) => {
  await signIn(page, 'analyst', `${OPERATIONS}?period=2025-03`)
  await waitForAll(page)
  const { name, bytes } = await fileOf(page, () => button(page, 'Download Excel').click())
  expect(name).toMatch(/^Operations \d{4}-\d\d-\d\d\.xlsx$/)
  const sheets = await readXlsxFile(bytes)
  expect(sheets.map(({ sheet }) => sheet)).toEqual([
    'MNO to Routelink',
    'Routelink to MNO',
    'IDA to Routelink',
    'Local Exchange',
    'MNO to Routelink - Daily',
    'Daily Local Exchange Traffic',
    'Routelink to MNO - Daily',
    'About',
  ])
  expect(sheets[0]?.data[1]?.[0]).toBe('2025 March')
  // The comparison of its figure has a remark below the total.
  expect(sheets[0]?.data.slice(3 + 31 + 1)).toEqual([
    Array.from({ length: 8 }, () => null),
    ['Days with a record: 31 in March 2025, 28 in February 2025.', ...Array.from({ length: 7 }, () => null)],
  ])
})

test('tiles of reports without the right are left out, and the page says how many', async ({ browser }) => {
  const server = await startServer()
  const context = await browser.newContext({ baseURL: server.url })
  try {
    const page = await context.newPage()
    await giveRights(server.url, 'analyst', [11, 13, 17])
    await signIn(page, 'analyst', OPERATIONS)
    await waitForAll(page)
    await expect(tiles(page)).toHaveCount(4)
    await expect(page.getByText('3 tiles are not shown: you may not open their reports.')).toBeVisible()
  } finally {
    await context.close()
    await server.stop()
  }
})

test('a wall screen renews its tiles, outlives a restart, and ends by Close', async ({ browser }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-wall-'))
  const first = await startServerProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  const servers = [first]
  const context = await browser.newContext({ baseURL: first.url })
  try {
    const page = await context.newPage()
    await page.clock.install()
    await signIn(page, 'analyst', OPERATIONS)
    await waitForAll(page)
    await button(page, 'Wall screen').click()
    await expect(page).toHaveURL(/\?wall=$/)
    await expect(page.getByRole('navigation')).toBeHidden()
    await expect(page.getByText(/^Loaded at \d\d:\d\d, again every 5 minutes$/)).toBeVisible()
    const figure = tile(page, 'MNO to Routelink').getByText(/^\d+\.\d\d\s[KM]$/)
    first.signal('SIGTERM')
    await first.ended
    await page.clock.runFor(5 * 60_000)
    await expect(
      page.getByText(/^Not all is renewed since \d\d:\d\d; next try within 5 minutes$/),
    ).toBeVisible()
    await expect(figure).toBeVisible()
    servers.push(
      await startServerProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', PORT: new URL(first.url).port }),
    )
    await page.clock.runFor(5 * 60_000)
    await expect(page.getByText(/^Loaded at \d\d:\d\d, again every 5 minutes$/)).toBeVisible()
    await button(page, 'Close').click()
    await expect(page).toHaveURL(new RegExp(`${OPERATIONS}$`))
    await expect(page.getByRole('navigation').first()).toBeVisible()
    await expect(button(page, 'Wall screen')).toBeFocused()
  } finally {
    await context.close()
    await Promise.all(servers.map((server) => server.kill()))
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a wall screen of many tiles shows them in parts that are read and fill it, until one is held', async ({
  page,
}) => {
  await page.clock.install()
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.route('**/dashboards/interconnect-partners', async (route) => {
    const response = await route.fetch()
    const dashboard = await response.json()
    const tiles: { id: string }[] = [...dashboard.tiles, ...dashboard.tiles]
    const json = { ...dashboard, tiles: tiles.map((one, index) => ({ ...one, id: String(index) })) }
    await route.fulfill({ response, json })
  })
  await signIn(page, 'analyst', '/dashboard/interconnect-partners')
  await waitForAll(page)
  await expect(tiles(page)).toHaveCount(12)
  await button(page, 'Wall screen').click()
  const readGrid = () =>
    page.locator('.dashboard-grid').evaluate((grid) => {
      const texts = [...grid.querySelectorAll('text, td, [data-change]')]
      const sizes = texts.map((one) => parseFloat(getComputedStyle(one).fontSize) * one.currentCSSZoom)
      const { bottom } = grid.getBoundingClientRect()
      return {
        isRead: window.innerHeight / Math.min(...sizes) < 72.5,
        isFull: bottom <= window.innerHeight && bottom > 0.96 * window.innerHeight,
      }
    })
  for (const [part, count] of [
    ['Part 1 of 2, 20 seconds each', 6],
    ['Part 2 of 2, 20 seconds each', 6],
  ] as const) {
    await expect(page.getByText(part)).toBeVisible()
    await expect(tiles(page)).toHaveCount(count)
    await expect.poll(readGrid).toEqual({ isRead: true, isFull: true })
    await page.clock.runFor(20_000)
  }
  await button(page, 'Hold').click()
  await page.clock.runFor(20_000)
  await expect(page.getByText('Part 1 of 2, 20 seconds each')).toBeVisible()
  await button(page, 'Hold').click()
  await page.clock.runFor(20_000)
  await expect(page.getByText('Part 2 of 2, 20 seconds each')).toBeVisible()
})

for (const [width, height] of [
  [1920, 1080],
  [3840, 2160],
] as const) {
  test(`a wall screen of ${width} px is read from four metres, and not cut off`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, 'analyst', '/dashboard/interconnect-partners')
    await waitForAll(page)
    await button(page, 'Wall screen').click()
    const wall = page.locator('.dashboard-wall')
    const readSmallest = () =>
      wall.locator('text, td, [data-change]').evaluateAll((all) => {
        const sizes = all.map((one) => parseFloat(getComputedStyle(one).fontSize) * one.currentCSSZoom)
        return Math.round(window.innerHeight / Math.min(...sizes))
      })
    await expect.poll(readSmallest).toBeLessThanOrEqual(72)
    const readBottom = () =>
      page.locator('.dashboard-grid').evaluate((grid) => grid.getBoundingClientRect().bottom)
    await expect.poll(readBottom).toBeLessThanOrEqual(height)
    const isScrolled = await wall.evaluate((one) =>
      [one, ...one.querySelectorAll('.data-table-box')].some(
        (box) => box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth,
      ),
    )
    expect(isScrolled).toBe(false)
    await expect(wall.getByText(/^Not shown: 26 other rows, and the columns 9Mobile → GLO, /)).toBeVisible()
  })
}
