import type { VerificationRule } from '../../../definition/located-diagnostic.ts'
import type { SourceRef } from '../../../definition/diagnostic.ts'

/** Where an API does not keep what a definition needs, at the place of the definition that needs it. */
export interface Mismatch {
  readonly origin: SourceRef
  readonly rule: VerificationRule
  readonly message: string
}

/** What came of holding something against an API: what is wrong, and what is worth knowing. */
export interface Verification {
  readonly faults: readonly Mismatch[]
  readonly notes: readonly string[]
}

export const noMismatches: Verification = { faults: [], notes: [] }

export const mergeVerifications = (parts: readonly Verification[]): Verification => ({
  faults: parts.flatMap(({ faults }) => faults),
  notes: parts.flatMap(({ notes }) => notes),
})
