import { compareValues, describeComparison } from '../model/comparisons.ts'
import type { ResolvedColumn } from '../model/column-kind.ts'
import { formatNumber } from '../model/format.ts'
import type { HighlightPlan, Mark } from '../model/report-plan.ts'
import {
  type Highlights,
  isRecorded,
  markSigns,
  type ReportTable,
  type TableCondition,
  type TableRow,
} from '../model/report-table.ts'

/** Finds the columns of highlights; a scale without limits reaches from the smallest to the largest value of `rows`. */
export function resolveHighlights(
  plans: readonly HighlightPlan[],
  columns: readonly Pick<ResolvedColumn, 'from' | 'label' | 'format'>[],
  rows: readonly TableRow[],
): Highlights {
  const conditions: TableCondition[] = []
  const scales: Highlights['scales'][number][] = []
  for (const plan of plans) {
    const indexes = columns.flatMap(({ from }, index) => (from === plan.column ? [index] : []))
    if (plan.kind === 'scale') {
      const values = rows
        .filter(isRecorded)
        .flatMap((row) => indexes.flatMap((index) => row.values[index] ?? []))
      const from = plan.from ?? values.reduce((least, value) => Math.min(least, value), Infinity)
      const to = plan.to ?? values.reduce((most, value) => Math.max(most, value), -Infinity)
      scales.push({ columns: indexes, from, to })
      continue
    }
    const { operator, absolute, mark, isRow } = plan
    const [first] = indexes.flatMap((index) => columns[index] ?? [])
    const name = indexes.length === 1 ? first?.label : 'A value'
    const limits = [plan.value]
      .flat()
      .map((limit) =>
        typeof limit === 'number' ? limit : { index: columns.findIndex(({ from }) => from === limit.column) },
      )
    const words = limits.map((limit) =>
      typeof limit === 'number' ? formatNumber(limit, first?.format) : (columns[limit.index]?.label ?? ''),
    )
    const label = plan.label ?? `${name} ${describeComparison(plan, words)}`
    conditions.push({
      columns: indexes,
      operator,
      absolute,
      limits,
      mark,
      isRow,
      label: `${markSigns[mark]} ${label}`,
    })
  }
  return { conditions, scales }
}

function isMet(condition: TableCondition, { values }: TableRow, index: number): boolean {
  const value = values[index] ?? null
  const limits = condition.limits.flatMap((limit) =>
    typeof limit === 'number' ? limit : (values[limit.index] ?? []),
  )
  // A blank limit is met by nothing.
  return (
    value !== null && limits.length === condition.limits.length && compareValues(condition, value, limits)
  )
}

/** Returns how a cell is marked by itself, or a row as a whole (`index` null); null for not at all. */
export function findMark({ highlights }: ReportTable, row: TableRow, index: number | null): Mark | null {
  if (highlights === undefined || !isRecorded(row)) return null
  const found = highlights.conditions.find((condition) =>
    index === null
      ? condition.isRow && condition.columns.some((column) => isMet(condition, row, column))
      : !condition.isRow && condition.columns.includes(index) && isMet(condition, row, index),
  )
  return found?.mark ?? null
}

/** The marks that stand for those of several cells, the first one of a row counts. */
const bySeverity: readonly Mark[] = ['bad', 'warning', 'good']

/** Returns the most serious mark of these cells of a row; null if none is marked by itself. */
export function findWorstMark(table: ReportTable, row: TableRow, indexes: readonly number[]): Mark | null {
  if (table.highlights?.conditions.every(({ isRow }) => isRow) ?? true) return null
  const marks = new Set(indexes.map((index) => findMark(table, row, index)))
  return bySeverity.find((mark) => marks.has(mark)) ?? null
}

/** Returns the shade of a cell, 0 to 1; null for none. */
export function computeShade({ highlights }: ReportTable, row: TableRow, index: number): number | null {
  const value = row.values[index] ?? null
  const scale = highlights?.scales.find(({ columns }) => columns.includes(index))
  if (value === null || scale === undefined || !isRecorded(row)) return null
  const part = (value - scale.from) / (scale.to - scale.from)
  return Number.isFinite(part) ? Math.min(1, Math.max(0, part)) : 0
}
