import { DAY_MS } from './days.ts'

const MINUTE_MS = 60_000

/** Creates what tells whether the clocks of a zone show a time of a day, in minutes: in spring they skip an hour. */
export function createClock(zone: string): (day: string, minutes: number) => boolean {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const findOffset = (moment: number) => Date.parse(`${format.format(moment).replace(' ', 'T')}Z`) - moment
  return (day, minutes) => {
    const shown = Date.parse(`${day}T00:00Z`) + minutes * MINUTE_MS
    // The offset is that of the day before or of the day after.
    return [shown - DAY_MS, shown + DAY_MS].some((near) => {
      const offset = findOffset(near)
      return findOffset(shown - offset) === offset
    })
  }
}
