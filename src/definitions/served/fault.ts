import type { Origin } from '../../engine/finding.ts'
import type { ServedRule } from './rules.ts'

/** Where a report and the dataset that serves it differ, at the place of the report. */
export interface ServedFault {
  readonly origin: Origin
  readonly rule: ServedRule
  readonly message: string
}
