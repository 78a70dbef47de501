import type { Condition } from '../../../schemas/report/conditions.ts'

/** An alert of a screen: what is watched in its latest period. */
export interface AlertPlan {
  readonly id: string
  readonly title: string
  /** Values of selectors that are no periods. */
  readonly selectors: Readonly<Record<string, string>>
  readonly when: ConditionRule | MissingRule
}

export interface ConditionRule extends Readonly<Condition> {
  readonly kind: 'condition'
  /** Since which period the change is compared; null compares the values. */
  readonly change: 'previous' | 'year' | null
  /** How many steps in a row must meet it. */
  readonly for: number
  /** The value that ends it; null is that of the condition. */
  readonly reset: number | null
  /** Limits an alert of a reader to one of the table's columns, by its label. */
  readonly label?: string
  /** Compares with what is usual, in place of `value`. */
  readonly isUsual?: true
}

/** No record of the period before by a time of day, `09:00`, in a zone. */
export interface MissingRule {
  readonly kind: 'missing'
  readonly by: string
  readonly zone: string
}
