import type { Selectable } from 'kysely'
import type { LocalExchangeTable } from '../database/tables.ts'
import { type ChooseDates, demoDates, minutesOf } from './noise.ts'

/** A month of local exchange traffic, deterministic. */
export function demoLocalExchange(
  year: number,
  month: number,
  choose: ChooseDates = demoDates,
): Selectable<LocalExchangeTable>[] {
  return choose('local', year, month).map((date) => {
    const minutes = (direction: string, base: number) => minutesOf(`local ${direction}`, date, base)
    return {
      report_date: date,
      airtel_to_mtn: minutes('airtel mtn', 214_000),
      airtel_to_nine_mobile: minutes('airtel nineMobile', 21_500),
      airtel_to_glo: minutes('airtel glo', 83_000),
      mtn_to_airtel: minutes('mtn airtel', 236_000),
      mtn_to_nine_mobile: minutes('mtn nineMobile', 31_000),
      mtn_to_glo: minutes('mtn glo', 118_000),
      nine_mobile_to_mtn: minutes('nineMobile mtn', 26_500),
      nine_mobile_to_airtel: minutes('nineMobile airtel', 19_000),
      nine_mobile_to_glo: minutes('nineMobile glo', 7_400),
      glo_to_mtn: minutes('glo mtn', 104_000),
      glo_to_airtel: minutes('glo airtel', 77_500),
      glo_to_nine_mobile: minutes('glo nineMobile', 8_900),
    }
  })
}
