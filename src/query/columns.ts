import { combineParts, finishPart, type Part, roundSum } from './aggregates.ts'
import { operations, type Value } from './arithmetic.ts'
import { extendToUnits, findEarlier, findUnit, getFrameSpan, type PeriodSpan } from './periods.ts'
import type { GrainName } from '../time/grains.ts'
import type { AggregatedColumn, QueryColumn, QueryPlan } from './plan.ts'

/** Lists the columns that are aggregated from the records of an input, with their positions. */
export const listAggregated = ({ columns }: Pick<QueryPlan, 'columns'>, input: number) =>
  columns.flatMap((column, position) =>
    column.kind === 'aggregate' && column.measure.input === input ? [{ column, position }] : [],
  )

/** A group of records, with what is known of them for each aggregated column. */
export interface Group {
  /** The period of the grain; 0 if keys are kept. */
  readonly time: number
  readonly parts: readonly (Part | null)[]
}

interface Context {
  readonly grain: GrainName | null
  readonly columns: readonly QueryColumn[]
  /** The index of the column. */
  readonly index: number
  readonly group: Group
  /** The groups with the same values of the dimensions by period; those of one period if keys are kept. */
  readonly series: readonly Group[]
  /** Returns the value of a column in a group of the series. */
  readonly get: (group: Group, column: number) => Value
}

const isIn = ({ first, last }: PeriodSpan, { time }: Group): boolean => first <= time && time <= last

/** Aggregates the records of groups, so that a mean is that of the records and not of the rows. */
function combineGroups(index: number, { aggregate }: AggregatedColumn, groups: readonly Group[]): Value {
  const parts = groups.map(({ parts }) => parts[index] ?? null)
  return finishPart(
    aggregate,
    parts.reduce((one, other) => combineParts(aggregate, one, other), null),
  )
}

const roundValue = (value: Value): Value => (value === null ? null : roundSum(value))

/** Computes the value of a column from earlier columns, or from what is known of the records. */
export function computeColumn(column: QueryColumn, context: Context): Value {
  const { grain, columns, index, group, series, get } = context
  switch (column.kind) {
    case 'aggregate': {
      const span = column.frame && grain && getFrameSpan(grain, group.time, column.frame)
      return combineGroups(
        index,
        column,
        span === null ? [group] : series.filter((other) => isIn(span, other)),
      )
    }
    case 'product':
    case 'difference':
    case 'ratio': {
      const [one, other] = column.operands
      const value = operations[column.kind](get(group, one), get(group, other))
      return column.kind === 'ratio' ? value : roundValue(value)
    }
    case 'scale':
      return roundValue(operations.product(get(group, column.operand), column.by))
    case 'share': {
      const of = columns[column.operand]
      if (of?.kind !== 'aggregate') return null
      const whole = combineGroups(column.operand, of, listCompared(column.of, context))
      return operations.share(get(group, column.operand), whole)
    }
    case 'rank': {
      const own = get(group, column.operand)
      if (own === null) return null
      const others = listCompared(column.of, context).map((other) => get(other, column.operand))
      return 1 + others.filter((value) => value !== null && value > own).length
    }
    case 'change': {
      const earlier = grain && findEarlier(grain, group.time, column.since)
      const before = series.find(({ time }) => time === earlier)
      const value = before === undefined ? null : get(before, column.operand)
      return operations.change(get(group, column.operand), value)
    }
  }
}

/** The groups of the series in the unit of a row; all if none is named. */
function listCompared(of: GrainName | null, { grain, group, series }: Context): readonly Group[] {
  if (of === null || grain === null) return series
  const unit = findUnit(grain, group.time, of)
  return series.filter(({ time }) => findUnit(grain, time, of) === unit)
}

/** Lists the columns from which a column is computed. */
export function listOperands(column: QueryColumn, columns: readonly QueryColumn[]): readonly QueryColumn[] {
  const indexes = 'operands' in column ? column.operands : 'operand' in column ? [column.operand] : []
  return indexes.flatMap((index) => columns[index] ?? [])
}

/** Finds the periods of which rows are needed for those of a span. */
function reach(column: QueryColumn, grain: GrainName, span: PeriodSpan): PeriodSpan {
  const { first, last } = span
  switch (column.kind) {
    case 'aggregate':
      return column.frame === null ? span : { first: getFrameSpan(grain, first, column.frame).first, last }
    case 'share':
    case 'rank':
      return column.of === null ? span : extendToUnits(grain, span, column.of)
    case 'change': {
      const earlier = findEarlier(grain, first, column.since) ?? findEarlier(grain, first - 1, column.since)
      return { first: earlier ?? first, last }
    }
    default:
      return span
  }
}

/** Finds the periods whose records decide the rows of a span. */
export function findReach(columns: readonly QueryColumn[], grain: GrainName, span: PeriodSpan): PeriodSpan {
  const reachColumn = (column: QueryColumn, from: PeriodSpan): PeriodSpan[] => {
    const own = reach(column, grain, from)
    return [own, ...listOperands(column, columns).flatMap((operand) => reachColumn(operand, own))]
  }
  const spans = [span, ...columns.flatMap((column) => reachColumn(column, span))]
  return {
    first: Math.min(...spans.map(({ first }) => first)),
    last: Math.max(...spans.map(({ last }) => last)),
  }
}
