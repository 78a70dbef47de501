import type { Report, ReportPlan, Selection } from '../../report/plan.ts'
import { emptyUrlState, formatUrlState } from '../../report/url-state.ts'

/** What the address says of tab and variant besides the path: only what is not the default. */
export const parseRouteParams = (
  report: Report,
  { tab, variant }: Pick<ReportPlan, 'tab' | 'variant'>,
): { tab: string | null; variant: string | null } => ({
  tab: report.tabs?.navigation === 'query' && tab !== report.tabs.items[0]?.id ? tab : null,
  variant: variant === report.variants[0]?.id ? null : variant,
})

/** The address of another tab or variant: it keeps what is chosen and starts with nothing loaded. */
export const formatScreenUrl = (
  report: Report,
  to: Pick<ReportPlan, 'tab' | 'variant'>,
  selection: Selection,
): string => {
  const query = formatUrlState({ ...emptyUrlState, selection }, parseRouteParams(report, to)).toString()
  const path = report.tabs?.navigation === 'route' ? `${report.path}/${to.tab ?? ''}` : report.path
  return query === '' ? path : `${path}?${query}`
}
