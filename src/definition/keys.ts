import type { KeyDefinitions } from '../../schemas/report/rows.ts'
import { type KeyPlanOf, getKeyKind } from '../report/keys.ts'
import { getDaysOfMonth, listDays, type Period } from '../report/periods.ts'
import type { KeyPlan, ReportPlan, SelectorPlan } from '../report/plan.ts'
import type { ReportRule } from './rules/index.ts'
import { formatDate, parseDate } from '../report/calendar.ts'

/** The missing rows that a kind of key can add. */
export interface FillRule {
  /** The value of `rows.fillMissing`. */
  readonly value: Exclude<ReportPlan['rows']['fillMissing'], 'none'>
  readonly rule: ReportRule
  readonly message: string
  /** The kinds of selectors of which one must be there; empty if none is needed. */
  readonly chosen: readonly SelectorPlan['kind'][]
}

/** What a kind of row key means in a definition: what only Node needs of it. */
export interface KeyDefinitionKind<K extends KeyPlan['kind']> {
  readonly compile: (key: KeyDefinitions[K], fields: readonly string[]) => KeyPlanOf<K>
  readonly fill: FillRule | null
  /** The keys of sample records, at least three; `count` where there can be any number. */
  readonly sampleKeys: (period: Period, count?: number) => readonly (string | number)[]
}

const date: KeyDefinitionKind<'date'> = {
  compile: ({ label, format }, fields) => ({ kind: 'date', fields, label, format }),
  fill: {
    value: 'days',
    rule: 'fill-days',
    message: "'days' needs a date key, and a selector of a month, week, quarter, date or range of dates",
    chosen: ['month', 'week', 'quarter', 'date', 'dateRange'],
  },
  sampleKeys: ({ year, days }) =>
    listDays(days ?? getDaysOfMonth(year ?? 2025, 3)).map((day) => {
      const found = parseDate(day)
      return found === null ? day : formatDate(found, 'M/D/YYYY')
    }),
}

const hour: KeyDefinitionKind<'hour'> = {
  compile: ({ label }, fields) => ({ kind: 'hour', fields, label }),
  fill: {
    value: 'hours',
    rule: 'fill-hours',
    message: "'hours' needs an hour key and a date selector",
    chosen: ['date'],
  },
  sampleKeys: () => Array.from({ length: 24 }, (_, index) => index),
}

const month: KeyDefinitionKind<'month'> = {
  compile: ({ label, format }, fields) => ({ kind: 'month', fields, label, format }),
  fill: { value: 'months', rule: 'fill-months', message: "'months' needs a month key", chosen: [] },
  sampleKeys: () => Array.from({ length: 12 }, (_, index) => index + 1),
}

const week: KeyDefinitionKind<'week'> = {
  compile: ({ label, format }, fields) => ({ kind: 'week', fields, label, format }),
  fill: {
    value: 'weeks',
    rule: 'fill-weeks',
    message: "'weeks' needs a week key and a year selector",
    chosen: ['year'],
  },
  sampleKeys: ({ year, days }) => listSampleParts('week', year, days),
}

const quarter: KeyDefinitionKind<'quarter'> = {
  compile: ({ label }, fields) => ({ kind: 'quarter', fields, label }),
  fill: { value: 'quarters', rule: 'fill-quarters', message: "'quarters' needs a quarter key", chosen: [] },
  sampleKeys: ({ year, days }) => listSampleParts('quarter', year, days),
}

/** The weeks or quarters of a period, with their year. */
const listSampleParts = (kind: 'week' | 'quarter', year: number | null, days: Period['days']) =>
  getKeyKind({ kind }).listAll({ year: year ?? 2025, days })
const SAMPLE_NAMES = ['First', 'Second', 'Third', 'Fourth', 'Fifth']

const text: KeyDefinitionKind<'text'> = {
  compile: ({ label }, fields) => ({ kind: 'text', fields, label }),
  fill: null,
  sampleKeys: (_, count = SAMPLE_NAMES.length) =>
    Array.from({ length: count }, (__, index) => SAMPLE_NAMES[index] ?? `Number ${index + 1}`),
}

/** Every kind of row key as definitions use it; what the browser needs of each is in `src/report/keys.ts`. */
const keyDefinitionKinds: { readonly [K in KeyPlan['kind']]: KeyDefinitionKind<K> } = {
  date,
  hour,
  month,
  week,
  quarter,
  text,
}

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
