import { daysInMonth } from '../../src/time/calendar.ts'
import { grains } from '../../src/time/grains.ts'
import { MONTHS } from '../../src/server/datasets/keys.ts'
import type { Answer } from './api-client.ts'
import { AcknowledgedWrites } from './acknowledged-writes.ts'
import * as readBack from './read-back.ts'
import type { WriteContext, Workload } from './workloads.ts'

/** Years that the demo leaves empty. */
const YEARS = Array.from({ length: 120 }, (_, index) => 1901 + index)

/** How many reads there are to each write, so that the empty periods last for a long run. */
const READS = 8

/** Fills empty months and years with dummy data, all rows of one at once, while there are empty ones. */
export function dummyDataWorkload({ call, random, track }: WriteContext): Workload {
  const periods: (() => Promise<Answer>)[] = YEARS.flatMap((year) => [
    () => fillYear(year),
    ...MONTHS.map((month) => () => fillMonth(year, month)),
  ])
  return async () => {
    if (periods.length === 0 || random.below(READS + 1) > 0) await call('GET', '/v1/monthly-reports/years')
    else await periods.shift()?.()
  }

  function fillMonth(year: number, month: number): Promise<Answer> {
    const text = grains.month.format(grains.month.of(year, month))
    const days = daysInMonth(year, month)
    const writes = new AcknowledgedWrites(`local exchange ${text}`, readBack.formatDays(0), (db) =>
      readBack.readExchangeDays(db, text),
    )
    return track(writes).write(readBack.formatDays(days), () =>
      call('POST', `/v1/local-exchange-traffic/generate-dummy-data?year=${year}&month=${month}`),
    )
  }

  function fillYear(year: number): Promise<Answer> {
    const days = MONTHS.reduce((sum, month) => sum + daysInMonth(year, month), 0)
    const writes = new AcknowledgedWrites(`minutes ${year}`, readBack.formatMinutes(0, 0), (db) =>
      readBack.readMinutes(db, year),
    )
    return track(writes).write(readBack.formatMinutes(days, 12), () =>
      call('POST', `/v1/monthly-reports/generate-dummy-data?year=${year}&reportType=ROUTELINK_TO_MNO`),
    )
  }
}
