import type { Report, ReportPlan } from '../../engine/report-plan.ts'

/** What the address says of tab and variant besides the path: only what is not the default (R58). */
export const screenParameters = (
  report: Report,
  { tab, variant }: Pick<ReportPlan, 'tab' | 'variant'>,
): { tab: string | null; variant: string | null } => ({
  tab: report.tabs?.as === 'page' && tab !== report.tabs.items[0]?.id ? tab : null,
  variant: variant === report.variants[0]?.id ? null : variant,
})
