import { addYears } from '../time/days.ts'
import { grains } from '../time/grains.ts'
import type { Frame, QueryGrain, QueryUnit } from './plan.ts'

/** Parses a stored period. Throws for another text. */
export function parsePeriod(grain: QueryUnit, text: string): number {
  const period = grains[grain].parse(text)
  if (period === null) throw new Error(`invalid ${grain} in database: ${text}`)
  return period
}

/** The first and the last of some periods, as numbers of their grain. */
export interface PeriodSpan {
  readonly first: number
  readonly last: number
}

/** The units that consist of whole periods of a grain; a week belongs to the year of its Thursday. */
export const unitsByGrain: Readonly<Record<QueryGrain, readonly QueryUnit[]>> = {
  day: ['day', 'week', 'month', 'quarter', 'year'],
  week: ['week', 'year'],
  month: ['month', 'quarter', 'year'],
  quarter: ['quarter', 'year'],
}

/** The days from the Monday of a week to the Thursday that decides its year; other periods begin in their unit. */
const getShift = (grain: QueryGrain, unit: QueryUnit): number => (grain === 'week' && unit !== 'week' ? 3 : 0)

/** Finds the unit that contains a period. */
export const findUnit = (grain: QueryGrain, period: number, unit: QueryUnit): number =>
  grains[unit].at(grains[grain].start(period) + getShift(grain, unit))

/** Finds the period of a grain that contains a period of another, which is not longer. */
export const findContaining = (from: QueryGrain, period: number, grain: QueryGrain): number =>
  from === grain ? period : grains[grain].at(grains[from].start(period))

/** Finds the first period of a unit. */
export const findFirstPeriod = (grain: QueryGrain, unit: QueryUnit, number: number): number =>
  grains[grain].at(grains[unit].start(number) + getShift(grain, unit))

/** Returns the periods of all units that contain a period of a span. */
export const extendToUnits = (
  grain: QueryGrain,
  { first, last }: PeriodSpan,
  unit: QueryUnit,
): PeriodSpan => ({
  first: findFirstPeriod(grain, unit, findUnit(grain, first, unit)),
  last: findFirstPeriod(grain, unit, findUnit(grain, last, unit) + 1) - 1,
})

/** Returns the periods of the frame of a row. */
export function getFrameSpan(grain: QueryGrain, period: number, { last, unit, current }: Frame): PeriodSpan {
  const own = findUnit(grain, period, unit)
  return {
    first: findFirstPeriod(grain, unit, own - last + (current ? 1 : 0)),
    last: current ? period : findFirstPeriod(grain, unit, own) - 1,
  }
}

/** Finds the period with which one is compared: the one before, or the same of the year before; null if it has none. */
export function findEarlier(grain: QueryGrain, period: number, since: 'previous' | 'year'): number | null {
  if (since === 'previous') return period - 1
  if (grain === 'day') return grains.day.parse(addYears(grains.day.format(period), -1))
  const { split, count, of } = grains[grain]
  const { year, part } = split(period)
  return part > count(year - 1) ? null : of(year - 1, part)
}
