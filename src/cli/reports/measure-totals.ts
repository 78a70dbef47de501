import { type Cell, getCellText } from '../../reading/cells.ts'
import { type Profile, listDistinct, readNumber } from '../../reading/profile.ts'
import { findCurrency } from '../../reading/numbers.ts'
import { MAX_WORDS, countDecimals, isWhole } from './column-roles.ts'
import { roundAmount } from '../../server/data/demo/random.ts'
import { formatLabel } from './field-names.ts'

/** Returns true for numbers from 0 to 1 that are not all 0 or 1, of a heading that does not say what its total is. */
export const isPart = (column: Profile): boolean =>
  !isWhole(column) &&
  proposeTotal(column.heading) === null &&
  !SUMMED.test(formatLabel(column.heading)) &&
  column.filled.every((cell) => readNumber(column, cell) >= 0 && readNumber(column, cell) <= 1)

/** Returns the mean of the amounts. */
export function average(column: Profile, cells: readonly Cell[]): number {
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

/** Finds mean, sign, decimals and unit of the numbers of columns, and proposes their total. */
export const describeNumbers = (heading: string, columns: readonly Profile[]) => {
  const means = columns.map((column) => average(column, column.filled))
  const decimals = columns.map(countDecimals)
  return {
    average: roundAmount(means.reduce((sum, mean) => sum + mean, 0) / Math.max(means.length, 1)),
    hasNegative: columns.some((column) => column.filled.some((cell) => readNumber(column, cell) < 0)),
    /** Null for more decimals than a format can have. */
    decimals: decimals.includes(null) ? null : Math.max(0, ...decimals.map(Number)),
    hasBlanks: columns.some(({ cells, filled }) => filled.length < cells.length),
    total: proposeTotal(heading),
    unit: CURRENCY.exec(heading)?.[0] ?? findSign(columns)?.currency ?? null,
  }
}

/** The total of levels, which cannot be added up; null for a sum. */
type ProposedTotal = 'mean' | 'max' | 'min' | null

/** Words of amounts, which are added up whatever else a heading says: `Peak Minutes`, `Min In`. */
const SUMMED =
  /\b(?:minutes?|mins?(?= (?:in|out|on|off)\b)|calls?|attempts?|answered|seizures?|cost|costs|amount|revenue|margin|charge|charges|surcharges?|fees?|volume|traffic|bytes|count|messages|sms|sessions|records|seconds|usd|eur|gbp|ngn|xof|xaf)\b/i

const totalsByHeading: readonly (readonly [heading: RegExp, total: ProposedTotal])[] = [
  [
    /\b(?:asr|acd|aloc|ner|abr|pdd|mos|average|availability|avg|balance|capacit(?:y|ies)|channels|delay|erlang|index|jitter|latency|level|limit|load|mean|median|occupancy|percent|percentage|pct|price|rate|ratio|score|share|speed|tariff|target|temperature|threshold|utili[sz]ation)s?\b|%|\bper\b/i,
    'mean',
  ],
  [SUMMED, null],
  [/\b(?:peak|busiest)\b/i, 'max'],
]

const extremes: typeof totalsByHeading = [
  [/\b(?:max|maximum|highest)\b|\bpeak\b(?=.*\b(?:load|channels|level|erlang)s?\b)/i, 'max'],
  [/\b(?:minimum|lowest)\b|\bmin\b(?=.*\b(?:load|level|channels|rate|value)s?\b)/i, 'min'],
]

/** Headings of amounts of money. */
const MONEY =
  /amount|cost|revenue|charge|price|fee\b|tariff|margin|income|value|betrag|umsatz|erl[oö]s|preis|montant|importe/i

export const isMoney = ({ heading }: Profile): boolean => MONEY.test(formatLabel(heading))

/** The currencies that signs usually mean; ¥ means two. */
const currencies: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₦', 'NGN'],
  ['₵', 'GHS'],
])

/** Finds the sign of a currency that all amounts have, with its currency; null where columns have two. */
export function findSign(columns: readonly Profile[]) {
  const signs = columns.flatMap(({ filled }) => filled.map((cell) => findCurrency(getCellText(cell))))
  const [sign = '', ...others] = new Set(signs.filter((text) => text !== null))
  const currency = currencies.get(sign)
  return currency === undefined || others.length > 0 ? null : { sign, currency }
}

/** Returns true for a heading with the code of a currency. */
export const hasCurrency = ({ heading }: Profile): boolean => CURRENCY.test(heading)

/** The code of a currency in a heading. */
const CURRENCY = /\b(?:USD|EUR|GBP|NGN|XOF|XAF|GHS|KES|ZAR|CHF|INR|CNY|JPY|AED|XDR|SDR)\b/

/** Proposes the total of a column by its heading; amounts are added up. */
export const proposeTotal = (heading: string): ProposedTotal =>
  [...extremes, ...totalsByHeading].find(([pattern]) => pattern.test(formatLabel(heading)))?.[1] ?? null
