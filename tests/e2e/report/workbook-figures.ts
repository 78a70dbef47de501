import { unzipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'
import { expect } from './report.ts'
import type { Screen } from './screens.ts'

/** A number as the screen writes it (spec 9.6); anything else as it is. */
const written = (cell: unknown): unknown =>
  typeof cell === 'number'
    ? cell.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    : cell

/** What the first cell of a row has to be in the workbook: a date, or the text. */
const keyOf = (text: string): string | Date => {
  const key = text.replace(' no record', '')
  const slashed = /^(\d+)\/(\d+)\/(\d+)$/.exec(key)
  if (slashed !== null)
    return new Date(Date.UTC(Number(slashed[3]), Number(slashed[1]) - 1, Number(slashed[2])))
  return /^\d{4}-\d{2}-\d{2}$/.test(key) ? new Date(`${key}T00:00:00Z`) : key
}

const period = ({ year, month }: Screen) => (month === undefined ? year : `${year} ${month}`)

/** Compares a workbook with the screen's figures, read by another hand than the one that wrote it (spec 7.15). */
export async function expectWorkbook(bytes: Buffer, screen: Screen): Promise<void> {
  const sheets = await readXlsxFile(bytes)
  expect(sheets).toHaveLength(2)
  expect(sheets[1]?.sheet).toBe('About')
  const lines = sheets[0]?.data ?? []
  expect(lines[0]?.[0]).toBe(screen.tableTitle)
  expect(String(lines[1]?.[0])).toBe(period(screen))
  expect(lines[2]).toEqual(screen.header)
  const body = lines.slice(3, 3 + screen.rows.length)
  expect(body.map(([key]) => key)).toEqual(screen.rows.map(([key = '']) => keyOf(key)))
  expect(body.map((line) => line.slice(1).map(written))).toEqual(screen.rows.map((line) => line.slice(1)))
  const totals = screen.total === null ? [] : [screen.total]
  const rest = lines.slice(3 + screen.rows.length)
  expect(rest.slice(0, totals.length).map((line) => line.map(written))).toEqual(totals)
  // What the screen says of rows that it does not list.
  const remarks = rest
    .slice(totals.length)
    .flat()
    .filter((cell) => cell !== null)
  expect(remarks.every((text) => String(text).includes('not listed'))).toBe(true)
  const parts = unzipSync(bytes)
  const sheet = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml'])
  // Every total is a sum of the rows that a filter shows, and also carries its value.
  const sums = [...sheet.matchAll(/<f>SUBTOTAL\(109,[A-Z]+4:[A-Z]+\d+\)<\/f><v>[^<]+<\/v>/g)]
  expect(sums).toHaveLength(Math.max(0, (screen.total?.length ?? 0) - 1))
}
