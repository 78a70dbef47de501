import type { VerificationRule } from '../../../definition/located-diagnostic.ts'
import type { SourceRef } from '../../../definition/diagnostic.ts'

/** A difference between an API and a definition, at the location in the definition. */
export interface Mismatch {
  readonly origin: SourceRef
  readonly rule: VerificationRule
  readonly message: string
}

/** The result of verifying part of a definition against an API. */
export interface Verification {
  readonly faults: readonly Mismatch[]
  readonly warnings: readonly string[]
}

export const noMismatches: Verification = { faults: [], warnings: [] }

export const mergeVerifications = (parts: readonly Verification[]): Verification => ({
  faults: parts.flatMap(({ faults }) => faults),
  warnings: parts.flatMap(({ warnings }) => warnings),
})
