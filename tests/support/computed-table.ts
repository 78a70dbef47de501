import fc from 'fast-check'
import type { OperationName } from '../../src/query/arithmetic.ts'
import type { ResolvedColumn, TableColumn, TableFormula } from '../../src/report/model/column-kind.ts'
import type { ReportTable, TableRow } from '../../src/report/model/report-table.ts'
import { computeColumns } from '../../src/report/table/computed-values.ts'
import { marchOf, sampleColumn } from './sample-table.ts'

export const read = (name: number): TableFormula => ({ kind: 'read', name })
export const number = (value: number): TableFormula => ({ kind: 'number', value })
export const operate = (operation: OperationName, ...operands: readonly TableFormula[]): TableFormula => ({
  kind: 'operation',
  operation,
  operands,
})
export const ofAll = (of: TableFormula): TableFormula => ({ kind: 'at', place: 'total', of })
/** A table that the engine computes: three loaded columns, and formulas over the columns before each. */
export function buildComputedTable(
  loaded: readonly (readonly (number | null)[])[],
  formulas: readonly TableFormula[],
) {
  const width = loaded[0]?.length ?? 0
  const columns = [...loaded.slice(0, 1).flatMap((values) => values.map(() => null)), ...formulas].map(
    (formula, index): ResolvedColumn & TableColumn => {
      const isSum = formula === null
      const kind = isSum ? 'sum' : 'computed'
      const base = { ...sampleColumn(`Column ${index}`, index), words: formula && `expression ${index}` }
      return {
        ...base,
        formula,
        total: kind,
        aggregate: kind,
        color: null,
        unavailable: null,
        member: '',
        record: null,
        sampling: null,
        fields: isSum ? ['x'] : [],
      }
    },
  )
  const rows = marchOf(
    columns.map(({ label }) => label),
    loaded.map((values) => columns.map((_, index) => (index < width ? (values[index] ?? null) : null))),
  ).rows
  const { rows: computed, computeTotals } = computeColumns(columns, rows, null)
  return { columns, rows: computed, computeTotals }
}

type Built = ReturnType<typeof buildComputedTable>

export const showAll = ({ columns, rows, computeTotals }: Built): ReportTable =>
  marchOf([], [], { columns, rows, total: { label: 'Total', ...computeTotals(rows) } })

/** Shows the first rows, and the others as one or not at all. */
export function showTop(
  { columns, rows, computeTotals }: Built,
  count: number,
  hasRest: boolean,
): ReportTable {
  const [shown, others] = [rows.slice(0, count), rows.slice(count)]
  const rest: TableRow[] =
    hasRest && others.length > 0
      ? [{ key: '9', label: 'Others', ...computeTotals(others), hasRecord: true, isRest: true }]
      : []
  const total = { label: 'Total', ...computeTotals(rows) }
  return marchOf([], [], {
    columns,
    rows: [...shown, ...rest],
    hiddenRows: rest.length > 0 ? 0 : others.length,
    total,
  })
}

const value = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -50, max: 50 }) },
  { weight: 2, arbitrary: fc.integer({ min: -9999, max: 9999 }).map((whole) => whole / 100) },
  { weight: 2, arbitrary: fc.constant(null) },
)
export const loadedRows = fc.array(fc.tuple(value, value, value), { minLength: 2, maxLength: 6 })

/** Expressions over the columns before an index. */
const expressionOver = (count: number) =>
  fc.letrec<{ tree: TableFormula }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.integer({ min: 0, max: count - 1 }).map(read),
      fc.integer({ min: 0, max: 9 }).map(number),
      fc.integer({ min: 0, max: 2 }).map((index) => operate('/', read(index), ofAll(read(index)))),
      fc
        .tuple(fc.constantFrom<OperationName>('+', '-', '*', '/', 'change'), tie('tree'), tie('tree'))
        .map(([operation, ...operands]) => operate(operation, ...operands)),
      fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((operands) => operate('add', ...operands)),
      tie('tree').map((operand) => operate('abs', operand)),
      fc
        .tuple(
          fc.constantFrom<OperationName>('<', '<=', '=', '!=', '>=', '>'),
          fc.tuple(tie('tree'), tie('tree'), tie('tree'), tie('tree')),
        )
        .map(([operation, [one, other, then, otherwise]]) =>
          operate('if', operate(operation, one, other), then, otherwise),
        ),
    ),
  })).tree

export const formulas = fc.tuple(expressionOver(3), expressionOver(4), expressionOver(5))
