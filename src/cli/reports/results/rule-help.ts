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

import { ruleReasons } from '../../../definition/rules/reasons.ts'

/** The page that explains each rule under a heading of its own, from the root of the product. */
export const RULES_PAGE = 'docs/reference/rules.md'

/** A link to the explanation of a rule, from the guide in `reports/` or `datasets/`. */
export const linkRule = (rule: string): string => `[\`${rule}\`](../${RULES_PAGE}#${rule})`

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

/** Why a rule exists, or what to do. */
export const getReason = (rule: AnyRuleId): string => ruleReasons[rule]

/** The absolute URI of the explanation of a rule, in the folder of the product. */
export const getHelpUri = (rule: AnyRuleId): string =>
  `${new URL(`../../../../${RULES_PAGE}`, import.meta.url).href}#${rule}`

/** A line that names the explanations of the rules of diagnostics, in their order; none without diagnostics. */
export function formatRuleLinks(diagnostics: readonly { readonly rule: AnyRuleId }[]): string[] {
  const anchors = [...new Set(diagnostics.map(({ rule }) => `#${rule}`))]
  return anchors.length === 0 ? [] : [`see ${RULES_PAGE}${anchors.join(', ')}`]
}
