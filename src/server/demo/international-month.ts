import type { InternationalDirection } from '../../../schemas/international-minutes.ts'
import type { InternationalMonth } from '../repositories/international-minutes.ts'
import { demoDates, minutesOf, noise } from './noise.ts'

const carriers = [
  { name: 'Atlantic Voice', base: 41_000 },
  { name: 'Baobab Telecom', base: 33_500 },
  { name: 'Cedar Networks', base: 27_200 },
  { name: 'Delta Wholesale', base: 22_900 },
  { name: 'Equator Carrier', base: 18_400 },
  { name: 'Falcon Global', base: 14_100 },
  { name: 'Gulf Transit', base: 11_700 },
  { name: 'Harmattan Link', base: 8_300 },
  { name: 'Iroko Connect', base: 6_200 },
  { name: 'Jade Interconnect', base: 4_900 },
]

/** A month (`2025-03`) of international minutes; which eight or nine carriers take part changes a little. */
export function demoInternationalMonth(direction: InternationalDirection, month: string): InternationalMonth {
  const away = new Set(
    [noise(`${month} away`), noise(`${month} away too`)].map((n) => 4 + Math.floor(n * 5.99)),
  )
  const present = carriers.filter((_, index) => !away.has(index))
  const dates = demoDates(direction, Number(month.slice(0, 4)), Number(month.slice(5)))
  const toOperators = direction === 'ROUTELINK_TO_MNO'
  const operator = (name: string, date: string, base: number) =>
    toOperators ? minutesOf(`international ${name}`, date, base) : null
  return {
    carriers: present.map(({ name }) => name),
    days: dates.map((date) => ({
      report_date: date,
      direction,
      airtel: operator('airtel', date, 96_000),
      mtn: operator('mtn', date, 148_000),
      nine_mobile: operator('nineMobile', date, 17_500),
      glo: operator('glo', date, 62_000),
    })),
    minutes: dates.flatMap((date) =>
      present.map(({ name, base }) => ({
        report_date: date,
        direction,
        carrier: name,
        minutes: minutesOf(`${direction} ${name}`, date, toOperators ? base * 0.6 : base),
      })),
    ),
  }
}
