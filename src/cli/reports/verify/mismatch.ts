import type { ContractRule } from '../../../definition/located-diagnostic.ts'
import type { Origin } from '../../../definition/diagnostic.ts'

/** Where an API does not keep what a definition needs, at the place of the definition that needs it. */
export interface Fault {
  readonly origin: Origin
  readonly rule: ContractRule
  readonly message: string
}

/** What came of holding something against an API: what is wrong, and what is worth knowing. */
export interface Held {
  readonly faults: readonly Fault[]
  readonly notes: readonly string[]
}

export const nothing: Held = { faults: [], notes: [] }

export const joined = (parts: readonly Held[]): Held => ({
  faults: parts.flatMap(({ faults }) => faults),
  notes: parts.flatMap(({ notes }) => notes),
})
