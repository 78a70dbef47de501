import { alert, button, chart, expect, fileOf, type Page, status, table, test } from './report.ts'

const LOCAL = '/report/daily-local-exchange-traffic?year=2025&month=3'
const CALL = '**/v1/local-exchange-traffic/download/2025/3'

test('a rejected download shows its message and keeps the table (spec 8.6)', async ({ page, problems }) => {
  problems.expect('Failed to load resource', 'download')
  await page.goto(`${LOCAL}&view=table`)
  await expect(table(page)).toBeVisible()
  for (const [answer, message] of [
    [null, 'Error downloading report: The server could not be reached.'],
    [{ status: 500, json: { error: 'no ink' } }, 'Error downloading report: no ink'],
    [{ contentType: 'text/plain', body: 'Error 7' }, 'Backend error: Error 7'],
  ] as const) {
    await page.unroute(CALL)
    await page.route(CALL, (route) => (answer === null ? route.abort() : route.fulfill(answer)))
    await button(page, 'Download').click()
    await expect(alert(page)).toHaveText(message)
    await expect(table(page)).toBeVisible()
    await button(page, 'Close message').click()
  }
})

test.describe('saved files', () => {
  const take = async (page: Page, body: string, headers: Record<string, string> = {}) => {
    await page.unroute(CALL)
    await page.route(CALL, (route) => route.fulfill({ body, headers }))
    const file = await fileOf(page, () => button(page, 'Download').click())
    await expect(status(page)).toHaveText('Download started successfully!')
    await button(page, 'Close message').click()
    return file
  }

  test('may be small with a warning, and have the name of the server without path, or the specified one (spec 5.10, 9.3, S52, S53)', async ({
    page,
  }) => {
    const warnings: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text())
    })
    await page.goto(LOCAL)
    const { bytes } = await take(page, 'PK\u0003\u0004 Error Exception')
    expect(bytes.toString()).toBe('PK\u0003\u0004 Error Exception')
    expect(warnings.filter((text) => text.includes('bytes'))).toHaveLength(1)
    const disposition = "attachment; filename=x; filename*=UTF-8''..%2FM%C3%A4rz%0D%0A.xlsx"
    expect((await take(page, 'PK', { 'content-disposition': disposition })).name).toBe('März.xlsx')
    const today = new Date().toISOString().slice(0, 10)
    expect((await take(page, 'PK')).name).toBe(`Local_Exchange_Traffic_2025_3_${today}.xlsx`)

    await page.route('**/v1/monthly-reports/download/**', (route) =>
      route.fulfill({ body: 'PK', headers: { 'content-disposition': 'attachment; filename="other.xlsx"' } }),
    )
    await page.goto('/report/monthly-reports/mno-to-routelink?year=2025')
    const { name } = await fileOf(page, () => button(page, 'Download').click())
    expect(name).toBe('monthly_report_mno_to_routelink_2025.xlsx')
  })
})

test('an image of no series, or of a chart that is hidden before it is taken, is an error (spec 8.7)', async ({
  page,
}) => {
  const text = 'Chart container not found. Please ensure the chart is visible and try again.'
  await page.goto('/report/monthly-reports/mno-to-routelink?year=2025&view=chart')
  await expect(chart(page)).toBeVisible()
  await button(page, 'Hide All').click()
  await button(page, 'Download Chart').click()
  await expect(alert(page)).toHaveText(text)
  await button(page, 'Default').click()
  await button(page, 'Close message').click()
  await button(page, 'Download Chart').click()
  await button(page, 'Hide Chart').click()
  await expect(alert(page)).toHaveText(text)
  await expect(table(page)).toBeVisible()
})
