import type { Report, ReportPlan } from './plan.ts'

/** Finds the screen of a tab and a variant; the first for null. */
export const findPlan = (
  { plans }: Report,
  tab: string | null,
  variant: string | null,
): ReportPlan | undefined =>
  plans.find((one) => (tab ?? one.tab) === one.tab && (variant ?? one.variant) === one.variant)
