import {
  type AggregateFunction,
  checkCount,
  createOutsideError,
  getKind,
  isUsual,
  parseEach,
  parsePercent,
  requireName,
} from './compile-expression.ts'
import { describeUnknown } from '../../diagnostics/diagnostic.ts'
import { writeConversions } from './conversions.ts'
import { isAggregate, isSum, writeChange, writeContribution, writeEffect } from './differences.ts'
import {
  type CallSyntax,
  ExpressionError,
  formatExpression,
  type NameSyntax,
  parseExpression,
  placeAt,
  type Syntax,
  writeCall,
} from './parse-expression.ts'

export interface Names {
  readonly isTime: boolean
  /** The time of the records, of which one is the first or last; null where all are of one time. */
  readonly edgeUnit: string | null
  /** The columns of the report that have one value each. */
  readonly columns: readonly string[]
  /** Returns what a column computes from measures, at the index of its name; null for a measure that is added up. */
  readonly readColumn: (name: string, index: number) => Syntax | null
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
  /** Adds a number that the dataset computes of the records of a row, or of samples; returns the field that it is sent in. */
  readonly addMeasure: (value: string, samples?: number) => string
  /**
   * Has more records sent for each value of a dimension or each unit of time, or as they are. Returns the field in which they
   * say by what they are told apart, and their number.
   */
  readonly sample: (
    by: NameSyntax | null,
    index: number,
  ) => { readonly field: string; readonly samples: number }
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

/** Says that a computed measure has no value of each record. */
export const describeComputed = (name: string, measure = name): string =>
  `'${measure}' is computed over all records of a cell, not of each record; write ${name} by itself`

/** A function whose value is that of other records, with its operands after the first; null for the records of a row. */
type Place = {
  readonly name: string
  /** The function as the author wrote it. */
  readonly written: string
  readonly operands: readonly Syntax[]
} | null

/** The names of an expression that is being split, and what is found in it. */
type Splitting = Names & {
  readonly found: { -readonly [K in 'readsOtherPeriods' | 'isCompared' | 'lacksTotal']: SplitExpression[K] }
}

/**
 * Splits an expression: the dataset aggregates the records of each row, and the report computes with these parts, so that
 * a total is the same expression over all records. Throws ExpressionError.
 */
export function splitExpression(text: string, names: Names): SplitExpression {
  const found = { readsOtherPeriods: false, isCompared: false, lacksTotal: false }
  const written = writeOut(parseExpression(text), names)
  const syntax = writeConversions(written)
  const value = formatExpression(split(syntax, null, { ...names, found }))
  // A conversion that divides by a rate is none.
  const isQuotient = includesFraction(written)
  return { value, isQuotient, root: syntax.kind === 'call' ? syntax.name : '', ...found }
}

/** Writes out computed measures. Inside an aggregate there are the measures of records only. */
function writeOut(syntax: Syntax, names: Names): Syntax {
  if (syntax.kind === 'number') return syntax
  if (syntax.kind === 'call') {
    if (isAggregate(syntax.name)) return syntax
    return { ...syntax, operands: syntax.operands.map((operand) => writeOut(operand, names)) }
  }
  const expression = names.readMeasure(syntax.name)
  return expression === null ? syntax : writeOut(placeAt(expression, syntax.index), names)
}

function split(syntax: Syntax, place: Place, names: Splitting, product?: Syntax): Syntax {
  if (syntax.kind === 'number') return syntax
  const { name, index } = syntax
  if (syntax.kind === 'name') {
    if (names.columns.includes(name) && place === null) return syntax
    names.requireMeasure(name, index)
    names.requireSum([name], index, undefined, product)
    return addPart('sum', [syntax], place, names)
  }
  const { operands } = syntax
  const [first, ...others] = operands
  const kind = getKind(name) ?? 'operation'
  if (kind === 'operation') {
    const whole = name === '*' ? (product ?? syntax) : undefined
    return { ...syntax, operands: operands.map((operand) => split(operand, place, names, whole)) }
  }
  if (kind === 'each' || (kind === 'periods' && place?.name !== 'window')) {
    throw createOutsideError(kind, index)
  }
  const each = kind === 'days' ? null : parseEach(first)
  if (isAggregate(name)) return splitAggregate(syntax, each, place, names)
  if (place !== null) throw new ExpressionError(`'${name}' is inside '${place.written}'`, index)
  if (kind === 'days') {
    names.requireDays(name, index)
    return syntax
  }
  if (name === 'share' || kind === 'rank' || first === undefined) {
    const parts = operands.slice(0, 1).map((operand) => split(operand, null, names))
    const by = others.map((part) =>
      part.kind === 'name' ? { ...part, name: names.findRowField(part.name, part.index) } : part,
    )
    return { ...syntax, operands: [...parts, ...by] }
  }
  return splitOfPeriods(syntax, first, names)
}

/** Splits a function of the records of a row, or of a place. */
function splitAggregate(call: CallSyntax, each: Each, place: Place, names: Splitting): Syntax {
  const { name, operands, index } = call
  const [first, weight] = operands
  if (isUsual(name) && place?.name === 'window') {
    names.found.lacksTotal = true
    requireMeasures(operands, names)
    const value = formatExpression(writeCall('window', call, ...place.operands))
    return writeCall('max', { kind: 'name', name: names.addMeasure(value), index })
  }
  if (getKind(name) === 'sampled' || each !== null) {
    if (place === null) return splitSampled(call, each, names)
    const allowed =
      each === null
        ? 'of another period there are sum, mean, min, max, count, first and last'
        : `other periods have no value of each ${each.by.name}; divide a sum, such as window(minutes, 7, day) / 7`
    throw new ExpressionError(`'${name}' is inside '${place.written}'; ${allowed}`, index)
  }
  const isEdge = (name === 'first' || name === 'last') && names.edgeUnit !== null
  if (isEdge && place !== null) names.found.lacksTotal = true
  if (isEdge && first !== undefined && place === null) {
    return splitSampled(call, { by: { kind: 'name', name: names.edgeUnit, index }, of: first }, names)
  }
  const read = requireMeasures(operands, names)
  if (name === 'sum' || name === 'count') names.requireSum(read, index)
  if (name === 'mean' && first !== undefined) return splitMean(first, weight, place, names)
  return addPart(name as AggregateFunction, operands, place, names)
}

type Each = ReturnType<typeof parseEach>

/** Splits what needs every value: the dataset sends more records, and the report keeps their values. */
function splitSampled({ name, operands, index }: CallSyntax, each: Each, names: Names): Syntax {
  const [first, ...others] = operands
  if (name === 'percentile') parsePercent(others[0], index)
  const by = name === 'distinct' ? requireName(first, index) : (each?.by ?? null)
  const { field, samples } = names.sample(by, by?.index ?? index)
  const text: Syntax = { kind: 'name', name: field, index }
  const send = (aggregate: AggregateFunction, values: readonly Syntax[]): Syntax => {
    const read = requireMeasures(values, names)
    if (aggregate !== 'max') names.requireSum(read, index, by?.name)
    const value = formatExpression(writeCall(aggregate, ...values))
    return { kind: 'name', name: names.addMeasure(value, samples), index }
  }
  const counted = name === 'count' && each !== null ? [each.of] : others
  if (name === 'distinct' || name === 'count')
    return writeCall('distinct', text, writeCall('sum', send('count', counted)))
  const value = each === null ? first : each.of
  if (value === undefined) throw new ExpressionError(`'${name}' needs an operand`, index)
  const sent = send(each === null ? 'max' : 'sum', [value])
  return writeCall(name, each === null ? sent : writeCall('each', text, sent), ...others)
}

function splitMean(value: Syntax, weight: Syntax | undefined, place: Place, names: Names): Syntax {
  const divide = (sum: Syntax, aggregate: 'sum' | 'count', by: Syntax) =>
    writeCall('/', addPart('sum', [sum], place, names), addPart(aggregate, [by], place, names))
  if (weight === undefined) return divide(value, 'count', value)
  // A weight counts only where the value is there.
  const counted = writeCall('+', weight, writeCall('*', value, { kind: 'number', value: 0, index: 0 }))
  return divide(writeCall('*', value, weight), 'sum', counted)
}

/** Has the dataset send an aggregate, and writes what the report computes of it. */
function addPart(aggregate: AggregateFunction, operands: readonly Syntax[], place: Place, names: Names) {
  const inner = writeCall(aggregate, ...operands)
  const value = formatExpression(place === null ? inner : writeCall(place.name, inner, ...place.operands))
  const field: Syntax = { kind: 'name', name: names.addMeasure(value), index: 0 }
  if (place?.written !== 'running' && place?.written !== 'window')
    return writeCall(aggregate === 'count' ? 'sum' : aggregate, field)
  // What a running sum, or the last periods, come to is their value at the last time.
  const ofTime = writeCall(aggregate === 'min' || aggregate === 'max' ? aggregate : 'sum', field)
  return names.isTime ? writeCall('last', ofTime) : ofTime
}

/** Splits a function that reads records of other periods. */
function splitOfPeriods({ name, operands, index }: CallSyntax, first: Syntax, names: Splitting): Syntax {
  names.found.readsOtherPeriods = true
  const measured = inline(first, names)
  const others = operands.slice(1)
  const splitNow = (syntax: Syntax) => split(syntax, null, names)
  const splitEarlier = (syntax: Syntax, since: readonly Syntax[]) =>
    split(syntax, { name: 'previous', written: name, operands: since }, names)
  if (name === 'running' || name === 'window') {
    return split(measured, { name, written: name, operands: others }, names)
  }
  names.found.isCompared = true
  if (name === 'contribution') {
    if (!isSum(measured))
      throw new ExpressionError('only a sum consists of what rows contribute', first.index)
    const [period] = others
    const since = period?.kind === 'name' && period.name === 'previous' ? others.slice(1) : others
    checkPeriod(name, since, index)
    const earlier = splitEarlier(measured, since)
    return writeContribution(splitNow(measured), earlier)
  }
  if (name === 'priceEffect' || name === 'volumeEffect') {
    checkCount(name, operands.length, index)
    const [volume = first, ...since] = others
    checkPeriod(name, since, index)
    const sold = inline(volume, names)
    if (![measured, sold].every(isSum))
      throw new ExpressionError('only sums have a part of the price and one of the volume', first.index)
    const splitBoth = (syntax: Syntax) => ({ now: splitNow(syntax), before: splitEarlier(syntax, since) })
    return writeEffect(name === 'priceEffect', splitBoth(measured), splitBoth(sold))
  }
  checkPeriod(name, others, index)
  const earlier = splitEarlier(measured, others)
  return name === 'previous' ? earlier : writeChange(splitNow(measured), earlier, isSum(measured))
}

/** Replaces the names of columns by what these compute. Inside an aggregate names are measures. */
function inline(syntax: Syntax, names: Names, readers: readonly string[] = []): Syntax {
  if (syntax.kind === 'name') {
    const isRead = readers.includes(syntax.name) || !names.columns.includes(syntax.name)
    const expression = isRead ? null : names.readColumn(syntax.name, syntax.index)
    if (expression === null) return syntax
    return inline(writeConversions(expression), names, [...readers, syntax.name])
  }
  if (syntax.kind === 'number' || isAggregate(syntax.name)) return syntax
  return { ...syntax, operands: syntax.operands.map((operand) => inline(operand, names, readers)) }
}

/** Returns the names of measures. Throws ExpressionError for one that the dataset does not have. */
function requireMeasures(operands: readonly Syntax[], names: Names): readonly string[] {
  const read = listNames(operands)
  for (const { name, index } of read) names.requireMeasure(name, index)
  return read.map(({ name }) => name)
}

/** Throws ExpressionError for a period that no other is compared with. */
function checkPeriod(name: string, [period, further]: readonly Syntax[], index: number): void {
  if (period === undefined) return
  if (period.kind !== 'name' || further !== undefined) {
    const message = `allowed is ${name}(x) for the period before, or ${name}(x, year)`
    throw new ExpressionError(message, further?.index ?? index)
  }
  if (period.name === 'year') return
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

const listNames = (parts: readonly Syntax[]): NameSyntax[] =>
  parts.flatMap((part) =>
    part.kind === 'name' ? part : part.kind === 'call' ? listNames(part.operands) : [],
  )
