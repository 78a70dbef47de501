import type { Locator } from '@playwright/test'
import readXlsx from 'read-excel-file/node'
import { button, cells, chart, expect, fileOf, month, type Page, table, test } from './report.ts'

const DAILY = '/report/daily-report-minutes/mno-to-routelink'
const MARCH = `${DAILY}?year=2025&month=3&view=table`
const compare = (page: Page): Locator => page.getByLabel('Compare')
const footer = (page: Page): Locator => table(page).locator('tfoot')
const query = (page: Page) => new URL(page.url()).search

/** The total of a month in the last column of its table, as a number. */
async function readTotal(page: Page, address: string): Promise<number> {
  await page.goto(address)
  const lines = await cells(footer(page))
  return parse(lines[0]?.at(-1))
}
const parse = (text = '') => Number(text.replaceAll(/[,+%]/g, ''))

test('the previous month is three lines below the total, which stays as it is (spec 4.23)', async ({
  page,
}) => {
  const february = await readTotal(page, `${DAILY}?year=2025&month=2&view=table`)
  const march = await readTotal(page, MARCH)
  const plain = await cells(table(page))

  await compare(page).selectOption({ label: 'Previous period' })
  await expect(footer(page).getByRole('rowheader')).toHaveText([
    'Total',
    'February 2025',
    'Difference',
    'Difference %',
  ])
  expect(query(page)).toBe('?year=2025&month=3&compare=previous&view=table')
  const compared = await cells(table(page))
  expect(compared.slice(0, plain.length)).toEqual(plain)
  const [, earlier, difference, percent] = compared.slice(plain.length - 1).map((line) => parse(line.at(-1)))
  expect(earlier).toBe(february)
  expect(difference).toBeCloseTo(march - february, 2)
  expect(percent).toBe(Math.round(((march - february) / february) * 1000) / 10)
  await expect(
    page.getByText('Days with a record: 31 in March 2025, 28 in February 2025.').first(),
  ).toBeVisible()

  await compare(page).selectOption({ label: 'None' })
  await expect(footer(page).getByRole('rowheader')).toHaveText(['Total'])
  expect(query(page)).toBe('?year=2025&month=3&view=table')
})

test('is kept by reload, View Chart, Hide Chart and tabs, and Back undoes it (spec 4.16, 4.23)', async ({
  page,
}) => {
  await page.goto(MARCH)
  await compare(page).selectOption({ label: 'Year before' })
  await expect(footer(page)).toContainText('March 2024')
  await page.reload()
  await expect(footer(page)).toContainText('March 2024')
  await button(page, 'View Chart').click()
  await expect(chart(page)).toBeVisible()
  expect(query(page)).toBe('?year=2025&month=3&compare=year&view=chart')
  await button(page, 'Hide Chart').click()
  await expect(footer(page)).toContainText('March 2024')
  await month(page).selectOption({ label: 'April' })
  await expect(footer(page)).toContainText('April 2024')
  await page.goBack()
  await expect(footer(page)).toContainText('March 2024')

  await page.getByRole('link', { name: 'Routelink to MNO' }).click()
  await expect(compare(page)).toHaveValue('year')
  await button(page, 'Submit').click()
  await expect(footer(page)).toContainText('March 2024')
  await button(page, 'Monthly Average').click()
  await expect(compare(page).locator('option')).toHaveText(['None', 'Year before'])
  await expect(compare(page)).toHaveValue('year')
})

test('a report stays and says why if the earlier period has no data, is not offered or fails', async ({
  page,
  problems,
}) => {
  const reason = page.getByRole('main').locator('form output')
  await page.goto('/report/daily-report-international-minutes?year=2024&month=2&view=table')
  await expect(table(page)).toBeVisible()
  await compare(page).selectOption({ label: 'Year before' })
  await expect(reason).toHaveText('February 2023 is not available in this report.')
  await expect(table(page)).toBeVisible()

  await page.route('**/v1/monthly-reports/2025/2/*', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'Out of order.' } }),
  )
  problems.expect(/500/)
  await page.goto(`${MARCH}&compare=previous`)
  await expect(reason).toHaveText('February 2025 could not be loaded.')
  await expect(footer(page).getByRole('rowheader')).toHaveText(['Total'])
  await page.unroute('**/v1/monthly-reports/2025/2/*')

  await page.route('**/v1/monthly-reports/2025/2/*', (route) =>
    route.fulfill({ json: { success: true, records: [], totalCount: 0 } }),
  )
  await button(page, 'Submit').click()
  await expect(reason).toHaveText('No data for February 2025.')
  await expect(footer(page).getByRole('rowheader')).toHaveText(['Total'])
})

test('a chart draws the earlier month, and says so in words, tooltip and image (spec 4.19, 4.20, 4.23)', async ({
  page,
}) => {
  await page.goto(`${DAILY}?year=2025&month=3&compare=previous&view=chart`)
  const summary = page.getByText('The thinner lines are February 2025.')
  await expect(summary).toBeVisible()
  await expect(chart(page).locator('path[stroke-opacity="0.5"]')).toHaveCount(5)
  const box = await chart(page).boundingBox()
  if (box === null) throw new Error('no chart')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await expect(page.getByText(/^3\/\d+\/2025 and 2\/\d+\/2025$/)).toBeVisible()
  await page.mouse.move(0, 0)

  await page.getByRole('group', { name: 'Series' }).getByRole('button').first().click()
  await expect(chart(page).locator('path[stroke-opacity="0.5"]')).toHaveCount(4)
  await button(page, 'Other image formats').click()
  const image = await fileOf(page, () => button(page, 'SVG image').click())
  expect(image.bytes.toString()).toContain('>February 2025 (thinner)<')

  await button(page, 'Pie').click()
  await expect(page.getByText(/Not drawn: [\d,.]+ in February 2025 \([+-][\d.]+%\)\./)).toBeVisible()
})

test('the workbook has the comparison on a sheet, made by the API or else by the browser (spec 4.21, 9.5)', async ({
  page,
}) => {
  const readDownload = async () => {
    const [call, file] = await Promise.all([
      page.waitForRequest(/\/download\//, { timeout: 3_000 }).then(
        (request) => new URL(request.url()).search,
        () => null,
      ),
      fileOf(page, () => button(page, 'Download').click()),
    ])
    const sheets = await readXlsx(file.bytes)
    return { call, sheets: sheets.map(({ sheet }) => sheet), airtel: sheets[2]?.data[3] }
  }
  await page.goto(`${MARCH}&compare=previous`)
  await expect(footer(page)).toContainText('February 2025')
  const served = await readDownload()
  expect(served).toMatchObject({
    call: '?compare=previous',
    airtel: ['Airtel', ...Array(4).fill(expect.any(Number))],
  })
  expect(served.sheets.slice(1)).toEqual(['About', 'Comparison'])

  await page.route('**/settings.properties', (route) =>
    route.fulfill({ body: 'api.base.url=/\nfeature.reports.enabled=true\n' }),
  )
  await page.reload()
  await expect(footer(page)).toContainText('February 2025')
  expect(await readDownload()).toEqual({ ...served, call: null })

  await compare(page).selectOption({ label: 'None' })
  await expect(footer(page)).not.toContainText('February 2025')
  expect(await readDownload()).toMatchObject({ call: '', airtel: undefined })
})

for (const [width, height] of [
  [1440, 900],
  [390, 844],
  [1024, 560],
] as const) {
  test(
    `the lines are below each other at ${width} x ${height} px (spec 4.23)`,
    { tag: '@rest' },
    async ({ page }) => {
      await page.setViewportSize({ width, height })
      await page.goto(`${MARCH}&compare=previous`)
      const headers = footer(page).getByRole('rowheader')
      await expect(headers).toHaveCount(4)
      // In a low window only the total stays in view.
      const last = headers.last()
      if (height < 700) await last.scrollIntoViewIfNeeded()
      else await table(page).scrollIntoViewIfNeeded()
      await expect(last).toBeInViewport()
      const tops = await headers.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top))
      expect(tops.every((top, index) => index === 0 || top - (tops[index - 1] ?? 0) > 20)).toBe(true)
    },
  )
}
