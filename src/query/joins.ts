import { type GrainName, grains } from '../time/grains.ts'
import { getMeasure, type Value } from './arithmetic.ts'
import { getOrAdd } from './get-or-add.ts'
import { findUnit, parsePeriod } from './periods.ts'
import { type Aggregation, listRecordReads, type QueryPlan, type QueryRecord } from './plan.ts'

/** The values and the time by which records of two datasets belong together. */
export interface Match {
  readonly id: string
  readonly values: readonly string[]
  /** A period of the grain; 0 without one. */
  readonly time: number
  readonly grain: GrainName | null
}

export interface Joined {
  /** Finds by what a record of the source, or of the dataset, belongs to those of the other. */
  readonly match: (record: Omit<QueryRecord, 'measures'>, isOfSource: boolean) => Match
  /** Keeps a record of the dataset, so that records of the source can read its measures. */
  readonly keep: (record: QueryRecord) => void
  /** Reads a measure of the record that belongs to those of the source; null if there is none. */
  readonly read: (match: Match, measure: string) => Value
  /** Lists the measures that are read and that a record has not; null if there is no record. */
  readonly listBlanks: (match: Match) => readonly string[] | null
}

/** Creates the datasets that are joined; null for the source. `end` is the last day of what is asked. */
export const createJoins = (plan: QueryPlan, end: number): (Joined | null)[] =>
  plan.inputs.map((_, index) => createJoined(plan, index, end))

function createJoined(plan: QueryPlan, index: number, end: number): Joined | null {
  const [source, joinedInput] = [plan.inputs[0], plan.inputs[index]]
  if (source === undefined || joinedInput === undefined || joinedInput.join === null) return null
  const { join } = joinedInput
  const { on, grain, inForce } = join
  const read = [...new Set(listJoinedReads(plan, index))]
  const build = (values: readonly string[], time: number): Match => ({
    id: [...values, time].join('\n'),
    values,
    time,
    grain: grain === null && inForce ? 'day' : grain,
  })
  const match: Joined['match'] = (record, isOfSource) => {
    const values = on.map((pair) => record.values[isOfSource ? pair.source : pair.own] ?? '')
    const { time } = isOfSource ? source : joinedInput
    const unit = inForce && !isOfSource ? 'day' : grain
    if (unit === null) return build(values, inForce ? end : 0)
    return build(values, findUnit(time.grain, parsePeriod(time.grain, record[time.in]), unit))
  }
  const records = new Map<string, QueryRecord['measures']>()
  /** The days from which records hold, by the values of their dimensions. */
  const days = new Map<string, number[]>()
  let isSorted = true
  const find = ({ id, values, time }: Match) => {
    if (!inForce) return records.get(id)
    if (!isSorted) for (const list of days.values()) list.sort((one, other) => one - other)
    isSorted = true
    const last = grain === null ? time : grains[grain].end(time)
    const day = days.get(values.join('\n'))?.findLast((first) => first <= last)
    return day === undefined ? undefined : records.get(build(values, day).id)
  }
  const readMeasure: Joined['read'] = (one, measure) => {
    const measures = find(one)
    return measures === undefined ? null : getMeasure(measures, measure)
  }
  return {
    match,
    keep: ({ measures, ...record }) => {
      const { id, values, time } = match(record, false)
      records.set(id, measures)
      if (!inForce) return
      getOrAdd(days, values.join('\n'), () => []).push(time)
      isSorted = false
    },
    read: readMeasure,
    listBlanks: (one) =>
      find(one) === undefined ? null : read.filter((measure) => readMeasure(one, measure) === null),
  }
}

/** Lists the measures that records of the source read of an input. */
const listJoinedReads = ({ aggregations }: Pick<QueryPlan, 'aggregations'>, index: number): string[] =>
  aggregations
    .flatMap(listRecordReads)
    .flatMap((read) => (typeof read !== 'string' && read.input === index ? read.measure : []))

/** Lists the measures that an aggregation reads of its own records. */
export const listOwnReads = (aggregation: Aggregation): string[] =>
  listRecordReads(aggregation).filter((read) => typeof read === 'string')
