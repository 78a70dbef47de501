import type { ConcreteColumn } from './columns.ts'
import { seriesStyle } from './palette.ts'
import type { ChartType, ReportPlan } from './plan.ts'
import type { Series } from './table.ts'

/** The columns that can be charted, each with its style, its sum and whether it starts visible (R14). */
export function buildSeries(
  plan: ReportPlan,
  columns: readonly ConcreteColumn[],
  totals: readonly number[],
): Series[] {
  const { columns: named, first, of } = plan.chart.visible
  let counted = 0
  return columns
    .flatMap((column, place) => (column.role === 'series' ? [{ ...column, place }] : []))
    .map(({ from, label, color, place }, index) => {
      const counts = of === 'series' ? !named.includes(from) : from === of
      const visible = named.includes(from) || (counts && counted++ < first)
      return {
        id: `c${place}`,
        name: label,
        column: place,
        sum: totals[place] ?? 0,
        visible,
        ...seriesStyle(index, color),
      }
    })
}

/** Which series are on: a base, and the names that differ from it (R18: only what differs is kept). */
export interface Visibility {
  readonly base: 'default' | 'all' | 'none'
  readonly flipped: ReadonlySet<string>
}

export const defaultVisibility: Visibility = { base: 'default', flipped: new Set() }

export function isVisible(series: Series, { base, flipped }: Visibility): boolean {
  const on = base === 'default' ? series.visible : base === 'all'
  return flipped.has(series.name) ? !on : on
}

export function visibleSeries(series: readonly Series[], visibility: Visibility): Series[] {
  return series.filter((one) => isVisible(one, visibility))
}

/** Whether a chart of these series shows anything: none are on, or a pie of nothing, draw nothing (R61). */
export function hasSomethingToDraw(visible: readonly Series[], type: ChartType): boolean {
  return type === 'pie' ? visible.some(({ sum }) => sum > 0) : visible.length > 0
}

/** A click on a series turns it over (spec §4). */
export function toggleSeries({ base, flipped }: Visibility, name: string): Visibility {
  const next = new Set(flipped)
  if (!next.delete(name)) next.add(name)
  return { base, flipped: next }
}

/** Whether the hint is due: while the default leaves some series off. */
export function defaultHidesSome(series: readonly Series[]): boolean {
  return series.some(({ visible }) => !visible)
}
