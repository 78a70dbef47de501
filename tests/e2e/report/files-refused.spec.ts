import type { Route } from '@playwright/test'
import { alert, button, chart, expect, fileOf, type Page, status, table, test } from './report.ts'

type Answer = (route: Route) => Promise<void>

const text =
  (code: number, body: string): Answer =>
  (route) =>
    route.fulfill({ status: code, contentType: 'text/plain', body })
const json =
  (body: unknown, code = 200): Answer =>
  (route) =>
    route.fulfill({ status: code, json: body })
const abort: Answer = (route) => route.abort()

const LONG = `Exception in thread main ${'.'.repeat(400)}`
const PLAIN = 'Error downloading report'
const JAVA = 'java.lang.IllegalStateException: Error 7'

/** What each report says of a download that failed (spec 5.10, 8.6). */
const REPORTS: readonly {
  readonly name: string
  readonly link: string
  readonly call: string
  readonly faults: readonly (readonly [what: string, answer: Answer, text: string])[]
}[] = [
  {
    name: 'Monthly Report',
    link: '/report/monthly-reports/mno-to-routelink?year=2025',
    call: '**/v1/monthly-reports/download/2025/MNO_TO_ROUTELINK',
    faults: [
      ['no network', abort, PLAIN],
      ['500 with a text', text(500, 'no paper'), PLAIN],
      ['500 with a message', json({ message: 'no paper' }, 500), PLAIN],
      ['a small text with an error', text(200, JAVA), `Backend error: ${JAVA}`],
      ['its first 200 characters', text(200, LONG), `Backend error: ${LONG.slice(0, 200)}`],
      ['JSON instead of a file', json({ success: false, message: 'no paper' }), PLAIN],
    ],
  },
  {
    name: 'Daily Report - Minutes',
    link: '/report/daily-report-minutes/mno-to-routelink?year=2025&month=3',
    call: '**/v1/monthly-reports/download/2025/3/MNO_TO_ROUTELINK',
    faults: [
      ['no network', abort, `${PLAIN}: The server could not be reached.`],
      ['500 with a message', json({ message: 'no paper' }, 500), `${PLAIN}: no paper`],
      ['404 without one', json({}, 404), `${PLAIN}: Download failed: 404 Not Found`],
      ['a small text with an error', text(200, JAVA), `Backend error: ${JAVA}`],
    ],
  },
  {
    name: 'Daily Report - International Minutes',
    link: '/report/daily-report-international-minutes?year=2025&month=3',
    call: '**/v1/international-minutes/download/ida-to-routelink/2025-03',
    faults: [
      ['no network', abort, PLAIN],
      ['500 with a text', text(500, 'no paper'), PLAIN],
      ['a small text with an error', text(200, JAVA), `Backend error: ${JAVA}`],
    ],
  },
  {
    name: 'Daily Local Exchange Traffic',
    link: '/report/daily-local-exchange-traffic?year=2025&month=3',
    call: '**/v1/local-exchange-traffic/download/2025/3',
    faults: [
      ['JSON with a message', json({ message: 'no paper' }), `${PLAIN}: no paper`],
      ['JSON with an error', json({ error: 'no ink' }), `${PLAIN}: no ink`],
      ['JSON without either', json({ success: true }), `${PLAIN}: Unexpected JSON received during download`],
      ['500 with JSON', json({ error: 'no ink' }, 500), `${PLAIN}: no ink`],
      [
        '500 with a text',
        text(500, 'no paper'),
        `${PLAIN}: Download failed: 500 Internal Server Error - no paper`,
      ],
      ['503 with nothing', text(503, ''), `${PLAIN}: Download failed: 503 Service Unavailable`],
      ['a small text with an error', text(200, JAVA), `Backend error: ${JAVA}`],
      ['no network', abort, `${PLAIN}: The server could not be reached.`],
    ],
  },
  {
    name: 'Daily International Exchange Traffic',
    link: '/report/daily-international-exchange-traffic?year=2025&month=3',
    call: '**/api/international-exchange/download?year=2025&month=3',
    faults: [
      ['no network', abort, PLAIN],
      ['500 with a message', json({ message: 'no paper' }, 500), PLAIN],
      ['a small text with an error', text(200, JAVA), `Backend error: ${JAVA}`],
    ],
  },
]

for (const { name, link, call, faults } of REPORTS) {
  test(`${name} shows a message for each rejected download, and keeps the table (spec 8.6)`, async ({
    page,
    problems,
  }) => {
    problems.expect('Failed to load resource', 'download')
    let answer: Answer = abort
    await page.route(call, (route) => answer(route))
    await page.goto(`${link}&view=table`)
    await expect(table(page)).toBeVisible()
    for (const [what, fault, message] of faults) {
      await test.step(what, async () => {
        answer = fault
        await button(page, 'Download').click()
        await expect(alert(page)).toHaveText(message)
        await expect(table(page)).toBeVisible()
        await button(page, 'Close message').click()
      })
    }
  })
}

test.describe('saved files', () => {
  const call = '**/v1/local-exchange-traffic/download/2025/3'
  const take = async (page: Page, body: string | Buffer, headers: Record<string, string> = {}) => {
    await page.unroute(call)
    await page.route(call, (route) => route.fulfill({ body, headers }))
    const file = await fileOf(page, () => button(page, 'Download').click())
    await expect(status(page)).toHaveText('Download started successfully!')
    await button(page, 'Close message').click()
    return file
  }

  test('may be small: their content is not searched for error words, and the size is a warning (spec 5.10, S53)', async ({
    page,
  }) => {
    const warnings: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text())
    })
    await page.goto('/report/daily-local-exchange-traffic?year=2025&month=3')
    const { bytes } = await take(page, 'PK\u0003\u0004 Error Exception')
    expect(bytes.toString()).toBe('PK\u0003\u0004 Error Exception')
    await take(page, 'a,b\n1,2')
    expect(warnings.filter((text) => text.includes('bytes'))).toHaveLength(2)
  })

  test('have the name of the server without path and control characters, or the specified one (spec 9.3, S52)', async ({
    page,
  }) => {
    await page.goto('/report/daily-local-exchange-traffic?year=2025&month=3')
    const name = async (disposition?: string) =>
      (await take(page, 'PK', disposition === undefined ? {} : { 'content-disposition': disposition })).name
    expect(await name('attachment; filename="March.xlsx"')).toBe('March.xlsx')
    expect(await name('attachment; filename="../../etc/passwd.xlsx"')).toBe('passwd.xlsx')
    expect(await name("attachment; filename=x; filename*=UTF-8''M%C3%A4rz%0D%0A.xlsx")).toBe('März.xlsx')
    const today = new Date().toISOString().slice(0, 10)
    expect(await name()).toBe(`Local_Exchange_Traffic_2025_3_${today}.xlsx`)
    expect(await name('attachment; filename="../"')).toBe(`Local_Exchange_Traffic_2025_3_${today}.xlsx`)
  })

  test('of other reports have the specified name, whatever the server sends (spec 9.3)', async ({ page }) => {
    await page.route('**/v1/monthly-reports/download/**', (route) =>
      route.fulfill({ body: 'PK', headers: { 'content-disposition': 'attachment; filename="other.xlsx"' } }),
    )
    await page.goto('/report/monthly-reports/mno-to-routelink?year=2025')
    const { name } = await fileOf(page, () => button(page, 'Download').click())
    expect(name).toBe('monthly_report_mno_to_routelink_2025.xlsx')
  })
})

test.describe('chart images that cannot be created (spec 8.7)', () => {
  const NO_CHART = 'Chart container not found. Please ensure the chart is visible and try again.'
  const LINK = '/report/monthly-reports/mno-to-routelink?year=2025&view=chart'

  test('show an error if nothing is drawn, or the chart is hidden before the capture', async ({ page }) => {
    await page.goto(LINK)
    await expect(chart(page)).toBeVisible()
    await button(page, 'Hide All').click()
    await button(page, 'Download Chart').click()
    await expect(alert(page)).toHaveText(NO_CHART)
    await button(page, 'Default').click()
    await button(page, 'Close message').click()
    await button(page, 'Download Chart').click()
    await button(page, 'Hide Chart').click()
    await expect(alert(page)).toHaveText(NO_CHART)
    await expect(table(page)).toBeVisible()
  })

  test('show an error for a canvas without an image, and for one that fails without a message', async ({
    page,
  }) => {
    await page.goto(LINK)
    await expect(chart(page)).toBeVisible()
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.toBlob = (give) => give(null)
    })
    await button(page, 'Download Chart').click()
    await expect(alert(page)).toHaveText('Internal error: the canvas gave no image.')
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.toBlob = () => {
        throw new Error('')
      }
    })
    await button(page, 'Close message').click()
    await button(page, 'Download Chart').click()
    await expect(alert(page)).toHaveText('Chart download failed')
  })
})
