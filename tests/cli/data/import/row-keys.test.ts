import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDate } from '../../../../src/cli/data/import/row-keys.ts'
import { readXlsxRows } from '../../../../src/cli/data/import/xlsx-rows.ts'
import { parseDate } from '../../../../src/time/calendar.ts'
import { createTestApp, type TestApp } from '../../../support/test-app.ts'
import { data, targets, put } from '../../../support/run-data.ts'

let folder = ''
let portal: TestApp
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dates-'))
  portal = await createTestApp()
})
afterAll(async () => {
  await portal.close()
  rmSync(folder, { recursive: true })
})

const PLACE = 45_723
/** A workbook whose first cell below the headings is formatted as a date and holds `value` as it is written. */
async function workbook(headings: readonly string[], rest: readonly (string | number)[], value: string) {
  const rows = [[...headings], [PLACE, ...rest]]
  const bytes = await writeXlsx({ sheets: [{ name: 'A', rows, columns: [{ numFmt: 'dd/mm/yyyy' }] }] })
  const parts = unzipSync(bytes)
  const name = 'xl/worksheets/sheet1.xml'
  const sheet = strFromU8(parts[name] ?? new Uint8Array())
  expect(sheet).toContain(`<v>${PLACE}</v>`)
  return zipSync({ ...parts, [name]: strToU8(sheet.replace(`<v>${PLACE}</v>`, `<v>${value}</v>`)) })
}

const dated = targets.filter(({ key }) => key === 'date')
const WRONG = ['1743465600', '1000000000', '1e300', '-1e300', '-5', '0', '3000000', 'NaN']
/** Day numbers of the weeks in which spreadsheets have a 29 February 1900 (L12). */
const AMBIGUOUS = ['1', '59', '60', '60.5']

describe('a number in a date cell', () => {
  test.each(dated.flatMap((target) => WRONG.map((value) => ({ target, name: target.name, value }))))(
    '$name: $value is rejected with its location and the expected values',
    async ({ target, value }) => {
      const [head = '', ...lines] = target.example.trimEnd().split('\n')
      const cells = (lines[0] ?? '').replace(/"([\d.,]+)"/, (_, text: string) => text.replace(',', ''))
      const rest = cells.split(',').slice(1)
      const figures = rest.map((cell) => (Number.isFinite(Number(cell)) ? Number(cell) : cell))
      const path = put(folder, 'wrong.xlsx', await workbook(head.split(','), figures, value))
      const ran = await data(portal.location, 'import', target.name, path)
      expect(ran).toMatchObject({ code: 1, err: '' })
      expect(ran.out).toMatch(
        /^row 2, column "Date" \(A\): .*(?:between 1900 and 2199|is not a calendar date; write 2025-03-07).*\n1 error, nothing was imported$/,
      )
      expect(ran.out).not.toContain('0NaN')
    },
  )

  test.each(AMBIGUOUS)('%s is rejected, and 61 is 1 March 1900 (L12)', async (value) => {
    const read = async (number: string) => {
      const path = put(folder, 'early.xlsx', await workbook(['Date'], [], number))
      const cells = []
      for await (const [row] of readXlsxRows(path, null)) cells.push(row?.cells[0] ?? null)
      return readDate(cells[1] ?? null)
    }
    expect(await read(value)).toHaveProperty('error', expect.stringContaining('before March 1900'))
    expect(await read('61')).toEqual({ key: '1900-03-01' })
  })

  test.each([
    ['45723.5', '2025-03-07'],
    ['45723.99999998', '2025-03-07'],
    ['45723.999999999', '2025-03-08'],
  ])('%s is %s: a time counts for its day, in whole milliseconds (L12)', async (value, key) => {
    const path = put(folder, 'late.xlsx', await workbook(['Date'], [], value))
    const cells = []
    for await (const [row] of readXlsxRows(path, null)) cells.push(row?.cells[0] ?? null)
    expect(readDate(cells[1] ?? null)).toEqual({ key })
  })

  test('any number is a date of the years 1900 to 2199 or an error', async () => {
    const number = fc.oneof(fc.double(), fc.integer(), fc.integer({ min: -10, max: 120_000 }))
    await fc.assert(
      fc.asyncProperty(number, async (value) => {
        const path = put(folder, 'any.xlsx', await workbook(['Date'], [], String(value)))
        const cells = []
        for await (const [row] of readXlsxRows(path, null)) cells.push(row?.cells[0] ?? null)
        const read = readDate(cells[1] ?? null)
        const isDay = (key: string) => /^(?:19|20|21)\d\d-\d\d-\d\d$/.test(key) && parseDate(key) !== null
        return 'error' in read || isDay(read.key)
      }),
      { numRuns: 200 },
    )
    const path = put(folder, 'good.xlsx', await workbook(['Date'], [], String(PLACE)))
    const cells = []
    for await (const [row] of readXlsxRows(path, null)) cells.push(row?.cells[0] ?? null)
    expect(readDate(cells[1] ?? null)).toEqual({ key: '2025-03-07' })
  })
})
