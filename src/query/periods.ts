import { dayParts, type GrainName, grainNames, grains, isDayPart } from '../time/grains.ts'
import type { QueryPlace } from './plan.ts'

/** Parses a stored period. Throws for another text. */
export function parsePeriod(grain: GrainName, text: string): number {
  const period = grains[grain].parse(text)
  if (period === null) throw new Error(`invalid ${grain} in database: ${text}`)
  return period
}

/** The first and the last of some periods, as numbers of their grain. */
export interface PeriodSpan {
  readonly first: number
  readonly last: number
}

/** Lists the units that consist of whole periods of a grain, the shortest first. */
export const listUnits = (grain: GrainName): readonly GrainName[] =>
  grainNames.filter((unit) => consistsOf(unit, grain))

/** Returns true if a unit consists of whole periods of a grain; a week belongs to the year of its Thursday. */
function consistsOf(unit: GrainName, grain: GrainName): boolean {
  if (isDayPart(unit)) return isDayPart(grain) && dayParts[grain].count % dayParts[unit].count === 0
  if (isDayPart(grain) || grain === 'day' || unit === grain || unit === 'year') return true
  if (unit === 'day' || grain === 'year') return false
  const [whole, part] = [grains[unit], grains[grain]]
  return whole.hasSameDates && part.hasSameDates && part.max % whole.max === 0
}

/** Returns the days from the Monday of a week to the Thursday that decides its year; 0 for other periods. */
const getShift = (grain: GrainName, unit: GrainName): number => (grain === 'week' && unit !== 'week' ? 3 : 0)

/** Finds the unit that contains a period. */
export function findUnit(grain: GrainName, period: number, unit: GrainName): number {
  if (grain === unit) return period
  if (isDayPart(grain) && isDayPart(unit)) {
    return Math.floor((period * dayParts[unit].count) / dayParts[grain].count)
  }
  return grains[unit].at(grains[grain].start(period) + getShift(grain, unit))
}

/** Finds the first period of a unit. */
export const findFirstPeriod = (grain: GrainName, unit: GrainName, number: number): number =>
  isDayPart(grain) && isDayPart(unit)
    ? (number * dayParts[grain].count) / dayParts[unit].count
    : grain === unit
      ? number
      : grains[grain].at(grains[unit].start(number) + getShift(grain, unit))

/** Returns the periods of all units that contain a period of a span. */
export const extendToUnits = (
  grain: GrainName,
  { first, last }: PeriodSpan,
  unit: GrainName,
): PeriodSpan => ({
  first: findFirstPeriod(grain, unit, findUnit(grain, first, unit)),
  last: findFirstPeriod(grain, unit, findUnit(grain, last, unit) + 1) - 1,
})

/** Returns the periods of the frame of a row. */
export function getFrameSpan(
  grain: GrainName,
  period: number,
  { last, unit, current }: Extract<QueryPlace, { readonly kind: 'frame' }>,
): PeriodSpan {
  const own = findUnit(grain, period, unit)
  return {
    first: findFirstPeriod(grain, unit, own - last + (current ? 1 : 0)),
    last: current ? period : findFirstPeriod(grain, unit, own) - 1,
  }
}

/**
 * Finds the period with which one is compared: the one before, or the same of the year before. Null for a period that the
 * year before does not have: a leap day, or week 53.
 */
export function findEarlier(grain: GrainName, period: number, since: 'previous' | 'year'): number | null {
  if (since === 'previous') return period - 1
  if (grain === 'year') return period - 1
  if (grain === 'day' || isDayPart(grain)) {
    const { at, start } = grains[grain]
    const day = start(period)
    const earlier = grains.day.parse(
      grains.day.format(day).replace(/^\d+/, (year) => String(Number(year) - 1)),
    )
    return earlier === null ? null : at(earlier) + period - at(day)
  }
  const { split, count, of } = grains[grain]
  const { year, part } = split(period)
  return part > count(year - 1) ? null : of(year - 1, part)
}
