import type { KeyDefinitions } from '../../../schemas/report/rows.ts'
import type { KeyPlanOf } from '../../report/keys/key-kind.ts'
import type { KeyPlan } from '../../report/plan.ts'
import { date } from './date.ts'
import type { FillRule, KeyDefinitionKind } from './definition-kind.ts'
import { month } from './month.ts'
import { text } from './text.ts'

/** Every kind of row key as definitions use it; what the browser needs of each is in `src/report/keys/`. */
const keyDefinitionKinds: { readonly [K in KeyPlan['kind']]: KeyDefinitionKind<K> } = { date, month, text }

export const getKeyDefinitionKind = <K extends KeyPlan['kind']>({
  kind,
}: {
  readonly kind: K
}): KeyDefinitionKind<K> => keyDefinitionKinds[kind]

/** A key as understood: its names as a list. */
export function compileKey<K extends KeyPlan['kind']>(key: KeyDefinitions[K]): KeyPlanOf<K> {
  const fields = typeof key.field === 'string' ? [key.field] : key.field
  return keyDefinitionKinds[key.kind].compile(key, fields)
}

/** The rule of a value of `rows.fillMissing`, and the kind of key that it needs. */
export function findFillRule(value: string): { readonly kind: string; readonly rule: FillRule } | null {
  const found = Object.entries(keyDefinitionKinds).find(([, { fill }]) => fill?.value === value)
  const rule = found?.[1].fill
  return found === undefined || !rule ? null : { kind: found[0], rule }
}
