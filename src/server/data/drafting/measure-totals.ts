import { type Cell, getCellText } from '../../../reading/cells.ts'
import { type Profile, listDistinct, readNumber } from '../../../reading/profile.ts'
import { findCurrency, getCurrency } from '../../../reading/numbers.ts'
import { MAX_WORDS, countDecimals, isWhole } from './column-roles.ts'
import { roundAmount } from '../demo/random.ts'
import { formatLabel } from './field-names.ts'

/** Returns true for numbers from 0 to 1 that are not all 0 or 1, of a heading that does not say what its total is. */
export const isPart = (column: Profile): boolean =>
  !isWhole(column) &&
  proposeTotal(column) === null &&
  column.numbers.reading.durations === null &&
  !SUMMED.test(formatLabel(column.heading)) &&
  column.filled.every((cell) => readNumber(column, cell) >= 0 && readNumber(column, cell) <= 1)

/** Returns the mean of the amounts. */
function average(column: Profile, cells: readonly Cell[]): number {
  const amounts = cells.map((cell) => readNumber(column, cell)).filter((amount) => !Number.isNaN(amount))
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  return roundAmount(sum / Math.max(amounts.length, 1))
}

/** Compares the first measure of each of the first names of a column with its average. */
export function sizeNames(column: Profile, [measure]: readonly Profile[]) {
  const names = listDistinct(column).slice(0, MAX_WORDS)
  const usual = measure === undefined ? 0 : average(measure, measure.filled)
  return names.map((name) => {
    const cells = measure?.cells.filter((_, row) => getCellText(column.cells[row]) === name) ?? []
    const size = measure === undefined ? NaN : average(measure, cells) / usual
    return [name, size > 0 && size < 1_000 ? Math.max(0.01, Number(size.toFixed(2))) : 1] as const
  })
}

/** Headings of what has no fractions, such as `Answered Calls` and `Number of SMS`, but not `Cost of calls`. */
const COUNTED =
  /^(?:number|no) of\b|^(?!.*\b(?:of|per|for)\b).*\b(?:calls|attempts|answered|seizures|messages|sms|sessions|records|events|subscribers|users)$/i

/** Finds mean, sign, decimals, unit and style of the numbers of a column, and proposes their total. */
export const describeNumbers = (column: Profile) => ({
  isCount: COUNTED.test(formatLabel(column.heading)) && isWhole(column) && proposeTotal(column) === null,
  average: average(column, column.filled),
  hasNegative: column.filled.some((cell) => readNumber(column, cell) < 0),
  /** Null for more decimals than a format can have. */
  decimals: countDecimals(column),
  total: proposeTotal(column),
  ...findLook(column),
})

/** The style of numbers and their unit; null for plain ones. Points are percentages such as 45.3. */
interface Look {
  readonly style: 'percent' | 'points' | 'duration' | null
  readonly unit: string | null
}

const timeUnits = { hours: 'h', minutes: 'min', seconds: 's' } as const

/** Finds how a column writes its numbers: as durations, percentages or money. */
function findLook(column: Profile): Look {
  const { durations, percents } = column.numbers.reading
  if (durations !== null) return { style: 'duration', unit: timeUnits[durations] }
  if (percents !== null) return { style: percents === 'parts' ? 'percent' : percents, unit: null }
  return { style: null, unit: CURRENCY.exec(column.heading)?.[0] ?? findSign(column)?.currency ?? null }
}

/** The total of levels, which cannot be added up; null for a sum. */
type ProposedTotal = 'mean' | 'max' | 'min' | null

/** Words of amounts, which are added up whatever else a heading says: `Peak Minutes`, `Min In`. */
const SUMMED =
  /\b(?:minutes?|mins?(?= (?:in|out|on|off)\b)|calls?|attempts?|answered|seizures?|cost|costs|amount|revenue|margin|charge|charges|surcharges?|fees?|volume|traffic|bytes|count|messages|sms|sessions|records|seconds|usd|eur|gbp|ngn|xof|xaf)\b/i

const totalsByHeading: readonly (readonly [heading: RegExp, total: ProposedTotal])[] = [
  [
    /\b(?:asr|acd|aloc|ner|abr|pdd|mos|average|availability|avg|balance|capacit(?:y|ies)|channels|delay|erlang|growth|index|jitter|mom|latency|level|limit|load|mean|median|occupancy|percent|percentage|pct|price|rank|rate|ratio|score|share|speed|tariff|target|temperature|threshold|utili[sz]ation|yoy)s?\b|%|\bper\b/i,
    'mean',
  ],
  [SUMMED, null],
  [/\b(?:peak|busiest)\b/i, 'max'],
]

const extremes: typeof totalsByHeading = [
  [
    /\b(?:max|maximum|highest|cumulative|cumulated|kumuliert|running|ytd|mtd|to date)\b|\bpeak\b(?=.*\b(?:load|channels|level|erlang)s?\b)/i,
    'max',
  ],
  [/\b(?:minimum|lowest)\b|\bmin\b(?=.*\b(?:load|level|channels|rate|value)s?\b)/i, 'min'],
]

const MONEY =
  /amount|cost|revenue|charge|price|fee\b|tariff|margin|income|value|betrag|umsatz|erl[oö]s|preis|montant|importe/i

/** Returns true for amounts of money, of which a heading names no currency. */
export const isMoney = ({ heading, numbers: { reading } }: Profile): boolean =>
  MONEY.test(formatLabel(heading)) &&
  !CURRENCY.test(heading) &&
  reading.percents === null &&
  reading.durations === null

/** The currencies that signs of several usually mean. ¥ means two. */
const currencies: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['£', 'GBP'],
])

/** Finds the sign of the currency of a column, with its currency; null where a heading has its code. */
export function findSign({ heading, filled }: Profile) {
  const [sign = ''] = CURRENCY.test(heading)
    ? []
    : filled.flatMap((cell) => findCurrency(getCellText(cell)) ?? [])
  const currency = currencies.get(sign) ?? getCurrency(sign)
  return currency === undefined ? null : { sign, currency }
}

const CURRENCY = /\b(?:USD|EUR|GBP|NGN|XOF|XAF|GHS|KES|ZAR|CHF|INR|CNY|JPY|AED|XDR|SDR)\b/

/** Proposes the total of a column by its heading; percentages have a mean, other amounts are added up. */
export const proposeTotal = ({ heading, numbers }: Profile): ProposedTotal =>
  [...extremes, ...totalsByHeading].find(([pattern]) => pattern.test(formatLabel(heading)))?.[1] ??
  (numbers.reading.percents === null ? null : 'mean')
