import type { ReportType } from '../../../schemas/report-type.ts'
import type { DailyRow } from '../repositories/daily-records.ts'
import { type ChooseDates, cents, demoDates, minutesOf, months } from './noise.ts'

const bases: Readonly<
  Record<ReportType, Readonly<Record<'airtel' | 'mtn' | 'nineMobile' | 'glo' | 'ida', number>>>
> = {
  MNO_TO_ROUTELINK: { airtel: 412_000, mtn: 655_000, nineMobile: 58_000, glo: 236_000, ida: 121_000 },
  ROUTELINK_TO_MNO: { airtel: 388_000, mtn: 702_000, nineMobile: 49_000, glo: 214_000, ida: 97_000 },
}

/** A year of daily records, deterministic. */
export function demoDailyRows(year: number, type: ReportType, choose: ChooseDates = demoDates): DailyRow[] {
  const base = bases[type]
  const dates = months.flatMap((month) => choose('daily', year, month))
  return dates.map((date) => {
    const minutes = (name: keyof typeof base) => minutesOf(`${type} ${name}`, date, base[name])
    const airtel = minutes('airtel')
    const mtn = minutes('mtn')
    const nine_mobile = minutes('nineMobile')
    const glo = minutes('glo')
    const ida = minutes('ida')
    const total = cents(airtel + mtn + nine_mobile + glo)
    const grand_total = cents(total + ida)
    return { report_date: date, report_type: type, airtel, mtn, nine_mobile, glo, total, ida, grand_total }
  })
}
