import { unzipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'
import { HOSTILE_NAMES } from './hostile-names.ts'
import { button, cells, chart, expect, fileOf, series, status, table, test } from './report.ts'

const LINK = '/report/daily-report-international-minutes?year=2024&month=6'
const SUM = 210_000
const figures = HOSTILE_NAMES.map((_, index) => (index + 1) * 1_000)
const shown = (value: number) => `${value.toLocaleString('en')}.00`
/** Two columns of one name are told apart: a carrier takes the name that the sum has too. */
const LABELS = [...HOSTILE_NAMES, 'Grand Total (2)']

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'alert', { value: () => (document.title = 'broken') })
  })
})

test('hostile names are text in table, toggles, tooltip and chart, and no value moves (S44, S46, S47)', async ({
  page,
}) => {
  const title = 'Daily Report - International Minutes - IDA to Routelink'
  await page.goto(`${LINK}&view=table`)
  await expect(table(page)).toBeVisible()
  expect(await cells(table(page))).toEqual([
    ['Date', ...LABELS],
    ['6/15/2024', ...figures.map(shown), shown(SUM)],
    ['Total', ...figures.map(shown), shown(SUM)],
  ])

  await page.goto(`${LINK}&view=chart&series=all`)
  await expect(series(page)).toHaveText([...HOSTILE_NAMES])
  await expect(series(page).and(page.locator('[aria-pressed=true]'))).toHaveCount(HOSTILE_NAMES.length)
  await expect(page.locator('main')).not.toContainText(/NaN|undefined|\[object/)
  // Forced: what the pointer is over is read by a layer above the image.
  await chart(page).hover({ force: true })
  await expect(page.getByText('6/15/2024', { exact: true })).toBeVisible()
  await expect(page.getByText('+ 8 more')).toBeVisible()
  await series(page).nth(2).click()
  await expect(page).toHaveURL(/flip=__proto__/)
  await expect(series(page).nth(2)).toHaveAttribute('aria-pressed', 'false')

  for (const type of ['Pie', 'Bar', 'Line']) {
    await button(page, type).click()
    await expect(button(page, type)).toHaveAttribute('aria-pressed', 'true')
    await expect(chart(page).locator('svg:visible, canvas:visible')).toHaveCount(1)
  }
  await page.reload()
  await expect(series(page).nth(2)).toHaveAttribute('aria-pressed', 'false')
  await page.getByText('Show data').click()
  const kept = HOSTILE_NAMES.filter((name) => name !== '__proto__')
  expect((await cells(table(page)))[0]).toEqual(['Date', ...kept])

  expect(await page.title()).toBe(title)
  await expect(page.locator('img[src="x"], script:not([src])')).toHaveCount(0)
})

test('hostile names are text in the image and in the workbook (S44, S50, S51)', async ({ page }) => {
  await page.goto(`${LINK}&view=chart&series=all&chart=pie`)
  await expect(chart(page)).toBeVisible()
  await button(page, 'Other image formats').click()
  const image = await fileOf(page, () => button(page, 'SVG image').click())
  // The portal's own policy allows no page of it to parse a text as markup.
  const elsewhere = await page.context().newPage()
  const wellFormed = await elsewhere.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml')
    return {
      root: parsed.documentElement.nodeName,
      odd: parsed.querySelectorAll('img, script, foreignObject, [onerror], parsererror').length,
      texts: [...parsed.querySelectorAll('text')].map(({ textContent }) => textContent),
    }
  }, image.bytes.toString())
  await elsewhere.close()
  expect(wellFormed).toMatchObject({ root: 'svg', odd: 0 })
  for (const name of ['__proto__', 'constructor', 'a.b[0]', '+1+1', 'Total', 'a\\b']) {
    expect(wellFormed.texts).toContain(name)
  }
  await expect(status(page)).toHaveText('Chart downloaded successfully!')

  const { bytes } = await fileOf(page, () => button(page, 'Download').click())
  const lines = (await readXlsxFile(bytes))[0]?.data ?? []
  expect(lines[2]).toEqual(['Date', ...LABELS])
  expect(lines[3]).toEqual([new Date('2024-06-15T00:00:00Z'), ...figures, SUM])
  expect(lines[4]).toEqual(['Total', ...figures, SUM])
  const sheet = new TextDecoder().decode(unzipSync(bytes)['xl/worksheets/sheet1.xml'])
  expect(
    [...sheet.matchAll(/<f>([^<]*)<\/f>/g)].every(([, formula]) => formula?.startsWith('SUBTOTAL(109,')),
  ).toBe(true)
})
