import type { InternationalDirection } from '../../../schemas/international-minutes.ts'
import type { InternationalMonth } from '../repositories/international-minutes.ts'
import { type ChooseDates, demoDates, minutesOf, noise } from './noise.ts'

interface Carrier {
  readonly name: string
  /** Minutes of an ordinary day. */
  readonly base: number
}

const carriers: readonly Carrier[] = [
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

/**
 * A month (`2025-03`) of international minutes, deterministic: of the carriers that are named, or of eight or nine of
 * the demo's own, which change a little from month to month.
 */
export function demoInternationalMonth(
  direction: InternationalDirection,
  month: string,
  choose: ChooseDates = demoDates,
  named: readonly string[] = [],
): InternationalMonth {
  const present = named.length > 0 ? named.map(carrierOf) : ownCarriers(month)
  const dates = choose(direction, Number(month.slice(0, 4)), Number(month.slice(5)))
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

function ownCarriers(month: string): readonly Carrier[] {
  const away = new Set(
    [noise(`${month} away`), noise(`${month} away too`)].map((n) => 4 + Math.floor(n * 5.99)),
  )
  return carriers.filter((_, index) => !away.has(index))
}

function carrierOf(name: string): Carrier {
  return (
    carriers.find((carrier) => carrier.name === name) ?? {
      name,
      base: 5_000 + 30_000 * noise(`base of ${name}`),
    }
  )
}
