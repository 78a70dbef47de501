import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { listAggregated } from '../../../query/columns.ts'
import { isWithin } from '../../../query/join-groups.ts'
import { listOwnReads } from '../../../query/joins.ts'
import { findUnit, parsePeriod, type PeriodSpan } from '../../../query/periods.ts'
import type { QueryPlan, QueryRecord } from '../../../query/plan.ts'
import { formatWords } from '../../../report/model/format.ts'

/**
 * Counts blanks in the records of a span of periods: of the measures that columns read and that each record should have.
 * A column that counts the records with a measure is right without the others.
 */
export function createBlanks(plan: QueryPlan, { measures }: DatasetPlan, span: PeriodSpan) {
  const time = plan.inputs[0]?.time
  const values = listAggregated(plan, 0).flatMap(({ aggregation }) =>
    aggregation.aggregate === 'count' ? [] : [listOwnReads(aggregation)],
  )
  const names = values.flat()
  const read = measures.filter(({ field, when }) => names.includes(field) && Object.keys(when).length === 0)
  const filled = new Map<string, number>()
  let all = 0
  /** Returns true if another value counts records that lack a measure, as the calls of a mean length without its minutes. */
  const isCountedElsewhere = (field: string) =>
    values.some(
      (own) => !own.includes(field) && own.some((one) => (filled.get(one) ?? 0) > (filled.get(field) ?? 0)),
    )
  return {
    /** Adds records of one period, with the count of those that have a measure. */
    add: (
      record: Pick<QueryRecord, 'key' | 'period'>,
      records: number,
      countFilled: (field: string) => number,
    ) => {
      if (time === undefined || read.length === 0) return
      if (!isWithin(span, findUnit(time.grain, parsePeriod(time.grain, record[time.in]), plan.grain))) return
      all += records
      for (const { field } of read) filled.set(field, (filled.get(field) ?? 0) + countFilled(field))
    },
    /** Says of each measure how many records lack it, and whether other values count them, as sentences. */
    describe: (): string[] =>
      read.flatMap(({ field, label }) => {
        const count = all - (filled.get(field) ?? 0)
        if (count === 0) return []
        const [blank, total] = [count, all].map((number) => number.toLocaleString('en'))
        const others = isCountedElsewhere(field) ? ', whose other values count' : ''
        return `${label === field ? formatWords(field) : label} is blank in ${blank} of ${total} records of the period${others}.`
      }),
  }
}
