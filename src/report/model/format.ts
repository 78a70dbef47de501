import { padTwo } from '../../time/calendar.ts'

/** How the numbers of a column are written: options of `Intl.NumberFormat`, and what follows each number. */
export interface NumberFormat {
  readonly options: {
    readonly minimumFractionDigits: number
    readonly maximumFractionDigits: number
    readonly style: 'decimal' | 'percent'
    readonly notation: 'standard' | 'compact'
    readonly signDisplay: 'negative' | 'exceptZero'
  }
  /** The unit with the space before it; empty for none. */
  readonly suffix: string
  /** What numbers are divided by before they are written, and the sign after them; of a duration that makes seconds. */
  readonly scale?: { readonly by: number; readonly sign: string; readonly isDuration: boolean }
  /** The part of a row that is its unit; of a pivot the key is the value of a column. */
  readonly ofRow?: { readonly part: 'key' | 'dimension'; readonly hasDecimals: boolean } | undefined
}

/** What follows a difference of percentages, as in `+1.2% pts`. */
const POINTS = '\u00A0pts'

/** Returns the format of differences of such numbers: those of percentages are percentage points. */
export const toPoints = <F extends NumberFormat | null>(format: F): F =>
  format !== null && ((format.options.style === 'percent' && format.suffix === '') || format.suffix === '%')
    ? { ...format, suffix: format.suffix + POINTS }
    : format

export const isPoints = (format: NumberFormat | null): boolean => format?.suffix.endsWith(POINTS) === true

/** The format of numbers whose column has none. */
export const TWO_DECIMALS: NumberFormat = {
  options: {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    style: 'decimal',
    notation: 'standard',
    signDisplay: 'negative',
  },
  suffix: '',
}

const formatters = new WeakMap<NumberFormat['options'], Intl.NumberFormat>()

/** What says the unit of a row. */
export type RowUnit = { readonly key?: string; readonly dimension?: string }

/** The unit of a row for widths: as wide as a currency. */
export const WIDE_UNIT: RowUnit = { key: 'XXX', dimension: 'XXX' }

const unitFormats = new WeakMap<NumberFormat, Map<string, NumberFormat>>()

/** Returns the format of a row, which can have a unit of its own. */
export function pickFormat(format: NumberFormat | null, row?: RowUnit | null): NumberFormat | null {
  const unit = format?.ofRow && row?.[format.ofRow.part]
  if (!unit) return format
  const known = unitFormats.get(format) ?? new Map<string, NumberFormat>()
  unitFormats.set(format, known)
  const own = known.get(unit) ?? addUnit(format, unit, format.ofRow.hasDecimals)
  known.set(unit, own)
  return own
}

/** Adds a unit to a format. A percent sign touches its number; amounts have the decimals of their currency. */
export function addUnit(format: NumberFormat, unit: string, hasDecimals: boolean): NumberFormat {
  const digits = hasDecimals || !/^[A-Z]{3}$/.test(unit) ? null : countDecimals(unit)
  const decimals = digits !== null && { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const suffix = unit === '' || /^[%‰°]/.test(unit) ? unit : `\u00A0${unit}`
  return { ...format, ofRow: undefined, options: { ...format.options, ...decimals }, suffix }
}

const countDecimals = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Formats in English with thousands separators; null is exactly two decimals. What rounds to zero has no sign. */
export function formatNumber(value: number, given: NumberFormat | null = null, row?: RowUnit | null): string {
  const format = pickFormat(given, row) ?? TWO_DECIMALS
  const formatter = formatters.get(format.options) ?? new Intl.NumberFormat('en', format.options)
  formatters.set(format.options, formatter)
  const { by = 1, sign = '', isDuration = false } = format.scale ?? {}
  // Of a double 15 digits are right: the others would decide how a half is rounded, and a spreadsheet has none.
  const scaled = Number((value / by).toPrecision(15))
  if (isDuration) return formatDuration(scaled, format.options.signDisplay)
  return formatter.format(scaled) + sign + format.suffix
}

/** Writes seconds as `3:42` or `1:03:42`. */
function formatDuration(value: number, signDisplay: NumberFormat['options']['signDisplay']): string {
  const seconds = Math.round(Math.abs(value))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const sign = seconds === 0 ? '' : value < 0 ? '-' : signDisplay === 'exceptZero' ? '+' : ''
  return `${sign}${hours === 0 ? minutes : `${hours}:${padTwo(minutes)}`}:${padTwo(seconds % 60)}`
}

/** Writes a name of a program as words: `answeredCalls` and `answered_calls` as `Answered calls`. */
export function formatWords(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
  const text = words.map((word) => (/^[A-Z0-9]+$/.test(word) ? word : word.toLowerCase())).join(' ')
  return capitalize(text)
}

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Joins the first names: `a, b, c and 2 more`. */
export function formatNames(names: readonly string[], max = 5): string {
  const more = names.length > max ? ` and ${names.length - max} more` : ''
  return names.slice(0, max).join(', ') + more
}

/** Orders names as a reader would: without regard to case, numbers by their size. */
export const { compare: compareNames } = new Intl.Collator('en', { numeric: true })

export const isPercent = (format: NumberFormat | null): boolean => format?.options.style === 'percent'

/** Says whether values of both formats can be compared and added: they are of one unit. */
export const isSameUnit = (one: NumberFormat | null, other: NumberFormat | null): boolean =>
  (one?.suffix ?? '') === (other?.suffix ?? '') && isPercent(one) === isPercent(other)
