import type { Value } from '../../query/arithmetic.ts'
import type { ResolvedColumn } from './column-kind.ts'
import type { ReportPlan } from './report-plan.ts'
import type { Series } from './report-table.ts'
import { getSeriesStyle } from './series-style.ts'

/** The columns that are charted, each with its style, its sum and whether it starts visible. */
export function buildSeries(
  plan: ReportPlan,
  columns: readonly ResolvedColumn[],
  totals: readonly Value[],
): Series[] {
  const { columns: named, first, countBy } = plan.chart.initiallyVisible
  let counted = 0
  return columns
    .flatMap((column, columnIndex) =>
      column.role === 'series' && !column.hidden ? [{ ...column, columnIndex }] : [],
    )
    .map(({ from, label, color, columnIndex, format, total }, index) => {
      const counts = countBy === 'series' ? !named.includes(from) : from === countBy
      const visible = named.includes(from) || (counts && counted++ < first)
      return {
        id: `c${columnIndex}`,
        name: label,
        columnIndex,
        format,
        sum: total === 'sum' ? (totals[columnIndex] ?? 0) : null,
        visible,
        isSecond: plan.chart.secondAxis.includes(from),
        ...getSeriesStyle(index, color),
      }
    })
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

/** A click on a series turns it over. */
export function toggleSeries({ mode, toggled }: Visibility, name: string): Visibility {
  const next = new Set(toggled)
  if (!next.delete(name)) next.add(name)
  return { mode, toggled: next }
}

/** Whether the hint is due: while the default leaves some series off. */
export function hasHiddenByDefault(series: readonly Series[]): boolean {
  return series.some(({ visible }) => !visible)
}
