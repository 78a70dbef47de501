import type { Value } from '../../query/arithmetic.ts'
import type { ResolvedColumn } from '../columns/column-kind.ts'
import type { ReportPlan } from '../plan.ts'
import type { Series, SeriesStyle } from './report-table.ts'

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

/** The 25 colours that cycle per series. Neighbours differ clearly, the last and the first too. */
export const palette: readonly string[] = [
  '#8884d8',
  '#82ca9d',
  '#ffc658',
  '#ff7300',
  '#8dd1e1',
  '#d0436e',
  '#3f6fb5',
  '#a4de6c',
  '#9b59b6',
  '#c0892b',
  '#1f9e89',
  '#fb87bd',
  '#6a4fbf',
  '#e6a176',
  '#3f8f1f',
  '#b9b4c9',
  '#b5403c',
  '#41b6c4',
  '#8c6d31',
  '#c583cf',
  '#7a7f87',
  '#d9a900',
  '#3a9af0',
  '#b06f78',
  '#8a9a2b',
]

const dashes: readonly (readonly number[])[] = [[], [7, 3], [2, 3], [9, 3, 2, 3], [12, 4]]
const shapes: readonly string[] = ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down']

const at = <T>(list: readonly T[], index: number, otherwise: T): T => list[index % list.length] ?? otherwise

/** The style of the series at `index`; a colour fixed by the definition wins over the cycle. */
export function getSeriesStyle(index: number, color: string | null): SeriesStyle {
  return {
    color: color ?? at(palette, index, '#8884d8'),
    dash: at(dashes, index, []),
    shape: at(shapes, index, 'circle'),
  }
}
