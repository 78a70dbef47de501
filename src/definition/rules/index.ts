import { apiRules, apiWarnings } from './catalogue/api-rules.ts'
import { compatibilityRules, compatibilityWarnings } from './catalogue/compatibility-rules.ts'
import { dashboardRules, scheduleRules } from './catalogue/dashboard-rules.ts'
import { datasetRules } from './catalogue/dataset-rules.ts'
import { fileRules } from './catalogue/file-rules.ts'
import { reportRules } from './catalogue/report-rules.ts'

/**
 * Every rule, by the id that ends its diagnostics. The first sentence says what it requires, the others why: what would go
 * wrong without it, or what to do. `reports -- check --explain` prints them.
 */
export const rules = {
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

export type RuleId = keyof typeof rules
export type ApiRule = keyof typeof apiRules
export type ApiWarning = keyof typeof apiWarnings
