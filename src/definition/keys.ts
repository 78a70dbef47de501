import type { KeyDefinitions } from '../../schemas/report/rows.ts'
import type { KeyPlanOf, Period } from '../report/keys.ts'
import type { KeyPlan } from '../report/plan.ts'
import type { PlanRuleId } from './rules/index.ts'
import { daysInMonth } from '../report/calendar.ts'

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

const date: KeyDefinitionKind<'date'> = {
  compile: ({ label, format }, fields) => ({ kind: 'date', fields, label, format }),
  fill: {
    value: 'days',
    rule: 'fill-days',
    message: "'days' needs a date key, a year and a month selector",
    chosen: 'month',
  },
  sampleKeys: (period) => {
    const [year, month] = [period.year ?? 2025, period.month ?? 3]
    return Array.from({ length: daysInMonth(year, month) }, (_, index) => `${month}/${index + 1}/${year}`)
  },
}

const month: KeyDefinitionKind<'month'> = {
  compile: ({ label, format }, fields) => ({ kind: 'month', fields, label, format }),
  fill: { value: 'months', rule: 'fill-months', message: "'months' needs a month key", chosen: null },
  sampleKeys: () => Array.from({ length: 12 }, (_, index) => index + 1),
}

const text: KeyDefinitionKind<'text'> = {
  compile: ({ label }, fields) => ({ kind: 'text', fields, label }),
  fill: null,
  sampleKeys: () => ['First', 'Second', 'Third', 'Fourth', 'Fifth'],
}

/** Every kind of row key as definitions use it; what the browser needs of each is in `src/report/keys.ts`. */
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
