import type { SelectorDefinition } from '../../../schemas/report/definition.ts'
import type { SelectorPlan } from '../../report/plan.ts'
import type { ReadKind } from '../compatibility/routes.ts'
import type { Path } from '../diagnostic.ts'

export type SelectorDefinitionOf<K extends SelectorPlan['kind']> = Extract<SelectorDefinition, { kind: K }>

/** A list that a selector offers without a request, or instead of one. */
export interface FixedList {
  readonly path: Path
  readonly values: readonly (number | string)[]
}

/** What a kind of selector means in a definition: what only Node needs of it. */
export interface SelectorDefinitionKind<K extends SelectorPlan['kind']> {
  /** `compileUrl` fills what is fixed in the URL of the options. */
  readonly compileOptions: (
    selector: SelectorDefinitionOf<K>,
    compileUrl: (template: string) => string,
  ) => SelectorPlan['options']
  readonly fixedLists: (selector: SelectorDefinitionOf<K>) => readonly FixedList[]
  /** Whether a screen has at most one. */
  readonly isUnique: boolean
  /** The kind of selector without which it makes no sense. */
  readonly requires: SelectorPlan['kind'] | null
  /** The endpoints of datasets that can list its options. */
  readonly optionEndpoints: readonly ReadKind[]
  /** A value that any such selector accepts; null if that depends on its options. */
  readonly sampleValue: string | null
  /** The value that is chosen to verify an API; null for the first option. */
  readonly usualValue: string | null
}
