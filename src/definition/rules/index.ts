import { apiRules, apiWarnings } from './catalogue/api-rules.ts'
import { compatibilityRules, compatibilityWarnings } from './catalogue/compatibility-rules.ts'
import { dashboardRules, scheduleRules } from './catalogue/dashboard-rules.ts'
import { datasetRules } from './catalogue/dataset-rules.ts'
import { fileRules } from './catalogue/file-rules.ts'
import { reportRules } from './catalogue/report-rules.ts'

export type FileRule = keyof typeof fileRules
export type ReportRule = keyof typeof reportRules
export type DashboardRule = keyof typeof dashboardRules
export type ScheduleRule = keyof typeof scheduleRules
export type DatasetRule = keyof typeof datasetRules
export type CompatibilityRule = keyof typeof compatibilityRules | keyof typeof compatibilityWarnings
export type ApiRule = keyof typeof apiRules
export type ApiWarning = keyof typeof apiWarnings
export type RuleId =
  | FileRule
  | ReportRule
  | DashboardRule
  | DatasetRule
  | ScheduleRule
  | CompatibilityRule
  | ApiRule
  | ApiWarning

/**
 * Every rule, by the id that ends its diagnostics. The first sentence says what it requires, the others why: what would go
 * wrong without it, or what to do. `reports -- check --explain` prints them.
 */
export const rules: Readonly<Record<RuleId, string>> = {
  ...fileRules,
  ...reportRules,
  ...datasetRules,
  ...dashboardRules,
  ...scheduleRules,
  ...compatibilityRules,
  ...compatibilityWarnings,
  ...apiRules,
  ...apiWarnings,
}
