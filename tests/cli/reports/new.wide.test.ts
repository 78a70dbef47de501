import { beforeEach, expect, test } from 'vitest'
import { createDrafts } from '../../support/draft-file.ts'
import { createEmptyFolder } from '../../support/folder.ts'
import { put } from '../../support/run-data.ts'

const folder = createEmptyFolder()
const drafts = createDrafts(folder)
beforeEach(drafts.clear)

/** Writes a table of many columns of amounts, in which one cell is empty. */
function write(count: number, head: string, rows: readonly string[]): string {
  const columns = Array.from({ length: count }, (_, index) => `C${index}`)
  const lines = rows.map((row, at) => [row, ...columns.map((_, n) => (at + n === 3 ? '' : n + at + 1))])
  return put(
    folder,
    'table.csv',
    [[head, ...columns], ...lines].map((cells) => `${cells.join(',')}\n`).join(''),
  )
}

const names = ['A', 'B', 'C', 'D', 'E', 'F']

test.each<[string, string, readonly string[], readonly string[], readonly string[]]>([
  ['names in one month', 'Carrier', names, ['--period', 'month'], ['--period', '2025-03']],
  ['names in one year', 'Carrier', names, ['--period', 'year'], ['--period', '2025']],
  ['names and months', 'Month,Carrier', names.map((name) => `2025-03,${name}`), [], []],
  ['months', 'Month', ['2025-03', '2025-04'], [], []],
  ['days', 'Date', ['2025-03-01', '2025-03-02'], [], []],
])('a wide table of %s becomes a report that asks its dataset', async (_, head, rows, ofDraft, ofImport) => {
  const path = write(22, head, rows)
  const { drafted, ran, amounts } = await drafts.bring(path, ofDraft, ofImport)
  expect({ code: ran.code, err: ran.err }).toEqual({ code: 0, err: '' })
  expect(drafted.out).toContain('note: an empty cell in row 2 of column "C3" is read as no amount')
  expect(Object.values(amounts).map((record) => Object.keys(record).length)).toEqual(
    rows.map((_, at) => (at < 4 ? 21 : 22)),
  )
  const { data, columns } = drafts.read('reports') as { data: object; columns: object[] }
  expect([data, columns.length]).toEqual([{ dataset: 'table' }, 22])
  expect(await drafts.add(path, ...ofImport)).toMatchObject({
    out: expect.stringContaining('0 added') as string,
  })
})

test('a wider table than a report can show is stored whole, and the draft says which columns are left out', async () => {
  const { drafted, ran, amounts } = await drafts.bring(write(510, 'Date', ['2025-03-01', '2025-03-02']))
  expect(drafted.out).toContain('note: a report shows 500 columns; the dataset has 10 more, "C500" to "C509"')
  expect(ran.err).toBe('')
  expect(amounts['2025-03-01']).toMatchObject({ c0: 1, c509: 510 })
  expect(drafts.read('reports')['columns']).toHaveLength(500)
})

test('headings with braces are labels without them, and imported as they are written', async () => {
  const text = 'Date,{month},Calls {x\n2025-03-01,3,2\n2025-03-02,5,9\n'
  const { ran, totals } = await drafts.bring(put(folder, 'table.csv', text))
  expect({ err: ran.err, totals }).toEqual({ err: '', totals: { value1: 8, value2: 11 } })
  expect(drafts.read('reports')['columns']).toMatchObject([{ label: 'month' }, { label: 'Calls  x' }])
})
