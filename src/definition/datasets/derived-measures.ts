import { grainNames, type GrainName, grains } from '../../time/grains.ts'
import { listUnits } from '../../query/periods.ts'
import type {
  Aggregation,
  QueryColumn,
  QueryFormula,
  QueryPlace,
  QueryPlan,
  QueryRead,
  RecordRead,
} from '../../query/plan.ts'
import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import { getKeyTime } from '../../dataset/key-spans.ts'
import { describeUnknown, type ReportAt } from '../../diagnostics/diagnostic.ts'
import type { JoinedTable } from './joined-tables.ts'
import { splitFactors } from '../expressions/split-factors.ts'
import { LEAST_USUAL, listReads, mapReads, operate } from '../../query/formula.ts'
import {
  type AggregateFunction,
  compileExpression,
  compileRecordExpression,
  type FunctionName,
  isSampled,
  type Scope,
} from '../expressions/compile-expression.ts'
import { ExpressionError, type Syntax, tryExpression } from '../expressions/parse-expression.ts'

/** A number of a record: of the sampled records at an index, or else of those of rows. */
export interface DerivedMeasure {
  readonly field: string
  readonly value: string
  readonly samples?: number | undefined
}

interface MeasuresContext {
  readonly dataset: DatasetPlan
  readonly tables: readonly JoinedTable[]
  readonly grain: GrainName
  readonly report: ReportAt
}

/** Compiles the measures of a derived dataset to the columns of a query, in their order: of sampled records, or of rows. */
export function compileDerivedMeasures(
  measures: readonly DerivedMeasure[],
  samples: number | undefined,
  context: MeasuresContext,
): Pick<QueryPlan, 'aggregations' | 'columns'> {
  const aggregations: Aggregation[] = []
  const columns: QueryColumn[] = []
  for (const [index, { field, value, ...measure }] of measures.entries()) {
    if (measure.samples !== samples) continue
    const formula = compileMeasure(value, aggregations, context, (message, at) =>
      context.report(['measures', index, 'value'], 'expression', message, at),
    )
    columns.push({ name: field, formula })
  }
  return { aggregations, columns }
}

/** Compiles an expression; reports what is wrong with it, and returns a blank. */
function compileMeasure(
  text: string,
  aggregations: Aggregation[],
  context: MeasuresContext,
  report: (message: string, index: number) => void,
): QueryFormula {
  const add = (aggregation: Aggregation): QueryFormula => {
    const written = JSON.stringify(aggregation)
    const known = aggregations.findIndex((one) => JSON.stringify(one) === written)
    const position = known < 0 ? aggregations.push(aggregation) - 1 : known
    return { kind: 'read', name: { aggregation: position } }
  }
  /** Adds an aggregation. Records with the same joined records are added before they are multiplied, if they can be. */
  const aggregate = (name: AggregateFunction, { input, value }: RecordValue): QueryFormula => {
    const plain = { input, aggregate: name, value, weights: null, factor: null }
    const isOwn = listReads(value).every((read) => typeof read === 'string')
    const terms = isOwn || (name !== 'sum' && name !== 'count') ? null : splitFactors(value)
    const [first] = terms ?? []
    if (terms === null || first === undefined) return add(plain)
    if (name === 'sum') {
      return terms
        .map((term) => add({ ...plain, value: term.own, factor: term.factor }))
        .reduce((sum, term) => operate('+', sum, term))
    }
    if (terms.length > 1) return add(plain)
    const count = operate('add', operate('count', first.factor), { kind: 'number', value: 0 })
    return add({ ...plain, value: first.own, factor: count })
  }
  const scope: Scope<QueryRead, QueryPlace> = {
    read: (name, index) => {
      const value = compileRecordValue({ kind: 'name', name, index }, context)
      checkSummed(value, context, index)
      return aggregate('sum', value)
    },
    aggregate: ({ name, operands: [operand, weight], index }) => {
      if (isSampled(name)) {
        throw new ExpressionError(`'${name}' is computed by the rows of a report, not by datasets`, index)
      }
      const value = compileRecordValue(operand ?? { kind: 'number', value: 1, index }, context)
      if (name === 'sum') checkSummed(value, context, index)
      if (weight === undefined) return aggregate(name, value)
      const weights = compileRecordValue(weight, context)
      return add({ ...value, aggregate: 'weightedMean', weights: weights.value, factor: null })
    },
    place: (name, operands, index, ofEach) => findPlace(name, operands, index, context, ofEach),
  }
  return tryExpression(() => compileExpression(text, scope), report) ?? operate('add')
}

type RecordValue = Pick<Aggregation, 'input' | 'value'>

/**
 * Compiles what is taken of each record. If it names measures of one joined dataset only, and its records can be grouped, it
 * is taken of these. Throws ExpressionError.
 */
function compileRecordValue(syntax: Syntax, { tables }: MeasuresContext): RecordValue {
  const value = compileRecordExpression(syntax, (name): RecordRead => {
    const position = tables.findIndex((table) => name.startsWith(`${table.name}.`))
    const table = tables[position]
    return table === undefined ? name : { input: position + 1, measure: name.slice(table.name.length + 1) }
  })
  const reads = listReads(value)
  const joined = reads.filter((read) => typeof read !== 'string')
  const [first] = joined
  if (first === undefined) return { input: 0, value }
  const isOfOne = joined.length === reads.length && joined.every(({ input }) => input === first.input)
  if (isOfOne && tables[first.input - 1]?.groupError === null) {
    const toOwn = (read: RecordRead) => (typeof read === 'string' ? read : read.measure)
    return { input: first.input, value: mapReads(value, (read) => [{ kind: 'read', name: toOwn(read) }]) }
  }
  for (const { input } of joined) {
    const lookupError = tables[input - 1]?.lookupError ?? null
    if (lookupError !== null) throw new ExpressionError(lookupError, syntax.index)
  }
  return { input: 0, value }
}

/** Finds the records of which a function takes its value. Throws ExpressionError. */
function findPlace(
  name: FunctionName,
  operands: readonly Syntax[],
  index: number,
  context: MeasuresContext,
  ofEach: boolean,
): QueryPlace {
  const [first, second, ...flags] = operands
  const wrong = (signature: string) => new ExpressionError(`allowed is ${signature}`, index)
  if (name === 'running') {
    if (operands.length > 1) throw wrong('running(x) or running(x, month)')
    const unit = findUnit(first, index, context, true)
    return { kind: 'frame', last: 1, unit, current: true, sameWeekday: false }
  }
  if (name === 'window') {
    const names = flags.map((flag) => (flag.kind === 'name' ? flag.name : '')).join(' ')
    const isWrong = !['', 'before', 'sameWeekday before'].includes(names)
    const [current, sameWeekday] = [names === '', names === 'sameWeekday before']
    const last = first?.kind === 'number' && Number.isInteger(first.value) ? first.value : 0
    if (isWrong || second === undefined || last < 1 || last > 1_000) {
      throw wrong(
        'window(x, 7, day), window(x, 7, day, before) for the units before, or window(x, 8, week, sameWeekday, before)',
      )
    }
    if (sameWeekday && context.grain !== 'day') {
      const message = `'sameWeekday' needs rows of days, such as "by": ["day"]; here the records are those of each ${context.grain}`
      throw new ExpressionError(message, index)
    }
    const unit = findUnit(second, index, context, false)
    if (ofEach || sameWeekday) checkEach(index, context, current)
    const { at } = grains[context.grain]
    const length = at(grains[unit].start(last)) - at(grains[unit].start(0))
    const periods = Math.ceil(sameWeekday ? length / 7 : length)
    if (ofEach && periods < LEAST_USUAL) {
      const message = `the window has at most ${periods} values, and is blank below ${LEAST_USUAL}`
      throw new ExpressionError(message, index)
    }
    return { kind: 'frame', last, unit, current, sameWeekday }
  }
  // Of another period, an expression was checked where it was split.
  return { kind: 'earlier', since: first === undefined ? 'previous' : 'year' }
}

/** Throws ExpressionError for values of periods that may not be complete. */
function checkEach(index: number, { dataset, grain }: MeasuresContext, current: boolean): void {
  const { grain: own } = getKeyTime(dataset.key)
  if (current)
    throw new ExpressionError("only complete periods count here; end the window with 'before'", index)
  if (grain !== own) {
    throw new ExpressionError(`only complete periods count: rows are of each ${own} of the records`, index)
  }
}

/** Finds the unit that an operand names, a year by default: it consists of whole periods of the records. */
function findUnit(
  operand: Syntax | undefined,
  index: number,
  { grain }: MeasuresContext,
  isLonger: boolean,
): GrainName {
  const position = operand?.index ?? index
  const name = operand === undefined ? 'year' : operand.kind === 'name' ? operand.name : ''
  const unit = grainNames.find((one) => one === name)
  if (unit === undefined) throw new ExpressionError(describeUnknown('unit', name, grainNames), position)
  const allowed = listUnits(grain).join(', ')
  if (!listUnits(grain).includes(unit)) {
    const message = `a ${unit} does not consist of whole ${grain}s; allowed are ${allowed}`
    throw new ExpressionError(message, position)
  }
  if (isLonger && unit === grain) {
    throw new ExpressionError(`a ${unit} is one record here; name a longer unit`, position)
  }
  return unit
}

/** Throws ExpressionError for a sum of values that are no parts of a whole, such as ratios. */
function checkSummed(
  { input, value }: Pick<Aggregation, 'input' | 'value'>,
  { dataset, tables }: MeasuresContext,
  index: number,
): void {
  const source = input === 0 ? dataset : tables[input - 1]?.dataset
  // The product of a rate and an amount is an amount.
  if (source === undefined || value.kind !== 'read' || typeof value.name !== 'string') return
  const aggregate = source.source?.measures.find(({ field }) => field === value.name)?.aggregate ?? 'sum'
  if (aggregate === 'sum' || aggregate === 'count') return
  const message = `'${value.name}' of '${source.id}' is a ${aggregate}, whose sum has no meaning; use what it is computed from`
  throw new ExpressionError(message, index)
}
