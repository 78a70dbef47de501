import type { Route } from '@playwright/test'
import { alert, button, choose, expect, load, type Page, status, submit, table, test } from './report.ts'

const EACH = {
  neither: '[Year, Month] is required',
  year: '[Month] is required',
  month: '[Year] is required',
}
const TOGETHER = {
  neither: '[Year, Month] is required',
  year: '[Year, Month] is required',
  month: '[Year, Month] is required',
}
const YEAR_ONLY = { neither: '[Year] is required', year: null, month: null }

const LOAD = { noAnswer: 'Error loading report data', refused: 'Error loading report data' }

/** One screen per set of messages (spec 5.7, 8.5). */
const REPORTS = [
  {
    name: 'Monthly Report',
    path: '/report/monthly-reports/mno-to-routelink',
    tab: null,
    data: '**/v1/monthly-reports/2025/MNO_TO_ROUTELINK',
    choice: { year: '2025' },
    required: YEAR_ONLY,
    texts: LOAD,
    unfit: { reportMonth: 13 },
  },
  {
    name: 'Daily Report - Minutes',
    path: '/report/daily-report-minutes/routelink-to-mno',
    tab: null,
    data: '**/v1/monthly-reports/2025/3/ROUTELINK_TO_MNO',
    choice: { year: '2025', month: 'March' },
    required: EACH,
    texts: LOAD,
    unfit: { reportDate: '2/30/2025' },
  },
  {
    name: 'International Minutes, IDA to Routelink',
    path: '/report/daily-report-international-minutes',
    tab: null,
    data: '**/v1/international-minutes/ida-to-routelink/2025-03',
    choice: { year: '2025', month: 'March' },
    required: EACH,
    texts: {
      noAnswer: 'Error loading IDA to Routelink data',
      refused: 'Failed to load IDA to Routelink data',
    },
    unfit: { reportDate: null },
  },
  {
    name: 'International Minutes, Routelink to MNO',
    path: '/report/daily-report-international-minutes',
    tab: 'Routelink to MNO / International Carrier',
    data: '**/v1/international-minutes/routelink-to-mno/2025-03',
    choice: { year: '2025', month: 'March' },
    required: EACH,
    texts: {
      noAnswer: 'Error loading Routelink to MNO data',
      refused: 'Failed to load Routelink to MNO data',
    },
    unfit: { reportDate: '3/1/2025', airtel: 'plenty' },
  },
  {
    name: 'Daily Local Exchange Traffic',
    path: '/report/daily-local-exchange-traffic',
    tab: null,
    data: '**/v1/local-exchange-traffic/2025/3',
    choice: { year: '2025', month: 'March' },
    required: EACH,
    texts: {
      noAnswer: 'Error fetching data. Please try again.',
      refused: 'No data available for the selected period.',
    },
    unfit: { reportDate: '2025-03-01', airtelToMtn: {} },
  },
  {
    name: 'Daily International Exchange Traffic',
    path: '/report/daily-international-exchange-traffic',
    tab: null,
    data: '**/api/international-exchange/data?year=2025&month=3',
    choice: { year: '2025', month: 'March' },
    required: TOGETHER,
    texts: {
      noAnswer: 'Error loading international exchange data',
      refused: 'Error loading international exchange data',
    },
    unfit: { reportDate: 'yesterday' },
  },
] as const

type Report = (typeof REPORTS)[number]

const goTo = async (page: Page, { path, tab }: Report) => {
  await page.goto(path)
  if (tab === null) return
  await page.getByRole('tab', { name: tab }).click()
  await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
}

for (const report of REPORTS) {
  test(`${report.name} names missing selectors on Submit, View Chart and Download (spec 5.7)`, async ({
    page,
  }) => {
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (!pathname.startsWith('/assets/')) calls.push(pathname)
    })
    const refuse = async (text: string, names = ['Submit', 'View Chart', 'Download']) => {
      for (const name of names) {
        await button(page, name).click()
        await expect(alert(page)).toHaveText(text)
        await button(page, 'Close message').click()
        await expect(alert(page)).toHaveCount(0)
      }
    }
    await goTo(page, report)
    await refuse(report.required.neither)
    if (report.required.year !== null) {
      await choose(page, { year: '2025' })
      await refuse(report.required.year, ['View Chart'])
      await page.getByLabel('Choose Year').selectOption('')
      await choose(page, { month: 'March' })
      await refuse(report.required.month, ['Download'])
    }
    expect(calls.filter((path) => /\/20\d\d|\/data|download/.test(path))).toEqual([])
  })

  test(`${report.name} shows a message for each failed load, and hides the table (spec 8.5, 5.9, S54)`, async ({
    page,
    problems,
  }) => {
    problems.expect('Failed to load resource', report.data.slice(2).split('?')[0] ?? '')
    const json =
      (body: unknown, code = 200) =>
      (route: Route) =>
        route.fulfill({ status: code, json: body })
    const { noAnswer, refused } = report.texts
    const records = report.name.startsWith('International')
      ? { data: [report.unfit], carriers: [] }
      : [report.unfit]
    const faults: readonly (readonly [
      what: string,
      answer: (route: Route) => Promise<void>,
      text: string,
    ])[] = [
      [
        'refused with a message',
        json({ success: false, message: 'The archive is closed.' }),
        'The archive is closed.',
      ],
      ['refused without one', json({ success: false }), refused],
      ['refused with an empty one', json({ success: false, message: ' ' }), refused],
      ['500 with a message', json({ success: false, message: 'Out of order.' }, 500), 'Out of order.'],
      ['no network', (route) => route.abort(), noAnswer],
      [
        'a page of a proxy',
        (route) => route.fulfill({ status: 502, body: '<html>' }),
        'HTTP 502: Bad Gateway',
      ],
      ['a page', (route) => route.fulfill({ status: 200, body: '<html>' }), 'HTTP 200: OK'],
      ['null', json(null), noAnswer],
      ['a list', json([]), noAnswer],
      ['success as a text', json({ success: 'true', records: [] }), noAnswer],
      ['records of another shape', json({ success: true, records: 7 }), noAnswer],
      ['no records at all', json({ success: true }), noAnswer],
      ...(Array.isArray(records)
        ? []
        : ([
            ['names without records', json({ success: true, records: { carriers: ['Bharti'] } }), noAnswer],
            ['records without names', json({ success: true, records: { data: [] } }), noAnswer],
          ] as const)),
      ['a record that does not fit', json({ success: true, records }), noAnswer],
    ]
    let answer: ((route: Route) => Promise<void>) | null = null
    await page.route(report.data, (route) => answer?.(route) ?? route.continue())
    await goTo(page, report)
    await load(page, report.choice)
    for (const [what, fault, text] of faults) {
      await test.step(what, async () => {
        answer = fault
        await submit(page)
        await expect(alert(page)).toHaveText(text)
        await expect(table(page)).toHaveCount(0)
        await expect(page.locator('main')).not.toContainText(/NaN|undefined|\[object/)
        answer = null
        await submit(page)
        await expect(table(page)).toBeVisible()
        await expect(alert(page)).toHaveCount(0)
      })
    }
    await test.step('shows a separate message for the chart', async () => {
      answer = (route) => route.abort()
      await submit(page)
      await expect(alert(page)).toHaveText(noAnswer)
      // Nothing is held after a failure: View Chart loads.
      await button(page, 'View Chart').click()
      await expect(alert(page)).toHaveText('Error loading chart data')
      answer = json({ success: false, message: 'The archive is closed.' })
      await button(page, 'View Chart').click()
      await expect(alert(page)).toHaveText('The archive is closed.')
      await expect(button(page, 'View Chart')).toBeVisible()
    })
  })
}

test('an empty response with a message shows it in the banner, and the period instead of the table (spec 8.5)', async ({
  page,
}) => {
  await page.route('**/v1/monthly-reports/2025/3/*', (route) =>
    route.fulfill({ json: { success: true, records: [], message: 'March is not closed yet.' } }),
  )
  await page.goto('/report/daily-report-minutes/mno-to-routelink')
  await choose(page, { year: '2025', month: 'March' })
  await submit(page)
  await expect(alert(page)).toHaveText('March is not closed yet.')
  await expect(page.getByText('No data available for 2025 March', { exact: true })).toBeVisible()
})

for (const [what, records] of [
  ['null', null],
  ['an empty list', []],
] as const) {
  test(`a successful response with records that are ${what} counts as empty (spec 3.8)`, async ({ page }) => {
    for (const report of REPORTS) {
      await page.route(report.data, (route) => route.fulfill({ json: { success: true, records } }))
      await goTo(page, report)
      await choose(page, report.choice)
      await submit(page)
      const period = Object.values(report.choice).join(' ')
      await expect(page.getByText(`No data available for ${period}`, { exact: true })).toBeVisible()
    }
  })
}

test.describe('years (spec 5.8)', () => {
  const options = (page: Page) => page.getByLabel('Choose Year').locator('option:not([value=""])')
  const year = new Date().getFullYear()
  const LAST_ELEVEN = Array.from({ length: 11 }, (_, index) => String(year - index))
  const FIXED = ['2025', '2024']

  for (const [what, path, call, years] of [
    ['minutes', '/report/monthly-reports/mno-to-routelink', '**/v1/monthly-reports/years', LAST_ELEVEN],
    [
      'daily minutes',
      '/report/daily-report-minutes/mno-to-routelink',
      '**/v1/monthly-reports/years',
      LAST_ELEVEN,
    ],
    [
      'international exchange',
      '/report/daily-international-exchange-traffic',
      '**/api/international-exchange/years',
      FIXED,
    ],
  ] as const) {
    test(`of ${what} are loaded from the server, or fall back after a failure, a rejection or an empty list`, async ({
      page,
      problems,
    }) => {
      problems.expect('Failed to load resource', call.slice(2))
      await page.route(call, (route) => route.fulfill({ json: { success: true, records: [2031, 2030] } }))
      await page.goto(path)
      await expect(options(page)).toHaveText(['2031', '2030'])
      for (const answer of [
        (route: Route) => route.abort(),
        (route: Route) => route.fulfill({ json: { success: false, records: [2031] } }),
        (route: Route) => route.fulfill({ json: { success: true, records: [] } }),
        (route: Route) => route.fulfill({ status: 500, body: 'no' }),
      ]) {
        await page.unroute(call)
        await page.route(call, answer)
        await page.reload()
        await expect(options(page)).toHaveText(years)
        await expect(alert(page)).toHaveCount(0)
      }
    })
  }

  test('are fixed if the specification fixes them; months are January to December, 1 to 12', async ({
    page,
  }) => {
    for (const path of [
      '/report/daily-report-international-minutes',
      '/report/daily-local-exchange-traffic',
    ]) {
      await page.goto(path)
      await expect(options(page)).toHaveText(FIXED)
    }
    const months = page.getByLabel('Choose Month').locator('option:not([value=""])')
    await expect(months).toHaveText(
      'January February March April May June July August September October November December'.split(' '),
    )
    const values = await months.evaluateAll((all) => all.map((option) => option.getAttribute('value')))
    expect(values).toEqual(Array.from({ length: 12 }, (_, index) => String(index + 1)))
  })
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
