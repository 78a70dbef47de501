import type { Selection } from '../../report/model/report-plan.ts'
import { splitList } from '../../report/model/lists.ts'
import { getSelectorKind } from '../../report/selection/selector-kinds.ts'
import type { ReportContext } from './report-context.ts'

export const LOADING_CHART = 'Loading data for chart...'
const CHART_LOADED = 'Chart data loaded successfully!'
export const OFFLINE = 'You are offline. Submit again later.'
export const NO_CHARTS = 'This report has no charts.'
export const DOWNLOAD_STARTED = 'Download started successfully!'
export const IMAGE_SAVED = 'Chart downloaded successfully!'
export const IMAGE_FAILED = 'Chart download failed'
export const NO_CHART = 'Chart container not found. Please ensure the chart is visible and try again.'

/** Returns a sentence for each cleared value, by selector; values are named as they were offered before. */
export const formatCleared = (
  { plan, options }: Pick<ReportContext, 'plan' | 'options'>,
  cleared: Selection,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    plan.selectors.flatMap((selector) => {
      const value = cleared[selector.name]
      if (value === undefined || value === '') return []
      const text = getSelectorKind(selector).formatValue(value, options?.[selector.name] ?? [])
      const [are, were] = selector.multiple && splitList(value).length > 1 ? ['are', 'were'] : ['is', 'was']
      return [[selector.name, `${selector.label}: ${text} ${are} not available and ${were} cleared.`]]
    }),
  )

export const hasRows = ({ loaded }: Pick<ReportContext, 'loaded'>): boolean =>
  (loaded?.table.rows.length ?? 0) > 0

/** Returns the banner after a load: no chart, success, or an empty table; null for none. */
export function getLoadedMessage(context: ReportContext): string | null {
  const { plan, loaded, requestedView } = context
  const view = requestedView ?? 'table'
  if (hasRows(context)) return context.chartNotice ?? (view === 'chart' ? CHART_LOADED : null)
  return loaded?.message ?? plan.data.messages[view].empty
}

/** Returns the message of an error; empty for anything else. */
export const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : '')
