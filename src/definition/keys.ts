import type { FillMissing, KeyDefinitions } from '../../schemas/report/rows.ts'
import { getKeyKind, type KeyPlanOf } from '../report/rows/key-kinds.ts'
import type { KeyPlan } from '../report/plan.ts'
import { formatDate, parseDate } from '../time/calendar.ts'
import { listDays, type Period } from '../time/days.ts'
import { type DayPart, getDays, type YearPart } from '../time/grain.ts'
import {
  dayParts,
  type DayPartName,
  grains,
  mapGrains,
  yearPartNames,
  yearParts,
  type YearPartName,
} from '../time/grains.ts'

/** The missing rows that a kind of key can add. */
export interface FillRule {
  /** The value of `rows.fillMissing`. */
  readonly value: Exclude<FillMissing, 'none'>
  readonly message: string
  /** The kinds of selectors of which one must be there; empty if none is needed. */
  readonly chosen: readonly string[]
}

/** What a kind of row key means in a definition: what only Node needs of it. */
export interface KeyDefinitionKind {
  readonly fill: FillRule | null
  /** The keys of sample records, at least three; `count` where there can be any number. */
  readonly sampleKeys: (period: Period, count?: number) => readonly (string | number)[]
}

const SAMPLE_YEAR = 2025

const date: KeyDefinitionKind = {
  fill: {
    value: 'days',
    message: `'days' needs a date key, and a selector of a month, ${yearPartNames.join(', ')}, date or range of dates`,
    chosen: ['month', ...yearPartNames, 'date', 'dateRange'],
  },
  sampleKeys: ({ year, days }) =>
    listDays(days ?? getDays(grains.month, grains.month.of(year ?? SAMPLE_YEAR, 3))).map((day) => {
      const found = parseDate(day)
      return found === null ? day : formatDate(found, 'M/D/YYYY')
    }),
}

/** The rows of a day are known if the day is. */
const createDayPart = ({ noun, one, count }: DayPart, name: DayPartName): KeyDefinitionKind => ({
  fill: {
    value: `${name}s`,
    message: `'${noun}s' needs ${one} key and a date selector`,
    chosen: ['date'],
  },
  sampleKeys: () => Array.from({ length: count }, (_, index) => index),
})

/** The rows of a year are known, unless years differ in their number. */
const fillPart = ({ noun, hasSameDates }: YearPart, name: YearPartName | 'month'): FillRule => ({
  value: `${name}s`,
  message: `'${noun}s' needs a ${noun} key${hasSameDates ? '' : ' and a year selector'}`,
  chosen: hasSameDates ? [] : ['year'],
})

const month: KeyDefinitionKind = {
  fill: fillPart(grains.month, 'month'),
  sampleKeys: () => Array.from({ length: 12 }, (_, index) => index + 1),
}

const SAMPLE_NAMES = ['First', 'Second', 'Third', 'Fourth', 'Fifth']

const text: KeyDefinitionKind = {
  fill: null,
  sampleKeys: (_, count = SAMPLE_NAMES.length) =>
    Array.from({ length: count }, (__, index) => SAMPLE_NAMES[index] ?? `Number ${index + 1}`),
}

/** Every kind of row key as definitions use it; what the browser needs of each is in `src/report/rows/key-kinds.ts`. */
const keyDefinitionKinds: { readonly [K in KeyPlan['kind']]: KeyDefinitionKind } = {
  date,
  month,
  text,
  ...mapGrains(dayParts, createDayPart),
  ...mapGrains(yearParts, (grain, kind): KeyDefinitionKind => ({
    fill: fillPart(grain, kind),
    sampleKeys: ({ year, days }) => getKeyKind({ kind }).listAll({ year: year ?? SAMPLE_YEAR, days }),
  })),
}

export const getKeyDefinitionKind = ({ kind }: Pick<KeyPlan, 'kind'>): KeyDefinitionKind =>
  keyDefinitionKinds[kind]

/** Compiles a key: its names as a list. */
export function compileKey<K extends KeyPlan['kind']>({
  kind,
  field,
  ...rest
}: KeyDefinitions[K]): KeyPlanOf<K> {
  return { kind, fields: typeof field === 'string' ? [field] : field, ...rest }
}

/** What a value of `rows.fillMissing` needs, with the kind of key; null for none. */
export function findFillRule(value: FillMissing): (FillRule & { readonly kind: string }) | null {
  const found = Object.entries(keyDefinitionKinds).flatMap(([kind, { fill }]) =>
    fill ? { kind, ...fill } : [],
  )
  return found.find((fill) => fill.value === value) ?? null
}
