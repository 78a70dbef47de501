import type { ExchangeDay } from '../repositories/international-exchange.ts'
import { demoDates, minutesOf } from './noise.ts'

const directions = [
  { source: 'mtn', destination: 'airtel', base: 58_000 },
  { source: 'mtn', destination: '9mobile', base: 9_800 },
  { source: 'mtn', destination: 'glo', base: 31_500 },
  { source: 'airtel', destination: 'mtn', base: 63_000 },
  { source: 'airtel', destination: '9mobile', base: 7_600 },
  { source: 'airtel', destination: 'glo', base: 24_200 },
  { source: 'glo', destination: 'mtn', base: 36_900 },
  { source: 'glo', destination: 'airtel', base: 21_300 },
  { source: '9mobile', destination: 'mtn', base: 11_400 },
  { source: '9mobile', destination: 'airtel', base: 6_700 },
]

/** A month of international exchange traffic, deterministic. */
export function demoExchangeDays(year: number, month: number): ExchangeDay[] {
  return demoDates('exchange', year, month).map((date) => ({
    date,
    directions: directions.map(({ source, destination, base }) => ({
      source,
      destination,
      minutes: minutesOf(`exchange ${source} ${destination}`, date, base),
    })),
  }))
}
