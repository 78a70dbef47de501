import type { Locator } from '@playwright/test'
import { cells, expect, type Page, table, test } from './report.ts'
import { serveWideTable, WIDE, wideNames } from './wide-table.ts'

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
/** Counts the rows below the table that are in view before it is scrolled. */
const countPinned = (page: Page) =>
  footer(page).evaluate((foot) => {
    const edge = foot.closest('.data-table-box')?.getBoundingClientRect().bottom ?? 0
    const isAbove = (row: Element) => (row.firstElementChild?.getBoundingClientRect().bottom ?? 0) <= edge + 1
    return [...foot.children].filter(isAbove).length
  })
const parse = (text = '') => Number(text.replaceAll(/[,+%]/g, ''))

test('the previous month is below the same total, also per day and by weekday (spec 4.23)', async ({
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
    'Difference per day %',
    'Difference by weekday %',
  ])
  expect(query(page)).toBe('?year=2025&month=3&compare=previous&view=table')
  const compared = await cells(table(page))
  expect(compared.slice(0, plain.length)).toEqual(plain)
  const below = compared.slice(plain.length - 1).map((line) => parse(line.at(-1)))
  const [, earlier, difference, percent, perDay] = below
  expect(earlier).toBe(february)
  expect(difference).toBeCloseTo(march - february, 2)
  expect(percent).toBe(Math.round(((march - february) / february) * 1000) / 10)
  const daily = february / 28
  expect(perDay).toBe(Math.round(((march / 31 - daily) / daily) * 1000) / 10)
  const remark = page.getByText('Days with a record: 31 in March 2025, 28 in February 2025.')
  await expect(remark.filter({ visible: true })).toHaveCount(1)

  expect(await countPinned(page)).toBe(6)
  await page.setViewportSize({ width: 844, height: 600 })
  expect(await countPinned(page)).toBe(1)

  await compare(page).selectOption({ label: 'None' })
  await expect(footer(page).getByRole('rowheader')).toHaveText(['Total'])
  expect(await countPinned(page)).toBe(1)
  expect(query(page)).toBe('?year=2025&month=3&view=table')
})

test('on a phone the headings of several comparisons are shown whole, in at most three lines', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${MARCH}&compare=all`)
  const headings = footer(page).getByRole('rowheader')
  await expect(headings).toHaveText([
    'Total',
    'February 2025',
    'Difference to February 2025',
    'Difference % to February 2025',
    'Difference per day % to February 2025',
    'Difference by weekday % to February 2025',
    'March 2024',
    'Difference to March 2024',
    'Difference % to March 2024',
    'Difference per day % to March 2024',
    'Difference by weekday % to March 2024',
  ])
  const expectWhole = async () => {
    const cut = await headings.evaluateAll((list) =>
      list
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((item) => item.textContent),
    )
    expect(cut).toEqual([])
    const heights = await headings.evaluateAll((list) => list.map(({ clientHeight }) => clientHeight))
    expect(Math.max(...heights)).toBeLessThan(4 * 18)
  }
  await expectWhole()
  // The lines of several comparisons would cover the rows.
  expect(await countPinned(page)).toBe(1)
  // So are those of a table of which only the cells in view are rendered.
  await serveWideTable(page, 120)
  const [name = ''] = wideNames(1)
  const data = [{ reportDate: '1/1/2024', [name]: 5 }]
  await page.route('**/ida-to-routelink/2024-01', (route) =>
    route.fulfill({ json: { success: true, message: '', records: { data, carriers: [name] } } }),
  )
  await page.goto(`${WIDE}&view=table&compare=previous`)
  await expect(table(page)).toHaveClass(/windowed/)
  await expect(headings.last()).toHaveText(/^Like for like/)
  await expectWhole()
})
