import type { Series } from './report-table.ts'
import { type Visibility, visibleSeries } from './series.ts'

/**
 * Says which series are shown: the hint of the report if its default hides some, then how many are shown now, unless the
 * hint says so. Null for all.
 */
export function formatSeriesHint(
  series: readonly Series[],
  visibility: Visibility,
  hint: string | null,
): string | null {
  const shown = visibleSeries(series, visibility).length
  const isHiding = series.some(({ visible }) => !visible)
  const isDefault = visibility.mode === 'default' && visibility.toggled.size === 0
  const given = isHiding ? hint : null
  const isSaid = given === null ? shown === series.length : isDefault
  const now = isSaid ? null : `${shown} of ${series.length} shown`
  return [given, now].filter((text) => text !== null).join(' · ') || null
}
