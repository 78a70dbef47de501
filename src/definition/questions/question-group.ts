import type { AskingReport, SelectorDefinition } from '../../../schemas/report/definition.ts'
import { isQuestionUnit, type QuestionUnit } from '../../../schemas/report/question.ts'
import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import { getRowField } from '../datasets/joined-tables.ts'
import { getKeyTime } from '../../dataset/key-spans.ts'
import { listUnits } from '../../query/periods.ts'
import { formatWords } from '../../report/model/format.ts'
import { cycles } from '../../time/cycles.ts'
import { type GrainName, isDayPart } from '../../time/grains.ts'
import { describeUnknown, type Place } from '../../diagnostics/diagnostic.ts'

export interface Group {
  /** The second thing that a row is about; null for none. */
  readonly dimension: Readonly<Record<'field' | 'label', string>> | null
  readonly key: Readonly<Record<'kind' | 'field' | 'label', string> & { format?: string; yearField?: string }>
  readonly grain: GrainName | null
  readonly span: GrainName
  /** Whether a reader chooses a range of days, which can be those of two years. */
  readonly isRange: boolean
  readonly cycles: readonly (keyof typeof cycles)[]
  readonly dimensions: readonly string[]
  readonly isTime: boolean
  /** Whether a row has the records of one period of the grain. */
  readonly isOnePeriod: boolean
  /** Which rows without a record are added; null for none. */
  readonly fill: string | null
}

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

type TimeKey = readonly [kind: string, field: string, label: string, ...chosen: readonly string[]]

/** The key of rows of each time, and the parts of a period of which missing rows are added. */
export const timeKeys: Readonly<Record<Exclude<QuestionUnit, keyof typeof cycles>, TimeKey>> = {
  'quarter-hour': ['quarter-hour', 'time', 'Time', 'date'],
  hour: ['hour', 'hour', 'Hour', 'date'],
  day: ['date', 'reportDate', 'Day', 'month', 'week', 'quarter', 'dateRange'],
  week: ['week', 'week', 'Week', 'year'],
  month: ['month', 'reportMonth', 'Month', 'year'],
  quarter: ['quarter', 'quarter', 'Quarter', 'year'],
}

type FirstGroup = Omit<Group, 'dimension' | 'span' | 'isRange'>

/** Finds what identifies the rows, and the grain of the records; null if the dataset has no such thing. */
export function findGroup(
  rows: AskingReport['rows'],
  source: DatasetPlan,
  selectors: readonly SelectorDefinition[],
  /** The measures of joined datasets, such as `rates.rate`, whose values can be rows. */
  joined: readonly string[],
  /** The periods of which a range has whole ones; null for the shortest. */
  unit: GrainName | null,
  root: Place,
): Group | null {
  const span = findSpan(selectors, source, unit)
  const parts = [...source.dimensions, ...joined.map(toPart)]
  const isRange = selectors.some(({ kind }) => kind === 'dateRange')
  const firstGroup = findFirst(rows, source, parts, selectors, { span, isRange }, root)
  if (firstGroup === null) return null
  const first = { ...firstGroup, span, isRange, dimension: null }
  const [, name] = rows.by
  if (name === undefined) return first
  const place = root.at('rows', 'by', 1)
  if (isQuestionUnit(name) && (!isCycle(name) || first.isTime || first.cycles.includes(name))) {
    place.error('question', `'${name}' is a time; write one time, and write it first`)
    return null
  }
  if (isQuestionUnit(name) && isCycle(name)) {
    const dimension = { field: name, label: cycleLabels[name] }
    return { ...first, grain: span, cycles: [...first.cycles, name], dimension, fill: null }
  }
  const dimension = findPart(parts, name)
  if (dimension === undefined || first.dimensions.includes(dimension.id)) {
    const others = listParts(source, joined).filter((id) => !first.dimensions.includes(id))
    place.error('question', describeUnknown('dimension', name, [...others, ...Object.keys(cycles)]))
    return null
  }
  return {
    ...first,
    dimensions: [...first.dimensions, dimension.id],
    dimension: { field: dimension.field ?? name, label: formatPart(name) },
    fill: null,
  }
}

/** By what rows can be told apart: a dimension, or the value of a measure of a joined dataset. */
type Part = Pick<DatasetPlan['dimensions'][number], 'id' | 'field'>
const toPart = (name: string): Part => ({ id: getRowField(name), field: getRowField(name) })
const findPart = (parts: readonly Part[], name: string) => parts.find(({ id }) => id === getRowField(name))
const listParts = ({ dimensions }: DatasetPlan, joined: readonly string[]) => [
  ...dimensions.map(({ id }) => id),
  ...joined,
]
/** Names a part as a heading does: `rates.rateIn` as `Rate in`. */
const formatPart = (name: string): string => formatWords(name.slice(name.indexOf('.') + 1))

const cycleLabels = { hourOfDay: 'Hour', weekday: 'Weekday' } as const
/** A time by which records are grouped, other than a quarter of an hour. */
export type TimeUnit = Exclude<QuestionUnit, keyof typeof cycles | 'quarter-hour'>
export const isTimeUnit = (name: string): name is TimeUnit =>
  isQuestionUnit(name) && !isCycle(name) && name !== 'quarter-hour'

export const isCycle = (name: string): name is keyof typeof cycles => Object.hasOwn(cycles, name)

/** Finds the length of the chosen time; of a range, of days or of the longer periods that records are about. */
function findSpan(
  selectors: readonly SelectorDefinition[],
  { key }: DatasetPlan,
  unit: GrainName | null,
): Group['span'] {
  const kinds = selectors.map(({ kind }) => kind)
  const { grain } = getKeyTime(key)
  if (kinds.includes('dateRange')) return unit ?? (isDayPart(grain) ? 'day' : grain)
  if (kinds.includes('date')) return 'day'
  return (['month', 'quarter', 'week'] as const).find((kind) => kinds.includes(kind)) ?? 'year'
}

const usualGroup = { cycles: [], dimensions: [], isTime: false, isOnePeriod: true, fill: null }

function findFirst(
  { by }: AskingReport['rows'],
  source: DatasetPlan,
  parts: readonly Part[],
  selectors: readonly SelectorDefinition[],
  { span, isRange }: Pick<Group, 'span' | 'isRange'>,
  root: Place,
): FirstGroup | null {
  const [name = ''] = by
  const kinds = selectors.map(({ kind }) => kind)
  if (isQuestionUnit(name) && source.key.kind === 'none') {
    const ids = parts.map(({ id }) => id).join(', ')
    root.at('rows', 'by', 0).error('question', `the records of '${source.id}' have no time; allowed: ${ids}`)
    return null
  }
  if (isQuestionUnit(name)) {
    if (isCycle(name)) {
      const key = { kind: 'text', field: name, label: cycleLabels[name] }
      return { ...usualGroup, key, grain: span, cycles: [name], isOnePeriod: !isRange }
    }
    const [kind, field, label, ...listed] = timeKeys[name]
    const grain = name === 'quarter-hour' ? null : name
    const chosen = (['month', 'quarter', 'week', 'date', 'dateRange'] as const).find((kind) =>
      kinds.includes(kind),
    )
    const fill = listed.includes(chosen ?? 'year') ? `${name}s` : null
    const key = {
      kind,
      field,
      label,
      ...(kind === 'date' && { format: 'M/D/YYYY ddd' }),
      ...(kind === 'month' && isRange && { yearField: 'year' }),
    }
    return { ...usualGroup, key, grain, isTime: true, fill }
  }
  const dimension = findPart(parts, name)
  if (dimension === undefined) {
    const message = describeUnknown('dimension', name, [
      ...parts.map(({ id }) => id),
      ...Object.keys(timeKeys),
      ...Object.keys(cycles),
    ])
    root.at('rows', 'by', 0).error('question', message)
    return null
  }
  const key = { kind: 'text', field: dimension.field ?? name, label: formatPart(name) }
  // The months of a year can be compared with those of another one; longer records cannot be divided.
  const grain = span === 'year' && listUnits(getKeyTime(source.key).grain).includes('month') ? 'month' : span
  const isOnePeriod = span !== 'year' && !isRange
  return { ...usualGroup, key, grain, dimensions: [dimension.id], isOnePeriod }
}
