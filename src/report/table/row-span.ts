import type { DayRange, Period } from '../../time/days.ts'
import { type Grain, getDays } from '../../time/grain.ts'
import { dayParts, grains, mapGrains, yearParts } from '../../time/grains.ts'
import type { KeyPlan } from '../model/key-kinds.ts'
import type { ReportTable, TableRow } from '../model/report-table.ts'

/** From a day, an hour or a quarter of an hour to another one, both included: `2025-03-14`, `2025-03-14T10`. */
export interface TimeSpan {
  readonly from: string
  readonly to: string
}

/** The time of the row with a key; null if it is unknown. */
type GetSpan = (key: string, period: Period) => TimeSpan | null

const ofGrain = (grain: Grain, text: string): TimeSpan | null => {
  const found = grain.parse(text)
  if (found === null) return null
  const { first, last } = getDays(grain, found)
  return { from: first, to: last }
}

const ofDayPart: GetSpan = (key, { days }) => {
  const day = days !== null && days.first === days.last ? `${days.first} ` : ''
  const moment = (key.length < 10 ? day + key : key).replace(' ', 'T')
  return moment.length < 10 ? null : { from: moment, to: moment }
}

const spans: Readonly<Record<KeyPlan['kind'], GetSpan>> = {
  date: (key) => ofGrain(grains.day, key),
  month: (key, { year }) => ofGrain(grains.month, year === null ? key : `${year}-${key}`),
  text: () => null,
  ...mapGrains(dayParts, () => ofDayPart),
  ...mapGrains(
    yearParts,
    (grain): GetSpan =>
      (key) =>
        ofGrain(grain, key),
  ),
}

/** Returns the time of a row; null if it has none or its key does not say it. */
export const getRowSpan = (
  { keyKind }: Pick<ReportTable, 'keyKind'>,
  { key, isRest }: Pick<TableRow, 'key' | 'isRest'>,
  period: Period,
): TimeSpan | null => (isRest ? null : spans[keyKind](key, period))

/** Returns the days whose notes a table shows; null if no period is chosen. */
export const getNotedDays = ({ year, days }: Period): DayRange | null =>
  days ?? (year === null ? null : getDays(grains.year, year))
