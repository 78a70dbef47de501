import type { DerivedDataset } from '../../../schemas/dataset/definition.ts'
import type { SelectorDefinition } from '../../../schemas/report/definition.ts'
import { isQuestionUnit, type QuestionUnit } from '../../../schemas/report/question.ts'
import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import { isNamed } from '../../dataset/key-spans.ts'
import { formatWords } from '../../report/model/format.ts'
import { cycles } from '../../time/cycles.ts'
import { describeUnknown, type Place } from '../../diagnostics/diagnostic.ts'
import type { QuestionRows } from './written-parts.ts'

/** By what the records are grouped. */
export interface Group {
  readonly key: Readonly<Record<'kind' | 'field' | 'label', string>>
  readonly grain: DerivedDataset['from']['grain'] | null
  readonly cycles: readonly (keyof typeof cycles)[]
  readonly dimensions: readonly string[]
  readonly isTime: boolean
  /** Whether a row has the records of one period of the grain. */
  readonly isOnePeriod: boolean
  /** Which rows without a record are added; null for none. */
  readonly fill: string | null
}

/** The fields in which records say of which period they are. */
export const keyFields = [
  'year',
  'reportMonth',
  'reportDate',
  'hour',
  'time',
  'week',
  'quarter',
  'hourOfDay',
  'weekday',
]

/** The rows that are added where records are missing, by unit, and the parts of a period that list them. */
const fills: Partial<Readonly<Record<QuestionUnit, readonly [fill: string, ...parts: readonly string[]]>>> = {
  'quarter-hour': ['quarter-hours', 'date'],
  hour: ['hours', 'date'],
  day: ['days', 'month', 'week', 'quarter'],
  week: ['weeks', 'year'],
  month: ['months', 'year'],
  quarter: ['quarters', 'year'],
}

export const timeKeys: Readonly<
  Record<Exclude<QuestionUnit, keyof typeof cycles>, readonly [kind: string, field: string, label: string]>
> = {
  'quarter-hour': ['quarter-hour', 'time', 'Time'],
  hour: ['hour', 'hour', 'Hour'],
  day: ['date', 'reportDate', 'Day'],
  week: ['week', 'week', 'Week'],
  month: ['month', 'reportMonth', 'Month'],
  quarter: ['quarter', 'quarter', 'Quarter'],
}

/** Finds the key of the rows and the grain of the records; null if the dataset has no such thing. */
export function findGroup(
  { by }: QuestionRows,
  source: DatasetPlan,
  selectors: readonly SelectorDefinition[],
  root: Place,
): Group | null {
  const [name = ''] = by
  const kinds = selectors.map(({ kind }) => kind)
  const hasDays = kinds.includes('date') || kinds.includes('dateRange')
  const part = (['month', 'quarter', 'week'] as const).find((kind) => kinds.includes(kind))
  const span = hasDays ? 'day' : (part ?? 'year')
  if (isQuestionUnit(name)) {
    if (name === 'hourOfDay' || name === 'weekday') {
      const key = { kind: 'text', field: name, label: name === 'weekday' ? 'Weekday' : 'Hour' }
      return {
        key,
        grain: span,
        cycles: [name],
        dimensions: [],
        isTime: false,
        isOnePeriod: true,
        fill: null,
      }
    }
    const [kind, field, label] = timeKeys[name]
    const grain = name === 'quarter-hour' ? null : name
    const [fill = null, ...needed] = fills[name] ?? []
    const isListed = needed.includes(part ?? (hasDays ? (kinds.includes('date') ? 'date' : '') : 'year'))
    return {
      key: { kind, field, label },
      grain,
      cycles: [],
      dimensions: [],
      isTime: true,
      isOnePeriod: true,
      fill: isListed ? fill : null,
    }
  }
  if (isNamed(source.key) && source.key.field === name) {
    const key = { kind: 'text', field: name, label: formatWords(name) }
    return { key, grain: null, cycles: [], dimensions: [], isTime: false, isOnePeriod: true, fill: null }
  }
  const dimension = source.dimensions.find(({ id }) => id === name)
  if (dimension === undefined) {
    const known = [
      ...source.dimensions.map(({ id }) => id),
      ...(isNamed(source.key) ? [source.key.field] : []),
    ]
    const message = describeUnknown('dimension', name, [
      ...known,
      ...Object.keys(timeKeys),
      ...Object.keys(cycles),
    ])
    root.at('rows', 'by', 0).error('question', message)
    return null
  }
  const key = { kind: 'text', field: dimension.field ?? name, label: formatWords(name) }
  // A year is the sum of its months, so that its records can be requested.
  const grain = span === 'year' ? 'month' : span
  return {
    key,
    grain,
    cycles: [],
    dimensions: [name],
    isTime: false,
    isOnePeriod: span !== 'year' && !kinds.includes('dateRange'),
    fill: null,
  }
}
