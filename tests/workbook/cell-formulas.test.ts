import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TableFormula } from '../../src/report/model/column-kind.ts'
import type { ReportTable } from '../../src/report/model/report-table.ts'
import { pickColumns } from '../../src/report/table/pick-columns.ts'
import { formatCellFormula, type SheetRow } from '../../src/workbook/cell-formulas.ts'
import { listFixedTotals } from '../../src/workbook/formulas.ts'
import {
  buildComputedTable,
  formulas,
  loadedRows,
  number,
  ofAll,
  operate,
  read,
  showAll,
  showTop,
} from '../support/computed-table.ts'
import { parts, write } from '../support/read-workbook.ts'
import { calculate, type Sheet, type SheetValue } from '../support/sheet-calculator.ts'

const [a, b, c] = [read(0), read(1), read(2)]
const twoRows = [
  [1, 2, 3],
  [4, 5, 6],
]

const row: SheetRow = {
  line: 3,
  values: [6, 3, 1],
  hasColumn: (index) => index >= 0 && index < 4,
  findWhole: (index) => (index === 0 ? { text: 'SUM(B$4:B$9)', value: 24 } : null),
}

describe('the formula of a cell', () => {
  test.each<[string, TableFormula, number, string | null]>([
    ['a quotient', operate('/', a, b), 2, 'IF(AND(COUNT(B4),COUNT(C4)),IFERROR(B4/C4,""),"")'],
    ['a difference', operate('-', a, b), 3, 'IF(AND(COUNT(B4),COUNT(C4)),B4-C4,"")'],
    [
      'nested operations',
      operate('*', operate('+', a, b), c),
      9,
      'IF(AND(COUNT(B4),COUNT(C4),COUNT(D4)),(B4+C4)*D4,"")',
    ],
    ['a sum of neighbours', operate('add', a, b, c), 10, 'IF(COUNT(B4:D4),SUM(B4:D4),"")'],
    ['a sum of others', operate('add', a, c), 7, 'IF(COUNT(B4,D4),SUM(B4,D4),"")'],
    ['a share', operate('/', a, ofAll(a)), 0.25, 'IF(COUNT(B4),IFERROR(B4/SUM(B$4:B$9),""),"")'],
    [
      'a number without its sign',
      operate('abs', operate('-', b, a)),
      3,
      'IF(AND(COUNT(C4),COUNT(B4)),ABS(C4-B4),"")',
    ],
    ['a number', number(7), 7, 'IF(TRUE(),7,"")'],
    ['a choice', operate('if', operate('>', a, number(5)), b, c), 3, null],
    ['a value that is not that of its operands', operate('/', a, b), 2.001, null],
    ['a column that is not in the sheet', operate('/', a, read(-1)), 2, null],
    ['a share whose whole is not in the sheet', operate('/', b, ofAll(b)), 0.25, null],
    ['another row', { kind: 'at', place: 'previousRow', of: a }, 6, null],
    ['a rank', { kind: 'rank', place: 'total', of: a }, 1, null],
  ])('of %s is written so that it is blank where the expression is', (_, formula, value, expected) => {
    expect(formatCellFormula(formula, row, value)).toBe(expected)
  })

  test('is not written where it is long', () => {
    const long = Array.from({ length: 400 }).reduce<TableFormula>((sum) => operate('+', sum, number(0)), a)
    expect(formatCellFormula(long, row, 6)).toBeNull()
  })
})

/** Reads the formulas and numbers of the first sheet of a file. */
async function readSheet(table: ReportTable): Promise<Map<string, SheetValue>> {
  const { sheet } = parts(await write(table))
  const cells = [...sheet.matchAll(/<c r="(\w+)"(?: s="\d+")?>(?:<f>(.*?)<\/f>)?(?:<v>(.*?)<\/v>)?<\/c>/g)]
  const unescape = (text: string) =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  return new Map(
    cells.map(([, address = '', formula, value]) => [
      address,
      formula === undefined ? Number(value) : `=${unescape(formula)}`,
    ]),
  )
}

/** The values of a table by the addresses of its sheet: the header is in the third line. */
const listCells = (table: ReportTable) =>
  [...table.rows, ...(table.total === null ? [] : [table.total])].flatMap(({ values }, line) =>
    values.map((value, index) => ({
      address: `${String.fromCodePoint(66 + index)}${line + 4}`,
      value,
      line,
      index,
    })),
  )

const isClose = (one: SheetValue, value: number | null): boolean =>
  value === null
    ? one === undefined || one === ''
    : typeof one === 'number' && Math.abs(one - value) <= 1e-9 * Math.max(1, Math.abs(value))

function compare(
  sheet: Sheet,
  table: ReportTable,
  isCompared: (address: string) => boolean = () => true,
): string[] {
  return listCells(table).flatMap(({ address, value }) => {
    if (!isCompared(address)) return []
    const result = calculate(sheet, address)
    return isClose(result, value) ? [] : [`${address} ${sheet.get(address)} is ${result}, not ${value}`]
  })
}

describe('a workbook computes what the portal shows', () => {
  test('in every cell and total, of all rows and of the first ones, also without some of the columns', async () => {
    const counts = fc.integer({ min: 1, max: 6 })
    const positions = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(loadedRows, formulas, counts, positions, async (loaded, list, count, picked) => {
        const built = buildComputedTable(loaded, list)
        const all = showAll(built)
        const first = [true, false].map((hasRest) => showTop(built, count, hasRest))
        for (const table of [all, ...first, pickColumns(all, picked)]) {
          expect(compare(await readSheet(table), table)).toEqual([])
        }
      }),
      { numRuns: 50 },
    )
  })

  test('and what the portal would show if a number were another one', async () => {
    const changes = fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 2 }), fc.integer({ min: -50, max: 50 }))
    await fc.assert(
      fc.asyncProperty(loadedRows, formulas, changes, async (loaded, list, [position, index, changed]) => {
        const line = position % loaded.length
        // A sum over no number is 0 in a sheet, and blank in the portal.
        const filled = loaded.map((values, at) => (at === 0 ? values.map((one) => one ?? 1) : values))
        const after = filled.map((values, at) => (at === line ? values.with(index, changed) : values))
        const sheet = await readSheet(showAll(buildComputedTable(filled, list)))
        sheet.set(`${String.fromCodePoint(66 + index)}${line + 4}`, changed)
        const isFormula = (address: string) => String(sheet.get(address)).startsWith('=')
        const computed = (address: string) => /^[E-G]/.test(address) && isFormula(address)
        // A cell that is a value, such as a blank one, stays as it is, and so does what reads it.
        const isWhole = listCells(showAll(buildComputedTable(filled, list))).every(
          ({ address, index: column }) => column < 3 || isFormula(address),
        )
        fc.pre(isWhole)
        expect(compare(sheet, showAll(buildComputedTable(after, list)), computed)).toEqual([])
      }),
      { numRuns: 50 },
    )
  })
})

test('a total that is computed from totals follows the filter if they do', () => {
  const built = buildComputedTable([[1, 2, 3]], [operate('/', a, b), operate('-', read(3), number(1))])
  expect(listFixedTotals(showAll(built))).toEqual([])
  const top = showTop(buildComputedTable(twoRows, [operate('/', a, b)]), 1, false)
  expect(listFixedTotals(top)).toHaveLength(4)
})

test('a computed column whose operands are not in the sheet has values, and a comment that says its expression', async () => {
  const table = pickColumns(showAll(buildComputedTable([[1, 2, 3]], [operate('/', a, b)])), [0, 3])
  const { comments, cell } = parts(await write(table))
  expect(
    [...comments.matchAll(/<comment ref="(\w+)".*?<t>(.*?)<\/t>/g)].map((match) => match.slice(1)),
  ).toEqual([
    ['C3', 'Expression 3'],
    ['C5', 'Expression 3'],
  ])
  expect(cell('C4')).toContain('<v>0.5</v>')
  expect(cell('C4')).not.toContain('<f>')
})

test('a total of rows that are not in the sheet is a value, and a comment says so', async () => {
  const { comments } = parts(await write(showTop(buildComputedTable(twoRows, []), 1, false)))
  expect(comments).toContain('<t>Sum of Column 0, also of 1 row that is not in this sheet</t>')
})

test('twice as many rows with a share take twice as many reads, not four times', async () => {
  const countReads = async (count: number): Promise<number> => {
    let reads = 0
    const share = operate('/', a, ofAll(a))
    const table = showAll(
      buildComputedTable(
        Array.from({ length: count }, () => [1, 2, 3]),
        [share],
      ),
    )
    const rows = table.rows.map((one) => ({
      ...one,
      get values() {
        reads++
        return one.values
      },
    }))
    await write({ ...table, rows })
    return reads
  }
  expect(await countReads(200)).toBeLessThan(2.5 * (await countReads(100)))
})
