import { spawnSync } from 'node:child_process'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { createFolder } from '../../../support/folder.ts'
import { createTestApp } from '../../../support/test-app.ts'
import { environmentOf, put } from '../../../support/run-data.ts'

const folder = createFolder()
const portal = await createTestApp()

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

/** What would need much memory if it were read as a whole. */
const HOSTILE: readonly [what: string, change: (xml: string) => string, message: string][] = [
  [
    'a cell in the last column of many rows',
    rows(9_000, (row) => `<c r="XFD${row}"><v>1</v></c>`),
    'the sheet has a cell XFD3; at most 2,100 columns are read, up to CBT',
  ],
  [
    'empty cells without a place, one behind the other',
    rows(300, () => '<c/>'.repeat(16_384)),
    'the sheet has a cell XFD3; at most 2,100 columns are read, up to CBT',
  ],
  [
    'many rows with one cell far to the right',
    rows(4_700, (row) => `<c r="CBT${row}"><v>1</v></c>`),
    'row 3: column CBT has a value but no heading',
  ],
  [
    'one cell far below',
    cells('<row r="1048576"><c r="A1048576"><v>1</v></c></row>'),
    'the sheet has a row 1048576; at most 250,000 rows are read: delete the rows below the last record',
  ],
  [
    'more than 128 MB of blanks',
    (xml) => xml.replace('<sheetData>', `${' '.repeat(129 * 1024 * 1024)}<sheetData>`),
    'the workbook unpacks to more than 128 MB; save the sheet as CSV UTF-8',
  ],
]

describe('a small workbook that would need much memory', () => {
  test.each(HOSTILE)('%s: is rejected at once, with the place', async (_, change, message) => {
    const { status, stdout } = importWithin(300, await workbook(change))
    expect(stdout).toContain(message)
    expect(stdout).toMatch(/error.*, nothing was imported\n$/)
    expect(status).toBe(1)
  })

  test('a directory that only a zip64 record names gets no way around the limits', async () => {
    const bytes = hideDirectory(await workbook(rows(9_000, (row) => `<c r="XFD${row}"><v>1</v></c>`)))
    const { status, stdout } = importWithin(300, bytes)
    expect(stdout).toMatch(
      /is not an Excel workbook, or it is damaged|has a cell XFD3; at most 2,100 columns/,
    )
    expect(status).toBe(1)
  })

  test('ignores widths, links, merged cells and declared dimensions', async () => {
    const lies = await workbook((xml) =>
      xml
        .replace(/<dimension [^>]*>/, '')
        .replace(
          '<sheetData>',
          `<dimension ref="A1:XFD1048576"/><cols>${'<col min="1" max="16384"/>'.repeat(100_000)}</cols><sheetData>`,
        )
        .replaceAll('<row ', '<row spans="1:16384" ')
        .replace(
          '</sheetData>',
          `</sheetData><mergeCells>${'<mergeCell ref="A10:XFD1048576"/>'.repeat(1_000)}</mergeCells><hyperlinks>${'<hyperlink ref="A1"/>'.repeat(500_000)}</hyperlinks>`,
        ),
    )
    const { status, stdout } = importWithin(300, lies)
    expect(stdout).toContain('1 row read: would add 1')
    expect(status).toBe(0)
  })

  test('says which columns are hidden, and counts no more of them than are read', async () => {
    const hide = (columns: string) =>
      workbook((xml) => xml.replace('<sheetData>', `<cols>${columns}</cols><sheetData>`))
    const some = importWithin(300, await hide('<col min="3" max="4" hidden="1"/>'))
    expect(some.stdout).toContain('hidden columns are read like the others: C, D')
    const many = importWithin(300, await hide('<col min="1" max="16384" hidden="1"/>'.repeat(100_000)))
    expect(many).toMatchObject({ status: 0 })
  })

  test('does not unpack a picture', async () => {
    const noise = Uint8Array.from({ length: 300_000 }, (_, index) => [60, 34, 99, 32][index % 4] ?? 0)
    const bytes = await workbook(
      (xml) => xml,
      (parts) => ({ ...parts, 'xl/media/image1.png': noise }),
    )
    expect(importWithin(300, bytes).stdout).toContain('1 row read: would add 1')
  })
})

const END = 22

/** Moves what the end of a file says of its directory into a zip64 record, and says there that it is empty. */
function hideDirectory(file: Uint8Array): Uint8Array {
  const end = Buffer.from(file.subarray(-END))
  const [count, size, offset] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)]
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(file.length - END), 8)
  locator.writeUInt32LE(1, 16)
  end.writeUInt16LE(0, 8)
  end.writeUInt16LE(0, 10)
  end.writeUInt32LE(0, 12)
  end.writeUInt32LE(0xffffffff, 16)
  return Buffer.concat([file.subarray(0, -END), record, locator, end])
}
