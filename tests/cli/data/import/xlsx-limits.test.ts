import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../support/test-app.ts'
import { environmentOf, put } from '../../../support/run-data.ts'

let folder = ''
let portal: TestApp
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sparse-'))
  portal = await createTestApp()
})
afterAll(async () => {
  await portal.close()
  rmSync(folder, { recursive: true })
})

const HEAD = ['Date', 'Type', 'Airtel', 'MTN', '9Mobile', 'GLO', 'IDA']
const RECORD = ['2025-03-07', 'MNO_TO_ROUTELINK', 1, 2, 3, 4, 5]
const SHEET = 'xl/worksheets/sheet1.xml'

type Parts = Record<string, Uint8Array>

/** A good workbook of one record, whose sheet is changed as its XML; `more` changes other parts. */
async function workbook(change: (xml: string) => string, more: (parts: Parts) => Parts = (parts) => parts) {
  const parts = unzipSync(await writeXlsx({ sheets: [{ name: 'A', rows: [HEAD, RECORD] }] }))
  const sheet = strFromU8(parts[SHEET] ?? new Uint8Array())
  const bytes = zipSync(more({ ...parts, [SHEET]: strToU8(change(sheet)) }))
  expect(bytes.length).toBeLessThan(200_000)
  return bytes
}

const cells = (xml: string) => (text: string) => text.replace('</sheetData>', `${xml}</sheetData>`)
/** Rows below the record, each with what `cell` gives for its number. */
const rows = (count: number, cell: (row: number) => string) =>
  cells(
    Array.from({ length: count }, (_, index) => `<row r="${index + 3}">${cell(index + 3)}</row>`).join(''),
  )

/** Imports as an operator does, in a process that may take so many megabytes of memory for its objects. */
function importWithin(megabytes: number, bytes: Uint8Array) {
  const path = put(folder, 'file.xlsx', bytes)
  const program = ['--import', 'tsx', 'src/cli/data.ts', 'import', 'daily-reports', path, '--dry-run']
  const { status, stdout } = spawnSync(process.execPath, [`--max-old-space-size=${megabytes}`, ...program], {
    env: { ...process.env, ...environmentOf(portal.location) },
    encoding: 'utf8',
  })
  return { status, stdout }
}

const PLACE = "the workbook's part 'xl/worksheets/sheet1.xml'"
const COLUMNS = 'at most 2,100 columns are read, up to CBT'
const REFUSED: readonly [what: string, change: (xml: string) => string, message: string][] = [
  [
    'a cell in the last column of many rows',
    rows(9_000, (row) => `<c r="XFD${row}"><v>1</v></c>`),
    `${PLACE} has a cell XFD3; ${COLUMNS}`,
  ],
  [
    'the same under another prefix, in small letters and behind a comment that looks like the end',
    (xml) =>
      rows(9_000, (row) => `<!-- </sheetData> <c r="A1"/> --><q:c t="n" r = 'xfd${row}'><v>1</v></q:c>`)(xml),
    `${PLACE} has a cell XFD3; ${COLUMNS}`,
  ],
  [
    'empty cells without a place, one behind the other',
    rows(300, () => '<c/>'.repeat(16_384)),
    `${PLACE} has a cell CBU3; ${COLUMNS}`,
  ],
  [
    'a place written with entities',
    rows(9_000, (row) => `<c r="&#88;FD${row}"><v>1</v></c>`),
    "the workbook cannot be read: invalid attribute r='&#88;FD3'",
  ],
  [
    'a place that is there twice',
    rows(300, () => '<c r="A3" r/>'.repeat(16_384)),
    'the workbook cannot be read: a tag has two attributes r',
  ],
  [
    'many rows with one cell far to the right',
    rows(20_000, (row) => `<c r="CBT${row}"><v>1</v></c>`),
    `${PLACE} spans 4,762 rows and 2,100 columns with its cell CBT4762, more than 10,000,000 cells`,
  ],
  [
    'one cell far below',
    cells('<row r="1048576"><c r="A1048576"><v>1</v></c></row>'),
    `${PLACE} has a cell A1048576; at most 250,000 rows are read`,
  ],
  [
    'repeated widths of all columns',
    (xml) =>
      xml.replace('<sheetData>', `<cols>${'<col min="1" max="16384"/>'.repeat(100_000)}</cols><sheetData>`),
    `${PLACE} sets the widths of the same columns too often`,
  ],
  [
    'millions of links',
    (xml) =>
      xml.replace(
        '</sheetData>',
        `</sheetData><hyperlinks>${'<hyperlink ref="A1"/>'.repeat(2_100_000)}</hyperlinks>`,
      ),
    'the workbook has more than 2,000,000 texts and formats; save the sheet as CSV UTF-8',
  ],
]

describe('a small workbook that would need much memory (L9)', () => {
  test.each(REFUSED)('%s: is rejected at once, with the cell', async (_, change, message) => {
    const { status, stdout } = importWithin(200, await workbook(change))
    expect(stdout).toContain(message)
    expect(stdout).toContain('\n1 error, nothing was imported\n')
    expect(status).toBe(1)
  })

  test('does not read one sheet repeatedly if it is listed many times', async () => {
    const wide = rows(4_700, (row) => `<c r="CBT${row}"><v/></c>`)
    const bytes = await workbook(wide, (parts) => {
      const book = strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array())
      const listed = book.replace(/<sheet .*?\/>/, (sheet) =>
        Array.from({ length: 50 }, (_, index) => sheet.replace('"A"', `"A${index}"`)).join(''),
      )
      return { ...parts, 'xl/workbook.xml': strToU8(listed) }
    })
    expect(importWithin(300, bytes)).toEqual({
      status: 1,
      stdout:
        'the sheets of the workbook are too large to be read together; choose one with --sheet\n1 error, nothing was imported\n',
    })
  })

  test('ignores wrong declared dimensions and merged cells', async () => {
    const lies = await workbook((xml) =>
      xml
        .replace(/<dimension [^>]*>/, '')
        .replace('<sheetData>', '<dimension ref="A1:XFD1048576"/><sheetData>')
        .replaceAll('<row ', '<row spans="1:16384" ')
        .replace(
          '</sheetData>',
          `</sheetData><mergeCells>${'<mergeCell ref="A10:XFD1048576"/>'.repeat(1_000)}</mergeCells>`,
        ),
    )
    const { status, stdout } = importWithin(200, lies)
    expect(stdout).toContain('1 row read: would add 1')
    expect(status).toBe(0)
  })

  test('does not measure a picture as a sheet', async () => {
    const noise = Uint8Array.from({ length: 300_000 }, (_, index) => [60, 34, 99, 32][index % 4] ?? 0)
    const bytes = await workbook(
      (xml) => xml,
      (parts) => ({ ...parts, 'xl/media/image1.png': noise }),
    )
    expect(importWithin(200, bytes).stdout).toContain('1 row read: would add 1')
  })
})
