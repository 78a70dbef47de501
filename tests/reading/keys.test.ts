import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { type KeyRead, readDate } from '../../src/reading/keys.ts'
import { readXlsxFile } from '../../src/cli/data/import/xlsx-rows.ts'
import { createFolder } from '../support/folder.ts'
import { put } from '../support/run-data.ts'

const folder = createFolder()
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
  const path = put(folder, 'dates.xlsx', zipSync({ ...parts, [name]: changed }))
  const cells = []
  for await (const row of (await readXlsxFile(path, null)).rows) cells.push(row.cells[0] ?? null)
  return readDate(cells[1] ?? null, { order: 'MM/DD/YYYY', hours: null, zone: null })
}

describe('a number in a date cell', () => {
  test.each(['1743465600', '1e300', '-1e300', '-5', '0', '3000000', 'NaN'])(
    '%s is rejected',
    async (value) => {
      const error = expect.stringMatching(
        /between 1900 and 2199|is not a calendar date; write 2025-03-07/,
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
