import {
  compatibilityRules,
  compatibilityWarnings,
} from '../../../definition/compatibility/check-compatibility.ts'
import { datasetRules } from '../../../definition/datasets/rules.ts'
import {
  type AnyRuleId,
  rules,
  verificationRules,
  verificationWarnings,
} from '../../../definition/rules/index.ts'

const requirements: Readonly<Record<string, string>> = {
  ...rules,
  ...datasetRules,
  ...compatibilityRules,
  ...compatibilityWarnings,
  ...verificationRules,
  ...verificationWarnings,
}

/** The sentence that states a rule. */
export const getRequirement = (rule: AnyRuleId): string => requirements[rule] ?? rule
