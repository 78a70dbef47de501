import { combineParts, finishPart, type Part, roundSum } from './aggregates.ts'
import { operations, type Value } from './arithmetic.ts'
import { type Cell, evaluate } from './formula.ts'
import { getOrAdd } from './get-or-add.ts'
import { findEarlier, getFrameSpan, type PeriodSpan } from './periods.ts'
import type { GrainName } from '../time/grains.ts'
import type { Match } from './joins.ts'
import {
  isAffected,
  type Lacking,
  type QueryColumn,
  type QueryPlace,
  type QueryPlan,
  type QueryRead,
} from './plan.ts'

/** Lists what is aggregated from the records of an input, with the positions. */
export const listAggregated = ({ aggregations }: Pick<QueryPlan, 'aggregations'>, input: number) =>
  aggregations.flatMap((aggregation, position) =>
    aggregation.input === input ? [{ aggregation, position }] : [],
  )

/** What a joined dataset lacks, although a record of the source needs it. */
export interface Gap extends Lacking {
  readonly match: Match
}

/** A group of records, with what is known of them for each aggregation. */
export interface Group {
  readonly time: number
  readonly parts: readonly (Part | null)[]
  readonly gaps: readonly Gap[]
}

type QueryCell = Cell<QueryRead, QueryPlace>

/**
 * Creates the function that computes a column for a group of a series: its value, and the gaps of the records that it reads.
 * A series has groups with the same values of the dimensions, by period.
 */
export function createSeries(
  { grain, aggregations }: Pick<QueryPlan, 'grain' | 'aggregations'>,
  series: readonly Group[],
) {
  /** The gaps that the column under way has so far. */
  let gaps = new Set<Gap>()
  const cells = new Map<Group, QueryCell>()
  const getCell = (group: Group): QueryCell => getOrAdd(cells, group, () => createCell([group], group.time))
  /** Creates the cell of all records of some groups, as seen from a period. */
  const createCell = (groups: readonly Group[], time: number): QueryCell => {
    const list = (place: QueryPlace): readonly Group[] => listGroups(place, grain, time, series)
    return {
      read: ({ aggregation }) => aggregate(aggregation, groups),
      at: (place) => {
        const others = list(place)
        if (place.kind !== 'earlier') return createCell(others, time)
        const [other] = others
        return other === undefined ? null : getCell(other)
      },
      list: (place) => list(place).map(getCell),
    }
  }
  /** Aggregates the records of groups, so that a mean is that of the records and not of the rows. */
  const aggregate = (index: number, groups: readonly Group[]): Value => {
    const aggregation = aggregations[index]
    if (aggregation === undefined) return null
    for (const gap of groups.flatMap((group) => group.gaps)) {
      if (isAffected(aggregation, gap)) gaps.add(gap)
    }
    const { aggregate: name } = aggregation
    const parts = groups.map(({ parts }) => parts[index] ?? null)
    const whole = parts.reduce((one, other) => combineParts(name, one, other), null)
    return finishPart(name, whole)
  }
  return (group: Group, column: QueryColumn) => {
    gaps = new Set()
    return { value: computeColumn(column, getCell(group)), gaps }
  }
}

/** Computes a column for a cell. Sums, differences and products are rounded, so that they have no binary noise. */
function computeColumn({ formula }: QueryColumn, cell: QueryCell): Value {
  if (formula.kind !== 'operation' || !['+', '-', '*'].includes(formula.operation)) {
    return evaluate(formula, cell)
  }
  const operands = formula.operands.map((operand) => evaluate(operand, cell))
  const value = operations[formula.operation](operands)
  const sizes = [value, ...operands].map((operand) => Math.abs(operand ?? 0))
  return value === null ? null : roundSum(value, Math.max(...sizes))
}

/** Lists the groups of a place, as seen from a period. */
function listGroups(
  place: QueryPlace,
  grain: GrainName,
  time: number,
  series: readonly Group[],
): readonly Group[] {
  switch (place.kind) {
    case 'frame': {
      const { first, last } = getFrameSpan(grain, time, place)
      return series.filter(
        (group) =>
          first <= group.time && group.time <= last && (!place.sameWeekday || (time - group.time) % 7 === 0),
      )
    }
    case 'earlier': {
      const earlier = findEarlier(grain, time, place.since)
      return series.filter((group) => group.time === earlier)
    }
  }
}

/** Finds the periods whose rows a place reads from those of a span. */
function reach(place: QueryPlace, grain: GrainName, span: PeriodSpan): PeriodSpan {
  const { first, last } = span
  switch (place.kind) {
    case 'frame':
      return { first: Math.min(first, getFrameSpan(grain, first, place).first), last }
    case 'earlier': {
      const earlier = findEarlier(grain, first, place.since) ?? findEarlier(grain, first - 1, place.since)
      return { first: earlier ?? first, last }
    }
  }
}

/** Finds the periods whose records decide the rows of a span. */
export function findReach(columns: readonly QueryColumn[], grain: GrainName, span: PeriodSpan): PeriodSpan {
  const reachFormula = (formula: QueryColumn['formula'], from: PeriodSpan): PeriodSpan[] => {
    if (formula.kind === 'number' || formula.kind === 'read') return []
    if (formula.kind === 'operation') return formula.operands.flatMap((one) => reachFormula(one, from))
    const own = reach(formula.place, grain, from)
    return [own, ...reachFormula(formula.of, own)]
  }
  const spans = [span, ...columns.flatMap(({ formula }) => reachFormula(formula, span))]
  return {
    first: Math.min(...spans.map(({ first }) => first)),
    last: Math.max(...spans.map(({ last }) => last)),
  }
}
