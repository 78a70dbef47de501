import type { ColumnDefinitions } from '../../../schemas/report/columns.ts'
import { type DatasetPlan, isSingle } from '../../dataset/dataset-plan.ts'
import { formatWords } from '../../report/model/format.ts'
import { monthNames } from '../../time/calendar.ts'
import { cycles } from '../../time/cycles.ts'
import { describeUnknown, type Place } from '../../diagnostics/diagnostic.ts'
import { describeExpression, type Words } from '../expressions/describe-expression.ts'
import { ExpressionError, tryExpression } from '../expressions/parse-expression.ts'
import { type Group, isCycle, isTimeUnit, timeKeys, type TimeUnit } from './question-group.ts'
import { getKeyTime } from '../../dataset/key-spans.ts'
import { createUnits } from './column-units.ts'
import {
  createMeasures,
  findDimension,
  type Question,
  type QuestionColumn,
  type QuestionMeasures,
} from './question-measures.ts'
import { type AddedMeasure, createParts } from './question-parts.ts'
import type { SplitExpression } from '../expressions/split-expression.ts'
import { isWholeNumber } from '../expressions/compile-expression.ts'

/** The format of a change that has none of its own. */
const CHANGE_FORMAT = { style: 'percent', decimals: 1, sign: 'always' } as const

type WrittenColumn = Exclude<QuestionColumn, string>
type FullColumn = ColumnDefinitions[keyof ColumnDefinitions]

/** Lists the dimensions whose values are columns. */
export const listPivots = (columns: readonly QuestionColumn[], source: DatasetPlan): string[] =>
  columns.flatMap((column) =>
    typeof column === 'string' || !('pivot' in column) ? [] : (findDimension(source, column.pivot)?.id ?? []),
  )

export type ExpandedColumns = NonNullable<ReturnType<typeof expandColumns>>

/** Writes the columns over what the dataset sends; null if a name or an expression is wrong, which is reported. */
export function expandColumns(
  asked: readonly QuestionColumn[],
  question: Question,
  group: Group | null,
  root: Place,
) {
  const named = createMeasures(question)
  const columns = asked.map(named.writeOut)
  const parts = createParts(question, named, columns, group)
  const pivoted = columns.flatMap((column) =>
    typeof column === 'object' && 'pivot' in column ? column.pivot : [],
  )
  const findUnit = createUnits(question, named, columns, group)
  const pivots: PivotField[] = []
  const texts: string[] = []
  const context: ColumnsContext = { ...question, ...named, group, parts, findUnit, pivoted, pivots, texts }
  const rejections: Rejection[] = []
  for (const [index, name] of question.by.entries()) {
    if (named.findTable(name) === undefined) continue
    tryExpression(
      () => findUnit(name),
      (message) => {
        rejections.push({ report: () => root.at('rows', 'by', index).error('expression', message) })
      },
    )
  }
  const expanded = columns.flatMap((column, index): FullColumn[] => {
    const isExpression = typeof column !== 'string' && 'value' in column && !('pivot' in column)
    parts.path = ['columns', index, ...(isExpression ? ['value'] : [])]
    const full = tryExpression(
      () => expandColumn(column, context),
      (message, at) => {
        const place = root.at(...parts.path)
        const position = parts.path[2] === 'value' ? at : undefined
        const reads = isExpression ? /^\w+/.exec(column.value?.slice(at) ?? '')?.[0] : undefined
        const id = isExpression ? column.id : undefined
        rejections.push({ id, reads, report: () => place.error('expression', message, position) })
      },
    )
    return full === null ? [] : [full]
  })
  if (rejections.length > 0) {
    // An error at the name of a column with an error follows from it.
    const ids = new Set(rejections.map(({ id }) => id))
    const causes = rejections.filter(
      ({ id, reads }) => reads === undefined || reads === id || !ids.has(reads),
    )
    for (const { report } of causes.length > 0 ? causes : rejections) report()
    return null
  }
  return {
    columns: expanded,
    measures: parts.measures,
    dimensions: pivots.flatMap(({ dimension }) => dimension ?? []),
    texts,
    cycles: [...new Set(pivots.flatMap(({ cycle }) => cycle ?? []))],
    /** The times that are columns; null for none. */
    pivotGrain: pivots.find(({ grain }) => grain !== undefined)?.grain ?? null,
    samples: parts.samples,
    /** The words of the columns with an expression, and of the parts that the dataset sends for them. */
    words: describeColumns(columns, parts.measures, question.source, (index) => {
      const written = asked[index]
      return typeof written === 'string' ? named.findComputed(written)?.value : undefined
    }),
  }
}

/** An error of the columns of a question: the id of its column, and the name at which it is. */
interface Rejection {
  readonly id?: string | undefined
  readonly reads?: string | undefined
  readonly report: () => void
}

/** What the columns of a question are written from, and the pivots and texts that they have so far. */
interface ColumnsContext extends Question, QuestionMeasures {
  readonly group: Group | null
  readonly parts: ReturnType<typeof createParts>
  readonly findUnit: ReturnType<typeof createUnits>
  /** The values of which fields are columns. */
  readonly pivoted: readonly string[]
  readonly pivots: PivotField[]
  readonly texts: string[]
}

function expandColumn(column: QuestionColumn, context: ColumnsContext): FullColumn {
  if (typeof column === 'string' && context.findTable(column) !== undefined)
    return expandValue(nameJoined(column, context), context)
  if (typeof column === 'string') return expandMeasure({ field: column } as WrittenColumn, column, context)
  if ('field' in column) return expandMeasure(column, [column.field].flat()[0] ?? '', context)
  if ('pivot' in column) return expandPivot(column, context)
  if ('text' in column) return expandText(column, context)
  if ('value' in column) return expandValue(column, context)
  throw new ExpressionError('a dataset sends no lists and patterns here', 0)
}

type ValueColumn = Exclude<Extract<WrittenColumn, { value: string }>, { pivot: unknown }>

function expandValue(
  column: ValueColumn,
  { parts, pivoted, group, findUnit, source }: ColumnsContext,
): FullColumn {
  const split = parts.split(column.value)
  const { value, root, isQuotient, readsOtherPeriods, isCompared, lacksTotal } = split
  requireWhole(split, pivoted)
  const unit = findUnit(column.value, column.format?.unit)
  const [, rate] = /\bmean\(([\w.]+)\)/.exec(column.value) ?? []
  if (rate !== undefined && !isQuotient && column.format?.style === 'percent') {
    const message = `a mean of percentages counts a record of few like one of many; write mean(${rate}, weight), or mean(${rate}, 1) if that is meant`
    throw new ExpressionError(message, 0)
  }
  if (readsOtherPeriods && group?.isOnePeriod === false) {
    const message = 'another period is that of a month, quarter, week or day, which is not chosen here'
    throw new ExpressionError(message, 0)
  }
  const ofQuotient = formatQuotient(unit.ofQuotient, column.format)
  const format =
    root === 'change' && column.format === undefined
      ? CHANGE_FORMAT
      : isQuotient && unit.format.unit === undefined && ofQuotient === null
        ? column.format && { ...column.format, ...(column.format.unit === '%' && { style: undefined }) }
        : // A mean is sent as a quotient, and is none to its reader.
          {
            style: 'plain' as const,
            ...(isWholeNumber(column.value) ? { decimals: 0 } : findDecimals(column.value, source)),
            ...ofQuotient,
            ...unit.format,
            ...column.format,
          }
  return {
    ...column,
    label: column.label ?? formatWords(column.id),
    value,
    ...(format !== undefined && { format }),
    ...(((isCompared && group?.isTime === true) || lacksTotal) && { total: false }),
    ...(unit.isMixed && withoutTotal(column)),
  }
}

/** Returns the format of a quotient that is no share, such as minutes per call; null where the author says another. */
const formatQuotient = (unit: string | null, written: ValueColumn['format'] | null) =>
  unit === null || written?.style !== undefined || written?.unit !== undefined
    ? null
    : { style: 'plain' as const, ...(unit !== '' && { unit }) }

/** Returns the decimals of whole numbers and small rates, as a function shows them. A mean has two or more. */
function findDecimals(value: string, { measures }: DatasetPlan): { decimals?: number } {
  const [, name, field] = /^(sum|mean|min|max|first|last)\((\w+)\)$/.exec(value) ?? []
  const decimals = measures.find((measure) => measure.field === field)?.decimals ?? null
  return decimals !== null && (decimals > 2 || (decimals === 0 && name !== 'mean')) ? { decimals } : {}
}

function nameJoined(name: string, { parts, findOwner }: ColumnsContext): ValueColumn {
  parts.requireMeasure(name, 0)
  const [field, owner] = findOwner(name)
  const label = owner.measures.find((measure) => measure.field === field)?.label ?? field
  return { id: name.replaceAll(/\W/g, '_'), value: name, label } as ValueColumn
}

function expandMeasure(column: WrittenColumn, name: string, context: ColumnsContext): FullColumn {
  const { parts, source, findUnit } = context
  parts.requireMeasure(name, 0)
  const measure = source.measures.find(({ field }) => field === name)
  const written = column as Partial<ColumnDefinitions['field']>
  const unit = findUnit(name, written.format?.unit)
  const format = { ...findDecimals(`sum(${name})`, source), ...unit.format }
  const label = measure?.label === name ? formatWords(name) : (measure?.label ?? name)
  parts.addMeasure(`sum(${name})`, undefined, name)
  return {
    ...fieldDefaults,
    ...(Object.keys(format).length > 0 && { format }),
    ...written,
    ...(unit.isOfValue && { format: { ...format, ...written.format } }),
    label: written.label ?? label,
    field: name,
    ...(unit.isMixed && withoutTotal(written)),
  }
}

function expandText(
  column: Extract<WrittenColumn, { text: unknown }>,
  { parts, source, group, fixed, texts }: ColumnsContext,
): FullColumn {
  parts.path = [...parts.path, 'text']
  const [name = ''] = [column.text].flat()
  const text = source.texts.find(({ field }) => field === name)
  if (text === undefined) {
    const fields = source.texts.map(({ field }) => field)
    throw new ExpressionError(describeUnknown('text', name, fields), 0)
  }
  const missing = group === null ? [] : listMissingParts(source, group, fixed)
  if (missing.length > 0) {
    const message = `a row with a text is one record, so that rows or selectors name one ${missing.join(' and one ')}`
    throw new ExpressionError(message, 0)
  }
  texts.push(name)
  return { ...column, label: column.label ?? (text.label === name ? formatWords(name) : text.label) }
}

function expandPivot(
  column: Extract<WrittenColumn, { pivot: unknown }>,
  { parts, source, group, pivots, pivoted, findUnit, findComputed }: ColumnsContext,
): FullColumn {
  const place = parts.path
  parts.path = [...place, 'pivot']
  const pivot = findPivot(column.pivot, source, group)
  pivots.push(pivot)
  const { field, order, labels, yearField } = pivot
  parts.path = [...place, 'value']
  const [written = ''] = [column.value].flat()
  const unit = findUnit(written, column.format?.unit, column.pivot)
  if (unit.isOfPivot && column.top !== undefined) {
    parts.path = [...place, 'top']
    const message = `the columns are amounts of each '${column.pivot}', which cannot be ranked or added; leave out "top" and "rest"`
    throw new ExpressionError(message, 0)
  }
  const measure = source.measures.find((stored) => stored.field === written)
  if (measure !== undefined) parts.addMeasure(`sum(${written})`, undefined, written)
  const split = measure === undefined ? parts.split(written, { written: column.pivot, field }) : null
  const others = pivoted.filter((name) => name !== column.pivot || column.rest !== undefined)
  if (split !== null) requireWhole(split, others)
  const usual = measure?.decimals === 0 ? { decimals: 0 } : undefined
  const format = {
    // A mean is sent as a quotient, and is none to its reader.
    ...(split?.isQuotient === false && { style: 'plain' as const }),
    ...(split !== null && isWholeNumber(written) && { decimals: 0 }),
    ...formatQuotient(unit.ofQuotient, column.format ?? findComputed(written)?.format),
    ...unit.format,
    ...(column.format ?? findComputed(written)?.format ?? (split?.root === 'change' ? CHANGE_FORMAT : usual)),
  }
  return {
    ...column,
    ...(Object.keys(format).length > 0 && { format }),
    ...(split?.lacksTotal === true && { total: false }),
    ...(unit.isMixed && withoutTotal(column)),
    value: split?.value ?? written,
    pivot: field,
    ...(yearField !== undefined && { yearField }),
    order: column.order.length > 0 ? column.order : order,
    labels: { ...labels, ...column.labels },
  }
}

/** Throws ExpressionError for a value that several cells of pivots do not add up to. */
function requireWhole(
  { readsOtherPeriods, lacksTotal }: Pick<SplitExpression, 'readsOtherPeriods' | 'lacksTotal'>,
  pivots: readonly string[],
): void {
  if (pivots.length === 0 || !(lacksTotal || (readsOtherPeriods && pivots.some(isTimeUnit)))) return
  const message =
    'a pivot divides the records of which this is one value; leave it out, or write a report of its own'
  throw new ExpressionError(message, 0)
}

interface PivotField {
  readonly field: string
  readonly order: string[]
  readonly labels?: Record<string, string>
  readonly yearField?: string
  readonly dimension?: string
  readonly cycle?: keyof typeof cycles
  readonly grain?: TimeUnit
}

/** Finds the field of a dimension, of places that repeat, or of a time. Throws ExpressionError. */
function findPivot(name: string, source: DatasetPlan, group: Group | null): PivotField {
  const dimension = findDimension(source, name)
  if (dimension !== undefined) {
    const { id, field, values } = dimension
    return { field: field ?? name, order: [...(values ?? [])], dimension: id }
  }
  if (isCycle(name)) {
    if (group?.isTime === true && group.grain !== 'month') {
      throw new ExpressionError(`'${name}' repeats within a month or year, and rows are shorter`, 0)
    }
    return { field: name, order: [...cycles[name].values], cycle: name }
  }
  const canBeTime = group !== null && !group.isTime && group.cycles.length === 0
  if (canBeTime && isTimeUnit(name)) {
    const [, field] = timeKeys[name]
    if (name !== 'month') return { field, order: [], grain: name }
    if (group.isRange) return { field, order: [], yearField: 'year', grain: name }
    const months = monthNames.map((label, index) => [String(index + 1), label.slice(0, 3)] as const)
    return { field, order: [], labels: Object.fromEntries(months), grain: name }
  }
  const times = canBeTime ? ['day', 'week', 'month', 'quarter'] : []
  const allowed = [...source.dimensions.map(({ id }) => id), ...Object.keys(cycles), ...times]
  throw new ExpressionError(describeUnknown('dimension', name, allowed), 0)
}

/** Says in words what columns with an expression show, and what the dataset sends for them. */
function describeColumns(
  columns: readonly QuestionColumn[],
  measures: readonly AddedMeasure[],
  source: DatasetPlan,
  /** Returns the expression of a measure that a column names. */
  findWritten: (index: number) => string | undefined,
): ReadonlyMap<string, string> {
  const naming = createWords(columns, source)
  return new Map([
    ...measures.flatMap(({ field, value }) =>
      source.measures.some((measure) => measure.field === field)
        ? []
        : // A sum of a measure is what its column is called.
          [[field, describeExpression(value.replace(/^sum\(([\w.]+)\)$/, '$1'), naming)] as const],
    ),
    ...columns.flatMap((column, index) => {
      if (typeof column === 'string' || !('value' in column) || 'field' in column) return []
      if (typeof column.value !== 'string') return []
      return [[column.id, describeExpression(findWritten(index) ?? column.value, naming)] as const]
    }),
  ])
}

/** Lists the dimensions and the time of which a row has records of several. */
function listMissingParts(
  { dimensions, key }: DatasetPlan,
  group: Group,
  fixed: readonly string[],
): string[] {
  const { grain: recordGrain } = getKeyTime(key)
  const isChosen = group.span === recordGrain && (group.isOnePeriod || recordGrain === 'year')
  const isOneTime = group.isTime ? (group.grain ?? recordGrain) === recordGrain : isChosen
  const named = [...group.dimensions, ...fixed]
  const others = dimensions.filter((dimension) => !isSingle(dimension) && !named.includes(dimension.id))
  return [...(isOneTime ? [] : [recordGrain]), ...others.map(({ id }) => id)]
}

/** Names columns and measures as their headings do. */
const createWords = (columns: readonly QuestionColumn[], source: DatasetPlan): Words => ({
  period: 'period',
  name: (id) => {
    const column = columns.find(
      (candidate) => typeof candidate !== 'string' && 'id' in candidate && candidate.id === id,
    )
    const label = typeof column === 'object' && 'label' in column ? column.label : undefined
    const measure =
      source.measures.find(({ field }) => field === id) ??
      source.computed.find((candidate) => candidate.id === id)
    return label ?? (measure && measure.label !== id ? measure.label : formatWords(id))
  },
})

/** Returns the keys of a column whose rows have units of their own. */
const withoutTotal = ({ description }: { readonly description?: string | undefined }) => ({
  total: false,
  description: description ?? 'No total, since each row has a unit of its own.',
})

/** The keys of a column of a measure that is written as its name. */
const fieldDefaults = { role: 'series', hidden: false, total: true } as const
