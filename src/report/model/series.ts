import type { Value } from '../../query/arithmetic.ts'
import type { ResolvedColumn } from './column-kind.ts'
import type { ReportPlan } from './report-plan.ts'
import type { Series } from './report-table.ts'
import { createSeriesStyles } from './series-style.ts'

/** How many series are visible if the report does not say which. */
const MANY = 5

/** Returns the columns that are charted, each with its style, its sum and whether it starts visible. */
export function buildSeries(
  plan: ReportPlan,
  columns: readonly ResolvedColumn[],
  totals: readonly Value[],
): Series[] {
  const { columns: named, first, countBy } = plan.chart.initiallyVisible
  const charted = columns.flatMap((column, columnIndex) => {
    if (column.role !== 'series' || column.hidden) return []
    return [{ ...column, columnIndex, sum: column.total === 'sum' ? (totals[columnIndex] ?? 0) : null }]
  })
  const group = charted.filter(({ from }) =>
    countBy === 'series' ? !named.includes(from) : from === countBy,
  )
  const isRanked = first === null && group.every(({ sum }) => sum !== null)
  const ranked = isRanked ? group.toSorted((one, other) => (other.sum ?? 0) - (one.sum ?? 0)) : group
  const chosen = new Set(ranked.slice(0, first ?? MANY))
  const getStyle = createSeriesStyles()
  return charted.map((column, index) => ({
    id: `c${column.columnIndex}`,
    name: column.label,
    columnIndex: column.columnIndex,
    format: column.format,
    sum: column.sum,
    visible: named.includes(column.from) || chosen.has(column),
    isSecond: plan.chart.secondAxis.includes(column.from),
    ...getStyle(index, column.color),
  }))
}

/** Which series are on: a base, and the names that differ from it (only what differs is kept). */
export interface Visibility {
  readonly mode: 'default' | 'all' | 'none'
  readonly toggled: ReadonlySet<string>
}

export const defaultVisibility: Visibility = { mode: 'default', toggled: new Set() }

export function isVisible(series: Pick<Series, 'name' | 'visible'>, { mode, toggled }: Visibility): boolean {
  const on = mode === 'default' ? series.visible : mode === 'all'
  return toggled.has(series.name) ? !on : on
}

export function visibleSeries(series: readonly Series[], visibility: Visibility): Series[] {
  return series.filter((one) => isVisible(one, visibility))
}

/** Returns a click on a series turns it over. */
export function toggleSeries({ mode, toggled }: Visibility, name: string): Visibility {
  const next = new Set(toggled)
  if (!next.delete(name)) next.add(name)
  return { mode, toggled: next }
}
