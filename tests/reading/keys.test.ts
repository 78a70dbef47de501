import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { fillChoices } from '../../schemas/dataset/reading.ts'
import { profileColumn, summarizeProfile } from '../../src/reading/profile.ts'
import { getTimeText } from '../../src/reading/cells.ts'
import { keyReaders, type KeyRead, readDate } from '../../src/reading/keys.ts'
import { ANY, parseAmount, parseDuration, PLAIN } from '../../src/reading/numbers.ts'
import { readXlsx } from '../../src/server/data/imports/xlsx-rows.ts'

const NUMBER = 45_723
/** Reads a cell that is formatted as a date, whose number is written as `value`. */
async function read(value: string): Promise<KeyRead> {
  const rows = [['Date'], [NUMBER]]
  const parts = unzipSync(
    await writeXlsx({ sheets: [{ name: 'A', rows, columns: [{ numFmt: 'dd/mm/yyyy' }] }] }),
  )
  const name = 'xl/worksheets/sheet1.xml'
  const sheet = strFromU8(parts[name] ?? new Uint8Array())
  expect(sheet).toContain(`<v>${NUMBER}</v>`)
  const changed = strToU8(sheet.replace(`<v>${NUMBER}</v>`, `<v>${value}</v>`))
  const book = Buffer.from(zipSync({ ...parts, [name]: changed }))
  const cells = []
  for await (const row of (await readXlsx(book, null)).rows) cells.push(row.cells[0] ?? null)
  return readDate(cells[1] ?? null, { order: 'MM/DD/YYYY', hours: null, zone: null, times: null })
}

describe('a workbook', () => {
  const readBook = async (
    rows: (string | number)[][],
    change: (sheet: string) => string,
    numFmt?: string,
  ) => {
    const columns = numFmt === undefined ? {} : { columns: [{ numFmt }] }
    const parts = unzipSync(await writeXlsx({ sheets: [{ name: 'A', rows, ...columns }] }))
    const name = 'xl/worksheets/sheet1.xml'
    const changed = strToU8(change(strFromU8(parts[name] ?? new Uint8Array())))
    const file = await readXlsx(Buffer.from(zipSync({ ...parts, [name]: changed })), null)
    const cells = []
    for await (const row of file.rows) cells.push(row.cells[0] ?? null)
    return { cells, hidden: file.hidden }
  }

  test('says which rows are hidden', async () => {
    const rows = [['Calls'], [1], [2], [3]]
    const hide = (sheet: string) => sheet.replaceAll(/<row r="([23])"/g, '<row r="$1" hidden="1"')
    expect((await readBook(rows, hide)).hidden).toEqual([2, 3])
    expect((await readBook(rows, (sheet) => sheet)).hidden).toEqual([])
  })

  test('repeats a merged name in each of its rows, and refuses a merged number', async () => {
    const merge = (sheet: string) =>
      sheet.replace('</sheetData>', '</sheetData><mergeCells><mergeCell ref="A2:A4"/></mergeCells>')
    const names = [['Name'], ['North'], [''], [''], ['South']]
    expect((await readBook(names, merge)).cells).toEqual(['Name', 'North', 'North', 'North', 'South'])
    await expect(readBook([['Calls'], [5], [''], [''], [7]], merge)).rejects.toThrow(
      'row 2: A2:A4 are merged and contain a number, which counts once; separate them',
    )
  })

  test('has codes as they are shown, where a format writes zeros before them', async () => {
    const rows = [['Prefix'], [44], [12_345], [4.5], ['44']]
    const read = async (format: string) =>
      (await readBook(rows, (sheet) => sheet.replace('<v>44</v>', '<f>40+4</f><v>44</v>'), format)).cells
    expect(await read('0000')).toEqual(['Prefix', '0044', 12_345, 4.5, '44'])
    expect(await read('0')).toEqual(['Prefix', 44, 12_345, 4.5, '44'])
    const typed = (sheet: string) => sheet.replaceAll(/(<c r="A2"[^>]*)>/g, '$1 t="n">')
    expect((await readBook(rows, typed, '0000')).cells[1]).toBe('0044')
  })

  test('has elapsed times, which count in the chosen unit', async () => {
    const { cells } = await readBook([['Time'], [26.5 / 24], [0.5], [100]], (sheet) => sheet, '[h]:mm:ss')
    expect(cells.slice(1).map((cell) => parseDuration(cell, 'hours'))).toEqual([26.5, 12, 2400])
    const rows = cells.slice(1).map((cell, index) => ({ row: index + 2, cells: [cell] }))
    const profile = profileColumn(rows, { index: 0, heading: 'Time' }, fillChoices())
    expect(summarizeProfile(profile, 'amount', true).examples).toBe('26:30:00, 12:00:00')
  })

  test('has no times of 59 and 60 days, of which the reader makes one date', async () => {
    const times = [['Time'], [58.5], [59.5], [60.5], [61.5]]
    const { cells } = await readBook(times, (sheet) => sheet, '[h]:mm:ss')
    expect(cells.slice(1).map((cell) => parseDuration(cell, 'hours'))).toEqual([1404, null, null, 1476])
    const reading = { ...PLAIN, durations: 'hours' } as const
    expect(parseAmount(cells[3] ?? null, ANY, reading)).toContain('is a time of 59 or 60 days')
  })

  test('that counts days from 1904 has the same elapsed times and dates', async () => {
    const rows = [['Time'], [26.5 / 24], [0.5], [100], [44_265]]
    const book = await writeXlsx({
      sheets: [{ name: 'A', rows, columns: [{ numFmt: '[h]:mm:ss' }] }],
      dateSystem: '1904',
    })
    const cells = []
    for await (const row of (await readXlsx(Buffer.from(book), null)).rows) cells.push(row.cells[0] ?? null)
    // Days after the sixtieth cannot be told from dates.
    expect(cells.slice(1).map((cell) => parseDuration(cell, 'hours'))).toEqual([26.5, 12, null, null])
    expect(getTimeText(cells[4] ?? null)).toBe('2025-03-11 00:00')
  })

  test('has times to the second, which are no full hours, and hours that are a millisecond early', () => {
    const time = (ms: number) => new Date(Date.UTC(2025, 2, 1, 11) + ms)
    const plain = { order: 'MM/DD/YYYY', hours: null, zone: null, times: null } as const
    expect(keyReaders.hour(time(-1), null, plain)).toEqual({ key: '2025-03-01T11' })
    expect(keyReaders.hour(time(-15_000), null, plain)).toMatchObject({
      error: expect.stringContaining("'2025-03-01 10:59:45' is not a full hour") as string,
    })
    expect(keyReaders.hour(time(-15_000), null, { ...plain, times: 'cut' })).toEqual({ key: '2025-03-01T10' })
    expect(keyReaders.hour(time(-1), null, { ...plain, times: 'cut' })).toEqual({ key: '2025-03-01T10' })
    expect(keyReaders['quarter-hour']('23:59:59', '2025-03-01', { ...plain, times: 'cut' })).toEqual({
      key: '2025-03-01T23:45',
    })
  })
})

describe('a number in a date cell', () => {
  test.each(['1743465600', '1e300', '-1e300', '-5', '0', '3000000', 'NaN'])(
    '%s is rejected',
    async (value) => {
      const error = expect.stringMatching(
        /between 1900 and 2199|is not a calendar date; write 2025-03-17/,
      ) as string
      expect(await read(value)).toEqual({ error })
    },
  )

  test.each(['1', '59', '60', '60.5'])('%s is rejected, and 61 is 1 March 1900', async (value) => {
    expect(await read(value)).toHaveProperty('error', expect.stringContaining('before March 1900'))
    expect(await read('61')).toEqual({ key: '1900-03-01' })
  })

  test.each([
    ['45723', '2025-03-07'],
    ['45723.5', '2025-03-07'],
    ['45723.99999998', '2025-03-07'],
    ['45723.999999999', '2025-03-08'],
  ])('%s is %s: a time counts for its day, in whole milliseconds', async (value, key) => {
    expect(await read(value)).toEqual({ key })
  })
})
