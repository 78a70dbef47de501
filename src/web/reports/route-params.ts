import type { Report, ReportPlan, Selection } from '../../report/plan.ts'
import { emptyUrlState, formatUrlState } from '../../report/url-state.ts'

/** Tab and variant as the query of the URL contains them: only those that are not the default. */
export const parseRouteParams = (
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
  const query = formatUrlState({ ...emptyUrlState, selection }, parseRouteParams(report, to)).toString()
  const path = report.tabs?.navigation === 'route' ? `${report.path}/${to.tab ?? ''}` : report.path
  return query === '' ? path : `${path}?${query}`
}
