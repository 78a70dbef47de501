import {
  type AggregateFunction,
  checkCount,
  createEachError,
  createPeriodsError,
  type FunctionName,
  getKind,
  isUsual,
  parseEach,
  parsePercent,
  readsRecords,
  requireName,
} from './compile-expression.ts'
import { describeUnknown } from '../../diagnostics/diagnostic.ts'
import { writeConversions } from './conversions.ts'
import { ExpressionError, formatExpression, parseExpression, type Syntax } from './parse-expression.ts'

export interface Names {
  readonly isTime: boolean
  /** The time of the records, of which one is the first or last; null where all are of one time. */
  readonly edgeUnit: string | null
  /** The columns of the report that have one value each. */
  readonly columns: readonly string[]
  /** Returns what a column computes from measures; null for a measure that is added up. */
  readonly readColumn: (name: string) => Syntax | null
  /** Returns what a computed measure computes from others; null for a measure that records have, and for a column. */
  readonly readMeasure: (name: string) => Syntax | null
  /** Throws ExpressionError for a measure that the dataset does not have. */
  readonly requireMeasure: (name: string, index: number) => void
  /** Throws ExpressionError for days up to a last record that is unknown. */
  readonly requireDays: (name: string, index: number) => void
  /** Throws ExpressionError for measures of joined records whose sum has no meaning, also for each value of a name. */
  readonly requireSum: (names: readonly string[], index: number, each?: string, product?: Syntax) => void
  /** Returns the field of a part of the rows, by the name that its author gives it. Throws ExpressionError for no part. */
  readonly findRowField: (name: string, index: number) => string
  /** Adds a number that the dataset computes of the records of a row; returns the field that it is sent in. */
  readonly addMeasure: (value: string) => string
  /** Has records sent for each value of a dimension or each unit of time, or as they are. */
  readonly sample: (by: Extract<Syntax, { kind: 'name' }> | null, index: number) => Samples
}

/** More records than those of rows. */
export interface Samples {
  /** The field in which they say by what they are told apart. */
  readonly field: string
  /** Adds a number that the dataset computes of them; returns the field that it is sent in. */
  readonly addMeasure: (value: string) => string
}

/** An expression as the rows of a report compute it from what the dataset sends. */
export interface SplitExpression {
  readonly value: string
  /** The function around the whole expression; empty for none. */
  readonly root: string
  readonly isQuotient: boolean
  /** Whether it reads records of other periods than those of its row. */
  readonly readsOtherPeriods: boolean
  /** Whether it compares with an earlier period, for which a total over periods has no meaning. */
  readonly isCompared: boolean
  /** Whether its value over several rows or columns is not known: what is usual, or the last value of another period. */
  readonly lacksTotal: boolean
}

/** A function whose value is that of other records, with its operands after the first; null for the records of a row. */
type Place = {
  readonly name: string
  /** The function as the author wrote it. */
  readonly written: string
  readonly operands: readonly Syntax[]
} | null

/**
 * Splits an expression: the dataset aggregates the records of each row, and the report computes with these parts, so that
 * a total is the same expression over all records. Throws ExpressionError.
 */
export function splitExpression(text: string, names: Names): SplitExpression {
  let readsOtherPeriods = false
  let isCompared = false
  let lacksTotal = false
  const requireMeasures = (operands: readonly Syntax[]): readonly string[] => {
    const read = listNames(operands)
    for (const { name, index } of read) names.requireMeasure(name, index)
    return read.map(({ name }) => name)
  }
  const addPart = (aggregate: AggregateFunction, operands: readonly Syntax[], place: Place): Syntax => {
    const inner = call(aggregate, ...operands)
    const value = formatExpression(place === null ? inner : call(place.name, inner, ...place.operands))
    const field: Syntax = { kind: 'name', name: names.addMeasure(value), index: 0 }
    if (place?.written !== 'running' && place?.written !== 'window')
      return call(aggregate === 'count' ? 'sum' : aggregate, field)
    // What a running sum, or the last periods, come to is their value at the last time.
    const ofTime = call(aggregate === 'min' || aggregate === 'max' ? aggregate : 'sum', field)
    return names.isTime ? call('last', ofTime) : ofTime
  }
  const splitMean = (value: Syntax, weight: Syntax | undefined, place: Place): Syntax => {
    if (weight === undefined)
      return call('/', addPart('sum', [value], place), addPart('count', [value], place))
    // A weight counts only where the value is there.
    const counted = call('+', weight, call('*', value, { kind: 'number', value: 0, index: 0 }))
    return call('/', addPart('sum', [call('*', value, weight)], place), addPart('sum', [counted], place))
  }
  /** Splits what needs every value: the dataset sends more records, and the report keeps their values. */
  const splitSampled = (
    name: string,
    each: ReturnType<typeof parseEach>,
    [first, ...others]: readonly Syntax[],
    index: number,
  ): Syntax => {
    if (name === 'percentile') parsePercent(others[0], index)
    const by = name === 'distinct' ? requireName(first, index) : (each?.by ?? null)
    const samples = names.sample(by, by?.index ?? index)
    const field: Syntax = { kind: 'name', name: samples.field, index }
    const send = (aggregate: AggregateFunction, operands: readonly Syntax[]): Syntax => {
      const read = requireMeasures(operands)
      if (aggregate !== 'max') names.requireSum(read, index, by?.name)
      const value = formatExpression(call(aggregate, ...operands))
      return { kind: 'name', name: samples.addMeasure(value), index }
    }
    const counted = name === 'count' && each !== null ? [each.of] : others
    if (name === 'distinct' || name === 'count')
      return call('distinct', field, call('sum', send('count', counted)))
    const value = each === null ? first : each.of
    if (value === undefined) throw new ExpressionError(`'${name}' needs an operand`, index)
    const sent = send(each === null ? 'max' : 'sum', [value])
    return call(name, each === null ? sent : call('each', field, sent), ...others)
  }
  /** Replaces the names of columns by what these compute. Inside an aggregate names are measures. */
  const inline = (syntax: Syntax, readers: readonly string[]): Syntax => {
    if (syntax.kind === 'name') {
      const isRead = readers.includes(syntax.name) || !names.columns.includes(syntax.name)
      const expression = isRead ? null : names.readColumn(syntax.name)
      if (expression === null) return syntax
      return inline(writeConversions(expression), [...readers, syntax.name])
    }
    if (syntax.kind === 'number' || isAggregate(syntax.name)) return syntax
    return { ...syntax, operands: syntax.operands.map((operand) => inline(operand, readers)) }
  }
  const split = (syntax: Syntax, place: Place, product?: Syntax): Syntax => {
    if (syntax.kind === 'number') return syntax
    if (syntax.kind === 'name') {
      if (names.columns.includes(syntax.name) && place === null) return syntax
      names.requireMeasure(syntax.name, syntax.index)
      names.requireSum([syntax.name], syntax.index, undefined, product)
      return addPart('sum', [syntax], place)
    }
    const { name, operands, index } = syntax
    const [first, ...others] = operands
    const kind = getKind(name) ?? 'operation'
    if (kind === 'operation') {
      const whole = name === '*' ? (product ?? syntax) : undefined
      return { ...syntax, operands: operands.map((one) => split(one, place, whole)) }
    }
    if (kind === 'each') throw createEachError(index)
    if (kind === 'periods' && place?.name !== 'window') throw createPeriodsError(index)
    if (kind === 'days') {
      if (place !== null) throw new ExpressionError(`'${name}' is inside '${place.written}'`, index)
      names.requireDays(name, index)
      return syntax
    }
    const each = parseEach(first)
    if (isUsual(name) && place?.name === 'window') {
      lacksTotal = true
      requireMeasures(operands)
      const value = formatExpression(call('window', syntax, ...place.operands))
      return call('max', { kind: 'name', name: names.addMeasure(value), index })
    }
    if (kind === 'sampled' || (kind === 'aggregate' && each !== null)) {
      if (place !== null) {
        const allowed =
          each === null
            ? 'of another period there are sum, mean, min, max, count, first and last'
            : `other periods have no value of each ${each.by.name}; divide a sum, such as window(minutes, 7, day) / 7`
        throw new ExpressionError(`'${name}' is inside '${place.written}'; ${allowed}`, index)
      }
      return splitSampled(name, each, operands, index)
    }
    const isEdge = (name === 'first' || name === 'last') && names.edgeUnit !== null
    if (isEdge && place !== null) lacksTotal = true
    if (isEdge && first !== undefined && place === null) {
      const by = { kind: 'name', name: names.edgeUnit, index } as const
      return splitSampled(name, { by, of: first }, operands, index)
    }
    if (kind === 'aggregate') {
      const read = requireMeasures(operands)
      if (name === 'sum' || name === 'count') names.requireSum(read, index)
      if (name === 'mean' && first !== undefined) return splitMean(first, others[0], place)
      return addPart(name as AggregateFunction, operands, place)
    }
    if (place !== null) throw new ExpressionError(`'${name}' is inside '${place.written}'`, index)
    if (name === 'share' || kind === 'rank' || first === undefined) {
      const parts = operands.slice(0, 1).map((operand) => split(operand, null))
      const by = others.map((part) =>
        part.kind === 'name' ? { ...part, name: names.findRowField(part.name, part.index) } : part,
      )
      return { ...syntax, operands: [...parts, ...by] }
    }
    readsOtherPeriods = true
    const measured = inline(first, [])
    if (name === 'contribution') {
      isCompared = true
      if (!isSum(measured))
        throw new ExpressionError('only a sum consists of what rows contribute', first.index)
      const [period] = others
      const since = period?.kind === 'name' && period.name === 'previous' ? others.slice(1) : others
      checkPeriod(name, since, index)
      const earlierValue = split(measured, { name: 'previous', written: name, operands: since })
      // What is new or gone counts in full. The difference of all rows is blank if no row has anything before.
      const current = split(measured, null)
      const now = orElse(current, call('*', earlierValue, zero))
      const part = call('-', now, orElse(earlierValue, call('*', current, zero)))
      return call('contribution', part, call('-', now, earlierValue))
    }
    if (kind === 'effect') {
      isCompared = true
      checkCount(name as FunctionName, operands.length, index)
      const [volume = first, ...since] = others
      checkPeriod(name, since, index)
      const measuredVolume = inline(volume, [])
      if (![measured, measuredVolume].every(isSum))
        throw new ExpressionError('only sums have a part of the price and one of the volume', first.index)
      const earlier = { name: 'previous', written: name, operands: since }
      const [now, before] = [null, earlier].map((one) => split(measured, one)) as [Syntax, Syntax]
      const [sold, soldBefore] = [null, earlier].map((one) => split(measuredVolume, one)) as [Syntax, Syntax]
      return writeEffect(name === 'priceEffect', { now, before, sold, soldBefore })
    }
    if (name === 'change' || name === 'previous') {
      isCompared = true
      checkPeriod(name, others, index)
    }
    if (name !== 'change') return split(measured, { name, written: name, operands: others })
    const earlier = split(measured, { name: 'previous', written: name, operands: others })
    const current = split(measured, null)
    // A sum without records is 0 where there was one before.
    const now = isSum(measured) ? orElse(current, call('*', earlier, zero)) : current
    return call('/', call('-', now, earlier), call('abs', earlier))
  }
  /** Writes out computed measures. Inside an aggregate there are the measures of records only. */
  const writeOut = (syntax: Syntax): Syntax => {
    if (syntax.kind === 'number') return syntax
    if (syntax.kind === 'call') {
      if (isAggregate(syntax.name)) return syntax
      return { ...syntax, operands: syntax.operands.map(writeOut) }
    }
    const expression = names.readMeasure(syntax.name)
    return expression === null ? syntax : writeOut(placeAt(expression, syntax.index))
  }
  const written = writeOut(parseExpression(text))
  const syntax = writeConversions(written)
  const value = formatExpression(split(syntax, null))
  // A conversion that divides by a rate is none.
  const isQuotient = includesFraction(written)
  const root = syntax.kind === 'call' ? syntax.name : ''
  return { value, isQuotient, root, readsOtherPeriods, isCompared, lacksTotal }
}

/** Places a part of another text at an index of this one, so that an error is at the name that reads it. */
const placeAt = (syntax: Syntax, index: number): Syntax =>
  syntax.kind === 'call'
    ? { ...syntax, index, operands: syntax.operands.map((operand) => placeAt(operand, index)) }
    : { ...syntax, index }

const zero = { kind: 'number', value: 0, index: 0 } as const satisfies Syntax
const one = { ...zero, value: 1 } as const

/**
 * Returns a sum, or another value where it has no records. A difference of two sums stays blank where only one of them has
 * records.
 */
function orElse(sum: Syntax, instead: Syntax): Syntax {
  const parts = listSums(sum)
  const filled = call('add', sum, instead)
  if (parts.length === 1) return filled
  const hasRecords = call('+', one, call('add', ...parts.map((part) => call('*', part, zero))))
  const isNone = call('=', call('add', hasRecords, zero), zero)
  return call('+', filled, call('*', call('if', isNone, zero, sum), zero))
}

const listSums = (syntax: Syntax): readonly Syntax[] =>
  syntax.kind === 'call' && !isAggregate(syntax.name) ? syntax.operands.flatMap(listSums) : [syntax]

interface Amounts {
  readonly now: Syntax
  readonly before: Syntax
  readonly sold: Syntax
  readonly soldBefore: Syntax
}

/**
 * Writes the part of the price in the difference of an amount, or that of the volume at the price before. Both add up to
 * the difference. What is new or gone has no second price: all of it is volume.
 */
function writeEffect(isPrice: boolean, { now, before: earlier, sold, soldBefore }: Amounts): Syntax {
  const orZero = (amount: Syntax) => orElse(amount, zero)
  const growth = call('/', sold, soldBefore)
  const [fresh, gone, both] = isPrice
    ? ([call('*', now, zero), call('*', earlier, zero), call('-', now, call('*', earlier, growth))] as const)
    : ([
        call('-', now, orZero(earlier)),
        call('-', orZero(now), earlier),
        call('*', earlier, call('-', growth, one)),
      ] as const)
  const isNone = (amount: Syntax) => call('=', orZero(amount), zero)
  // Nothing is new where no row has anything before: 0 of all rows is then a blank.
  const oneIfEarlier = call('+', one, call('*', call('add', earlier, soldBefore), zero))
  const isNew = call('+', fresh, call('contribution', zero, oneIfEarlier))
  return call('if', isNone(soldBefore), isNew, call('if', isNone(sold), gone, both))
}

/** Returns true for sums and counts, and for what is added of them. */
function isSum(syntax: Syntax): boolean {
  if (syntax.kind !== 'call') return syntax.kind === 'name'
  const { name, operands } = syntax
  if (name === 'sum' || name === 'count') return true
  return ['+', '-', 'add', 'negate'].includes(name) && operands.every(isSum)
}

/** Throws ExpressionError for a period that no other is compared with. */
function checkPeriod(name: string, operands: readonly Syntax[], index: number): void {
  const [period, further] = operands
  if (period === undefined || (period.kind === 'name' && period.name === 'year' && further === undefined)) {
    return
  }
  if (period.kind !== 'name' || further !== undefined) {
    const message = `allowed is ${name}(x) for the period before, or ${name}(x, year)`
    throw new ExpressionError(message, further?.index ?? index)
  }
  throw new ExpressionError(describeUnknown('period', period.name, ['year']), period.index)
}

/** Returns true for an expression with a share or a quotient. What is divided by numbers alone is no part of 1. */
const includesFraction = (syntax: Syntax): boolean =>
  syntax.kind === 'call' &&
  (getKind(syntax.name) === 'share' ||
    (syntax.name === '/' && !syntax.operands.slice(1).every(isNumber)) ||
    syntax.operands.some(includesFraction))

/** Returns true for numbers, days of a period, and what is computed of these alone. */
const isNumber = (syntax: Syntax): boolean =>
  syntax.kind === 'number' ||
  (syntax.kind === 'call' &&
    (getKind(syntax.name) === 'days' || (syntax.operands.length > 0 && syntax.operands.every(isNumber))))

/** Returns true for a function whose operands are measures of records. */
const isAggregate = (name: string): boolean => readsRecords(name) || name === 'periods'

const call = (name: string, ...operands: readonly Syntax[]): Syntax => ({
  kind: 'call',
  name,
  operands,
  index: 0,
})

const listNames = (parts: readonly Syntax[]): Extract<Syntax, { kind: 'name' }>[] =>
  parts.flatMap((part) =>
    part.kind === 'name' ? part : part.kind === 'call' ? listNames(part.operands) : [],
  )
