import { findDeviation, findPercentile } from '../../query/arithmetic.ts'
import { countRange } from '../../time/days.ts'
import type { KeyPlan } from '../model/key-kinds.ts'

/** So many earlier values say what is usual: of the same weekday and time, or of the periods before. */
const WEEKS = 8
const PERIODS = 12
/** With fewer values nobody knows. */
const LEAST = 6
/** So many deviations from the median are usual. */
const WIDTH = 5

const isWithinDay = (kind: KeyPlan['kind']): boolean =>
  kind === 'date' || kind === 'hour' || kind === 'quarter-hour'

/** Returns how many days before the first watched one must be loaded, so that its usual values are known. */
export const countUsualDays = (kind: KeyPlan['kind'], isDaily: boolean): number =>
  isWithinDay(kind) || isDaily ? 7 * WEEKS : 31 * (PERIODS + 1)

/**
 * Creates what finds the usual values of each subject. Steps come in their order: each value is compared with those
 * before it, and joins them.
 */
export function createUsual(kind: KeyPlan['kind']) {
  const values = new Map<string, { readonly day: string; readonly value: number }[]>()
  /** Returns the lower and the upper limit; null with too few values before. */
  const find = (subject: string, key: string, value: number): readonly number[] | null => {
    const day = key.slice(0, 10)
    const row = key.slice(11)
    const time = row.startsWith(day) ? row.slice(10) : row
    const slot = isWithinDay(kind) ? `${new Date(day).getUTCDay()} ${time}\n${subject}` : subject
    const past = values.get(slot) ?? []
    const recent = isWithinDay(kind)
      ? past.filter((earlier) => countRange({ first: earlier.day, last: day }) <= 7 * WEEKS + 1)
      : past.slice(-PERIODS)
    values.set(slot, [...recent, { day, value }])
    const numbers = recent.map((earlier) => earlier.value)
    if (numbers.length < LEAST) return null
    const [middle, distance] = [findPercentile(numbers, 50), WIDTH * findDeviation(numbers)]
    return [middle - distance, middle + distance]
  }
  return { find }
}
