import { dayParts, type GrainName } from './grains.ts'

/** Places that repeat in a longer span, such as the days of a week. */
interface Cycle {
  readonly grain: GrainName
  readonly values: readonly string[]
  /** The index of the place of period 0 of the grain. */
  readonly offset: number
}

/** Every cycle; 1970-01-01 was a Thursday. */
export const cycles = {
  hourOfDay: {
    grain: 'hour',
    values: Array.from({ length: 24 }, (_, part) => dayParts.hour.formatPart(part)),
    offset: 0,
  },
  weekday: {
    grain: 'day',
    values: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    offset: 3,
  },
} as const satisfies Readonly<Record<string, Cycle>>
export type CycleName = keyof typeof cycles

/** Finds the place of a period of the cycle's grain. */
export function findPlace(name: CycleName, period: number): string {
  const { values, offset } = cycles[name]
  return values.at((period + offset) % values.length) ?? ''
}
