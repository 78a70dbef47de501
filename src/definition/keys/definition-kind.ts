import type { KeyDefinitions } from '../../../schemas/report/rows.ts'
import type { KeyPlanOf, Period } from '../../report/keys/key-kind.ts'
import type { KeyPlan } from '../../report/plan.ts'
import type { PlanRuleId } from '../rules/index.ts'

/** The missing rows that a kind of key can add. */
export interface FillRule {
  /** The value of `rows.fillMissing`. */
  readonly value: 'days' | 'months'
  readonly rule: PlanRuleId
  readonly message: string
  /** The part of a period that must be chosen. */
  readonly chosen: 'year' | 'month' | null
}

/** What a kind of row key means in a definition: what only Node needs of it. */
export interface KeyDefinitionKind<K extends KeyPlan['kind']> {
  readonly compile: (key: KeyDefinitions[K], fields: readonly string[]) => KeyPlanOf<K>
  readonly fill: FillRule | null
  /** The keys of sample records, at least three. */
  readonly sampleKeys: (period: Period) => readonly (string | number)[]
}
