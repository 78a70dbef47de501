import { hasDecimals, tooLarge } from '../../schemas/dataset/primitives.ts'
import type { Choices, Durations, Percents } from '../../schemas/dataset/reading.ts'
import type { Bounds } from '../dataset/dataset-plan.ts'
import { type Cell, getTimeText, isTwoTimes } from './cells.ts'
import { quoteText } from './errors.ts'
import { findFormulaError } from './names.ts'

export const decimalSigns = ['.', ','] as const
export type DecimalSign = (typeof decimalSigns)[number]

/** How the numbers of a column are read. */
export interface NumberReading extends Pick<Choices, 'blank'> {
  readonly decimals: DecimalSign
  /** The units of its durations and percents; null if it has none or nobody decided. */
  readonly durations: Durations | null
  readonly percents: Percents | null
}

/** How numbers are read that nothing was chosen for. */
export const PLAIN: NumberReading = { decimals: '.', blank: null, durations: null, percents: null }
/** The bounds that accept every amount. */
export const ANY: Bounds = { min: -Number.MAX_VALUE, max: Number.MAX_VALUE, decimals: null }

/**
 * The digits of a number: thousands are separated by the other sign, a blank or an apostrophe, or not at all. India writes
 * `12,34,567`.
 */
const digits: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d\d)+,\d{3}|[1-9]\d{0,2}(?:[  \u202F]\d{3})+|[1-9]\d{0,2}(?:['’]\d{3})+)?(?:\.\d+)?$/,
  ',': /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,2}(?:[  \u202F]\d{3})+|[1-9]\d{0,2}(?:['’]\d{3})+)?(?:,\d+)?$/,
}

export const WHOLE = /^\d+$/
/** A number of a decimal point that has no other reading. */
const POINTED = /^\d+\.(?:\d\d?|\d{4,})$/

/** The sign of a currency at either end of a number, within or around its minus and brackets: `R$ 5`, `₹5`. */
const CURRENCY = /^([-−(]?)\s?((?:\p{Lu}{1,2})?\p{Sc})\s?(?=[-−(\d.,])|\s?((?:\p{Lu}{1,2})?\p{Sc})([-−)]?)$/u

/** The signs of one currency alone; `$` is that of many. */
const signs: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['₦', 'NGN'],
  ['₵', 'GHS'],
  ['₹', 'INR'],
  ['R$', 'BRL'],
  ['US$', 'USD'],
])
const notDollars: readonly string[] = ['EUR', 'NGN', 'GHS', 'INR']

/** Returns the currency of a sign that has one alone; undefined for another sign. */
export const getCurrency = (sign: string): string | undefined => signs.get(sign)

/** Returns true for the sign of another currency than a unit, such as `€` of amounts in USD. */
export const isOtherCurrency = (sign: string, unit: string): boolean =>
  /^[A-Z]{3}$/.test(unit) &&
  (sign === '$' ? notDollars.includes(unit) : signs.has(sign) && signs.get(sign) !== unit)

/** One test of a character is faster than that of both ends. */
const SIGN = /\p{Sc}/u

/** Finds the sign of the currency of an amount; null without one. */
export function findCurrency(text: string): string | null {
  const [, , before, after] = (SIGN.test(text) && CURRENCY.exec(text)) || []
  return before ?? after ?? null
}

/** A plus sign before a number: `+5.5`. Six digits behind it are a telephone number. */
const PLUS = /^\+(?!\d{6,}$)(?=[\d.,])/

/** A percent sign at the end of a number, or before its bracket or minus: `(5%)`, `(5)%`, `5-%`. */
const PERCENT = /\s?%(?=\s?[-−)]?$)/

/** Splits the sign off a text: a hyphen or a minus sign at either end, or brackets. A plus and a currency are left out. */
function splitSign(written: string) {
  const text = (SIGN.test(written) ? written.replace(CURRENCY, '$1$4') : written).replace(PLUS, '')
  const plain = text.replace(PERCENT, '')
  const isBracketed = plain.startsWith('(') && plain.endsWith(')')
  const number = isBracketed ? plain.slice(1, -1).trim() : plain
  const isBefore = /^[-−]/.test(number)
  const isSigned = !isBracketed && (isBefore || /[-−]$/.test(number))
  const body = !isSigned ? number : isBefore ? number.slice(1).trimStart() : number.slice(0, -1).trimEnd()
  return { sign: isBracketed || isSigned ? -1 : 1, body, isPercent: plain !== text }
}

/** Lists the decimal signs with which a text is a number; empty for another text. */
export function listDecimalSigns(text: string): readonly DecimalSign[] {
  if (WHOLE.test(text)) return decimalSigns
  const { body } = splitSign(text)
  return body === '' ? [] : decimalSigns.filter((sign) => digits[sign].test(body))
}

/** Parses a number of a decimal sign; null for another text. */
export function parseNumber(text: string, decimals: DecimalSign): number | null {
  if (decimals === '.' && POINTED.test(text)) return Number(text)
  const { sign, body } = splitSign(text)
  if (body === '' || !digits[decimals].test(body)) return null
  const plain =
    decimals === '.' ? body.replaceAll(/[^\d.]/g, '') : body.replaceAll(/[^\d,]/g, '').replace(',', '.')
  return sign * Number(plain)
}

export const isPercent = (text: string): boolean => splitSign(text).isPercent

const DURATION = /^(?:(\d+) ?d(?:ays?)?,? ?)?(\d+):([0-5]\d):([0-5]\d(?:\.\d+)?)$/
export const isDuration = (text: string): boolean => DURATION.test(text)

const unitSeconds = { hours: 3600, minutes: 60, seconds: 1 } as const

/** Parses `26:30:00`, `1d 02:30:00` or the time of a spreadsheet, in a unit; null for another cell. */
export function parseDuration(cell: Cell, unit: keyof typeof unitSeconds): number | null {
  const [, days = 0, hours, minutes, seconds] = DURATION.exec(getTimeText(cell)) ?? []
  const passed = 3600 * (24 * Number(days) + Number(hours)) + 60 * Number(minutes) + Number(seconds)
  return Number.isNaN(passed) ? null : round(passed / unitSeconds[unit])
}

/** Rounds what a division leaves beyond the digits of a double. */
const round = (value: number): number => Number(value.toPrecision(15))

/** Parses a required amount within its bounds; returns an error message if it is invalid. */
export function parseAmount(cell: Cell, bounds: Bounds, reading: NumberReading): number | string {
  if (cell === null) return 'is empty; write 0 if there is no amount, or list "" in "read": { "blank": [] }'
  if (typeof cell === 'number') return checkBounds(cell, String(cell), bounds)
  if (typeof cell === 'boolean') return `${String(cell)} is not a number`
  if (typeof cell === 'object') {
    const passed = reading.durations === null ? null : parseDuration(cell, reading.durations)
    if (passed !== null) return checkBounds(passed, String(passed), bounds)
    return isTwoTimes(cell)
      ? 'is a time of 59 or 60 days, which cannot be told apart; write it as a text such as 1450:30:00'
      : 'is a date, not a number'
  }
  const text = cell.trim()
  if (text === '') return parseAmount(null, bounds, reading)
  if (WHOLE.test(text)) return checkBounds(Number(text), text, bounds)
  const value = parseNumber(text, reading.decimals)
  if (value !== null) {
    if (!text.includes('%')) return checkBounds(value, text, bounds)
    return checkBounds(reading.percents === 'parts' ? round(value / 100) : value, text, bounds)
  }
  const passed = reading.durations === null ? null : parseDuration(text, reading.durations)
  return passed === null ? describeText(text, reading) : checkBounds(passed, text, bounds)
}

/** Says why a text is no number. */
function describeText(text: string, { decimals, durations }: NumberReading): string {
  if (/^[-−]?[\d.,]+e[+-]?\d+$/i.test(text)) {
    return `${quoteText(text)} has an exponent; write all digits: format the column as a number or text and export it again`
  }
  const failed = findFormulaError(text)
  if (failed !== null || BLANKS.test(text)) {
    return `${failed ?? `${quoteText(text)} is not a number`}; if it means that there is none: --read blank=${text}, or "read": { "blank": [${JSON.stringify(text)}] }`
  }
  const examples = { '.': '1234.5 or 1,234.50', ',': '1234,5 or 1.234,50' }
  const isOther = listDecimalSigns(text).length > 0
  const why = isOther ? ` with ${decimals === '.' ? 'a decimal point' : 'a decimal comma'}` : ''
  const unit = /^(?:[A-Z]{3}\s?[\d.,]+|[\d.,]+\s?\p{L}{1,7})$/iu.test(text) ? ' without its unit' : ''
  if (durations !== null || /^-?\d+:\d\d/.test(text))
    return `${quoteText(text)} is not a duration; write 26:30:00`
  return `${quoteText(text)} is not a number${why}; write ${examples[decimals]}${unit}`
}

/** Texts that usually mean that there is no value. */
export const BLANKS =
  /^(?:[-–—.?]|--|n\.?\/?[ad]\.?|k\.a\.|#n\/a|#div\/0!|\(?null\)?|\\n|none|nil|nan|missing|unknown|no data|not available)$/i

function checkBounds(value: number, written: string, { min, max, decimals }: Bounds): number | string {
  if (!Number.isFinite(value)) return `${quoteText(written)} is not a number`
  if (value < 0 && min >= 0) return `${quoteText(written)} is negative`
  if (value < min) return `${quoteText(written)} is too small; the minimum is ${min.toLocaleString('en')}`
  if (value > max) return `${quoteText(written)} ${tooLarge(max)}`
  if (!hasDecimals(value, decimals)) return `${quoteText(written)} has more decimals than ${decimals}`
  // Converts -0 to 0.
  return value + 0
}
