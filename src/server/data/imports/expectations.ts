import type { DatasetPlan, ExpectationPlan } from '../../../dataset/dataset-plan.ts'
import { quoteText, RowErrors } from '../../../reading/errors.ts'
import { compareValues, describeComparison } from '../../../report/model/comparisons.ts'
import { createClock } from '../../../time/clock-changes.ts'
import { grains, isDayPart } from '../../../time/grains.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { countByPeriod } from '../tables/stored-records.ts'
import type { ParsedFile } from './row-reader.ts'
import { getOrAdd } from '../../../query/get-or-add.ts'

/** Lists what a file does not meet: errors that refuse it, and warnings. */
export type Unmet = Awaited<ReturnType<typeof checkExpectations>>

type Add = RowErrors['add']

/** Checks what a dataset expects of its files, before or after their records are written. */
export async function checkExpectations(db: Connection, dataset: DatasetPlan, file: ParsedFile) {
  const [errors, warnings] = [new RowErrors(), new RowErrors()]
  for (const expectation of dataset.expect) {
    const target = expectation.otherwise === 'warn' ? warnings : errors
    const add: Add = (row, location, text) => target.add(row, location, `${text} ("expect" of the dataset)`)
    if ('measure' in expectation) checkValues(expectation, file, add)
    else if ('complete' in expectation) {
      const { example } = units[expectation.complete]
      const periods = await countPeriods(db, dataset, file, example.length)
      checkComplete(expectation, periods, dataset.read.zone, add)
    } else {
      const length = isDayPart(dataset.key.kind) ? grains.day.example.length : MAX_KEY
      checkRecords(expectation, await countPeriods(db, dataset, file, length), add)
    }
  }
  return { errors, warnings: warnings.lines() }
}

/** The periods that can be complete. */
const units = {
  hours: grains.hour,
  days: grains.day,
  weeks: grains.week,
  months: grains.month,
  quarters: grains.quarter,
} as const

/** Longer than the key of any period. */
const MAX_KEY = 30

/** Counts the records of a period in the file or in the database, with its first row in the file. */
type PeriodCount = Awaited<ReturnType<typeof countPeriods>>[number]

/** Counts the records of each period in their order; a period is the first characters of a key. */
async function countPeriods(db: Connection, dataset: DatasetPlan, { records }: ParsedFile, length: number) {
  const counts = new Map<string, { readonly row: number; records: number }>()
  for (const { key, row } of records)
    getOrAdd(counts, key.slice(0, length), () => ({ row, records: 0 })).records += 1
  const stored = new Map(await countByPeriod(db, dataset, length))
  return [...new Set([...stored.keys(), ...counts.keys()])].toSorted().map((period) => ({
    period,
    row: counts.get(period)?.row ?? null,
    records: Math.max(counts.get(period)?.records ?? 0, stored.get(period) ?? 0),
  }))
}

type Expectation<K extends string> = Extract<ExpectationPlan, Readonly<Record<K, unknown>>>

function checkValues(expectation: Expectation<'measure'>, file: ParsedFile, add: Add): void {
  const { measure } = expectation
  const index = file.names.indexOf(measure)
  const limits = [expectation.value].flat()
  const expected = describeComparison(expectation, limits.map(String))
  for (const { row, amounts } of file.records) {
    const amount = amounts[index] ?? null
    if (amount === null || compareValues(expectation, amount, limits)) continue
    add(row, file.locations.get(measure) ?? null, `is ${amount}, expected ${expected}`)
  }
}

function checkComplete(
  { complete }: Expectation<'complete'>,
  periods: readonly PeriodCount[],
  zone: string | null,
  add: Add,
) {
  const { parse, format, noun } = units[complete]
  const isOnClock = zone === null || complete !== 'hours' ? () => true : createClock(zone)
  let last: number | null = null
  for (const { period, row } of periods) {
    const number = parse(period)
    if (number === null) continue
    const gap = last === null ? 0 : number - last - 1
    const first = format(number - gap)
    // In spring the clocks skip an hour.
    if (row !== null && gap > 0 && (gap > 1 || isOnClock(first.slice(0, 10), 60 * Number(first.slice(11))))) {
      const missing = gap === 1 ? quoteText(first) : `${quoteText(first)} to ${quoteText(format(number - 1))}`
      add(row, null, `there are no records of ${missing}; expected records of each ${noun}`)
    }
    last = number
  }
}

/** How many periods before a file tell how many records are usual. */
const MOST_COMPARED = 28

function checkRecords({ within }: Expectation<'records'>, periods: readonly PeriodCount[], add: Add): void {
  const start = periods.findIndex(({ row }) => row !== null)
  const before = periods.slice(Math.max(0, start - MOST_COMPARED), start)
  if (before.length === 0) return
  const usual = before.reduce((sum, { records }) => sum + records, 0) / before.length
  for (const { period, row, records } of periods.slice(start)) {
    if (row === null || Math.abs(records - usual) <= within * usual) continue
    const [found, expected] = [records, usual].map((count) =>
      count.toLocaleString('en', { maximumFractionDigits: 1 }),
    )
    const part = Number((100 * within).toPrecision(3))
    add(
      row,
      null,
      `${quoteText(period)} has ${found} of usually ${expected} records; allowed: ${part}% more or less`,
    )
  }
}
