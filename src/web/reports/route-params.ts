import type { Report, ReportPlan, Selection } from '../../report/plan.ts'
import { emptyUrlState, formatUrlState } from '../../report/url-state.ts'

/** The tab and variant for the query of the URL; null for a default one. */
export const getRouteParams = (
  report: Report,
  { tab, variant }: Pick<ReportPlan, 'tab' | 'variant'>,
): { tab: string | null; variant: string | null } => ({
  tab: report.tabs?.navigation === 'query' && tab !== report.tabs.items[0]?.id ? tab : null,
  variant: variant === report.variants[0]?.id ? null : variant,
})

/** The URL of another tab or variant: it keeps the selection, and nothing is loaded. */
export const formatScreenUrl = (
  report: Report,
  to: Pick<ReportPlan, 'tab' | 'variant'>,
  selection: Selection,
): string => {
  const query = formatUrlState({ ...emptyUrlState, selection }, getRouteParams(report, to)).toString()
  const path = report.tabs?.navigation === 'route' ? `${report.path}/${to.tab ?? ''}` : report.path
  return query === '' ? path : `${path}?${query}`
}
