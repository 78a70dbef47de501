import { expect, test } from 'vitest'
import type { SheetRow } from '../../../../src/reading/cells.ts'
import { readCsvRows } from '../../../../src/server/data/imports/sheet-rows.ts'

async function read(content: string | Uint8Array): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const row of readCsvRows(Buffer.from(content))) rows.push(row)
  return rows
}

const texts = (rows: readonly SheetRow[]) => rows.map(({ cells }) => cells)

test('a row has the number of its line, in files of many blocks', async () => {
  for (const end of ['\n', '\r\n']) {
    const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index + 1},ünïcødé`)
    for (const content of [lines.join(end), `${lines.join(end)}${end}`]) {
      const rows = await read(content)
      expect(rows).toHaveLength(20_000)
      expect(rows.filter(({ row, cells }) => cells[0] !== `line ${row}`)).toEqual([])
    }
  }
})

test('quotes may begin in any row, and line ends in them count', async () => {
  const rows = await read('Date;b\n1;2\n"x\ny";"a ""b"""\n3;4\n')
  expect(rows).toEqual([
    { row: 1, cells: ['Date', 'b'] },
    { row: 2, cells: ['1', '2'] },
    { row: 3, cells: ['x\ny', 'a "b"'] },
    { row: 5, cells: ['3', '4'] },
  ])
})

test('a row of more than 4 MB is refused, with and without quotes', async () => {
  const quarter = 'x'.repeat(1024 * 1024 - 4)
  for (const header of ['Date,b', 'Date,"b"']) {
    const row = [quarter, quarter, quarter, quarter].join(',')
    expect(await read(`${header}\n${row}\n`)).toHaveLength(2)
    const refused = read(`${header}\n${row}${'é'.repeat(20)}`)
    await expect(refused).rejects.toThrow('row 2: is longer than 4 MB')
  }
})

test('escaped texts are read without the apostrophe below a first heading with one, others as they are', async () => {
  expect(texts(await read("'Date,'=1+1\n'@a,'b\n"))).toEqual([
    ['Date', '=1+1'],
    ['@a', "'b"],
  ])
  expect(texts(await read("Date,'=1+1\n'@a,'b\n"))).toEqual([
    ['Date', "'=1+1"],
    ["'@a", "'b"],
  ])
})

test.each([
  ['a comma below a title', 'A title, with a comma\n\nDate,A,B\n2025-03-07,1.5,2\n', [2, 1, 3, 3]],
  [
    'a semicolon below a title that has fewer',
    'Report;;\nDate;A;B;C\n2025-03-07;1,5;2,5;3,5\n2025-03-08;1,5;2,5;3,5\n',
    [3, 4, 4, 4],
  ],
  ['a semicolon beside decimal commas', 'Date;A;B\n2025-03-07;1,5;2,5\n', [3, 3]],
  ['a tab beside commas', 'Date\tA, B\n2025-03-07\t1\n', [2, 2]],
  ['a comma beside quoted semicolons', '"A;B",C\n"1;2;3",4\n', [2, 2]],
  ['a semicolon in a long row', `${'x,y;'.repeat(20_000)}z\n${'1;'.repeat(20_000)}1\n`, [20_001, 20_001]],
])('the delimiter is found: %s', async (_, content, widths) => {
  expect(texts(await read(content)).map(({ length }) => length)).toEqual(widths)
})

test('all characters of Windows-1252 are read, in each line of Node', async () => {
  const bytes = Buffer.concat([Buffer.from('Name\n'), Buffer.from([0x80, 0x92, 0x8a, 0x9f, 0xe9])])
  const rows: SheetRow[] = []
  for await (const row of readCsvRows(bytes, 'windows-1252')) rows.push(row)
  expect(texts(rows)).toEqual([['Name'], ['€’ŠŸé']])
})

test('two bytes for each character are recognised without a mark, whatever the first one is', async () => {
  for (const heading of ['Day', 'Łódź', 'Ārija', 'Оператор', 'المشغل']) {
    const little = Buffer.from(`${heading},Minutes\nA,1\n`, 'utf16le')
    for (const bytes of [little, Buffer.from(little).swap16()])
      expect(texts(await read(bytes))).toEqual([
        [heading, 'Minutes'],
        ['A', '1'],
      ])
  }
})

test('four bytes for each character are refused with what to do', async () => {
  const bytes = Buffer.from(Uint32Array.from('Day,Minutes', (char) => char.codePointAt(0) ?? 0).buffer)
  await expect(read(bytes)).rejects.toThrow('the file is UTF-32; save it as "CSV UTF-8"')
})
