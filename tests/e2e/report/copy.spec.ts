import { button, expect, link, type Page, table, test } from './report.ts'
import { findScreen, type Screen } from './screens.ts'
import { serveWideTable, WIDE, wideNames, wideValue } from './wide-table.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** What a program gets that takes text, line by line and cell by cell. */
const readText = async (page: Page): Promise<string[][]> => {
  const text = await page.evaluate(() => navigator.clipboard.readText())
  return text.split('\n').map((line) => line.split('\t'))
}

/** What a spreadsheet gets: the texts of the cells of the copied table, and the numbers among them. */
const readHtml = (page: Page) =>
  page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    const html = (await (await item?.getType('text/html'))?.text()) ?? ''
    const rows = [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row]) => [
      ...(row ?? '').matchAll(/<t[dh]([^>]*)>(.*?)<\/t[dh]>/gs),
    ])
    return {
      texts: rows.map((row) => row.map(([, , text]) => text)),
      numbers: rows.map((row) => row.map(([, attributes]) => /x:num="([^"]*)"/.exec(attributes ?? '')?.[1])),
    }
  })

const header = (page: Page, name: string) => table(page).getByRole('button', { name, exact: true })

/** What the screen shows, as it must be copied: no separators, ISO dates, blanks for rows without a record. */
const expected = ({ header: names, rows, total, year }: Screen): string[][] => {
  const plain = (text: string) => String(Number(text.replaceAll(',', '')))
  const months = 'JanFebMarAprMayJunJulAugSepOctNovDec'
  const date = (text: string) => {
    const [month = '', day = '', inYear = ''] = text.split('/')
    const two = (part: string) => part.padStart(2, '0')
    if (inYear !== '') return `${inYear}-${two(month)}-${two(day)}`
    return /^\d/.test(text) ? text : `${year}-${two(String(months.indexOf(text) / 3 + 1))}`
  }
  return [
    [...names],
    ...rows.map(([key = '', ...values]) =>
      key.endsWith(' no record')
        ? [date(key.replace(' no record', '')), ...values.map(() => '')]
        : [date(key), ...values.map(plain)],
    ),
    ...(total === null ? [] : [['Total', ...total.slice(1).map(plain)]]),
  ]
}

/** Values that the table rounds to two decimals. */
const rounded = (lines: readonly string[][]) =>
  lines.map((line, row) =>
    line.map((text, column) =>
      row === 0 || column === 0 || text === '' ? text : String(Math.round(Number(text) * 100) / 100),
    ),
  )

for (const screen of [
  findScreen('Monthly Report, MNO to Routelink'),
  findScreen('Daily Local Exchange Traffic'),
]) {
  test(`Copy copies all that is shown: ${screen.name} (spec 2.20)`, async ({ page }) => {
    await page.goto(link(screen, { view: 'table' }))
    await button(page, 'Copy').click()
    const lines = expected(screen)
    await expect(
      page.getByText(`Copied ${lines.length - 1} rows and ${screen.header.length} columns.`),
    ).toBeVisible()
    expect(rounded(await readText(page))).toEqual(lines)
    const html = await readHtml(page)
    expect(rounded(html.texts.map((row) => row.map((text) => text ?? '')))).toEqual(lines)
    const areNumbers = html.numbers.slice(1).flatMap((row) => row.slice(1).filter((one) => one !== undefined))
    expect(areNumbers).toHaveLength(
      lines.slice(1).flatMap((row) => row.slice(1).filter((one) => one !== '')).length,
    )
  })
}

test('the order and the columns on the screen are those of the copy', async ({ page }) => {
  await page.goto(link(findScreen('International Minutes, IDA to Routelink'), { view: 'table' }))
  await header(page, 'Alpha').click()
  await button(page, 'Columns').click()
  for (const name of ['Beta', 'Gamma', 'Delta', 'Omega'])
    await page.getByLabel(name, { exact: true }).uncheck()
  await page.keyboard.press('Escape')
  await button(page, 'Copy').click()
  await expect(page.getByText('Copied 3 rows and 4 columns.')).toBeVisible()
  expect(await readText(page)).toEqual([
    ['Date', 'Zeta Tel', 'Alpha', 'Grand Total'],
    ['2024-02-29', '1', '2.25', '14.25'],
    ['2024-02-01', '10.5', '20', '210.5'],
    ['Total', '11.5', '22.25', '224.75'],
  ])
})

test('the menu of columns copies one column with the first one', async ({ page }) => {
  const screen = findScreen('Daily Minutes, MNO to Routelink')
  await page.goto(link(screen, { view: 'table' }))
  await button(page, 'Columns').click()
  await button(page, `Copy ${screen.header[2] ?? ''}`).click()
  await expect(page.getByText('Copied 29 rows and 2 columns.')).toBeVisible()
  expect(rounded(await readText(page))).toEqual(expected(screen).map((line) => [line[0], line[2]]))
})

test('of a large table, rows and columns that are not in the document are copied as well', async ({
  page,
}) => {
  await serveWideTable(page, 120)
  await page.goto(`${WIDE}&view=table`)
  await expect(table(page)).toHaveClass(/windowed/)
  await button(page, 'Copy').click()
  await expect(page.getByText('Copied 30 rows and 122 columns.')).toBeVisible()
  const lines = await readText(page)
  expect(lines[0]).toEqual(['Date', ...wideNames(120), 'Grand Total'])
  expect(lines[29]?.slice(0, 3)).toEqual(['2024-02-29', String(wideValue(29, 1)), String(wideValue(29, 2))])
})

test('a copy that the browser refuses says what to do', async ({ page }) => {
  await page.addInitScript(() => {
    document.execCommand = () => false
  })
  await page.goto(link(findScreen('Daily Local Exchange Traffic'), { view: 'table' }))
  await button(page, 'Copy').click()
  await expect(page.getByRole('alert')).toHaveText(
    'The table could not be copied. Select it and press Ctrl+C.',
  )
})

test('a comparison below the total row is copied as well', async ({ page }) => {
  await page.goto('/report/daily-local-exchange-traffic?year=2025&month=3&view=table&compare=previous')
  await expect(table(page).getByRole('rowheader', { name: 'Difference %' })).toBeVisible()
  await button(page, 'Copy').click()
  await expect(page.getByText('Copied 35 rows and 14 columns.')).toBeVisible()
  const lines = (await readText(page)).slice(-4)
  expect(lines.map(([label]) => label)).toEqual(['Total', 'February 2025', 'Difference', 'Difference %'])
  const [now, before, difference, percent] = lines.map((line) => Number(line[1]))
  expect(difference).toBeCloseTo((now ?? 0) - (before ?? 0), 6)
  expect(percent).toBeCloseTo((difference ?? 0) / (before ?? 1), 12)
})
