import { type Choices, fillChoices } from '../../schemas/dataset/reading.ts'
import { type Cell, getCellText, getTimeText, isBlank, type SheetRow } from './cells.ts'
import { decideNumbers, type NumberDecision } from './decide-numbers.ts'
import { listCells } from './evidence.ts'
import { dateOrders } from './dates.ts'
import { type CellLocation, sanitize } from './errors.ts'
import { keyReaders } from './keys.ts'
import { findDigitsError } from './names.ts'
import { ANY, BLANKS, isDuration, listDecimalSigns, parseAmount, PLAIN } from './numbers.ts'

/** What a column of a table contains, read as a whole. */
export interface Profile extends CellLocation {
  /** The cells of all rows, and those that have a value. */
  readonly cells: readonly Cell[]
  readonly filled: readonly Cell[]
  readonly kind: 'number' | 'code' | 'text'
  /** How its numbers are read. */
  readonly numbers: NumberDecision
  /** The texts among its numbers that mean that there is none, with their rows. */
  readonly blanks: ReadonlyMap<string, readonly number[]>
}

/** Headings of columns whose numbers are names. */
const CODE =
  /(?<![\p{L}\p{N}])(?:codes?|prefix(?:es)?|numbers?|no|nr|ids?|identifiers?|mcc|mnc|mccmnc|accounts?|invoices?|vorwahl|plz|postleitzahl|c[oó]digo|num[eé]ro|plmn|cli|lac|msisdn|imsi|imei|zip|phone|trunk group|cic|asn|a-?number|b-?number|cell|call(?:ing|ed|er|ee)|(?:a|b)-?party)(?![\p{L}\p{N}])|^(?:#|agent|client|country|customer|dest|destination|gateway|operator|partner|route|serial|s\/?n|supplier|switch|trunk|vendor)$|(?:Code|Prefix|Id|Number|nummer)$/iu
/** Headings of columns whose numbers are places. */
const COORDINATE = /^(?:lat(?:itude)?|lon(?:gitude)?|lng)$/i
/** Headings of columns that count or measure, whatever other words they have. */
const AMOUNT =
  /\b(?:number of|no of|count|minutes?|mins?|calls?|attempts?|seconds?|amounts?|cost|revenue|total|volume|traffic|answered|rate|price|value|duration|percent|records?|events?|users?|subscribers?|messages?|sms)\b|%/i

export const isCodeHeading = (heading: string): boolean =>
  CODE.test(spell(heading)) && !AMOUNT.test(spell(heading))

/** Splits the words of a heading such as `dialledPrefix` or `ROUTE_CODE`. */
const spell = (heading: string): string =>
  heading.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ')

/** Headings of columns whose whole numbers are years. A column Year alone is the key of its rows. */
const YEAR =
  /\b(?:since|founded|established|launched|opened|joined|seit|gegr[uü]ndet|depuis|desde)\b|(?:\byear\b(?=.)|(?<=.)\byear\b)/i

/** Returns true for a column of years, which nobody adds up. */
export const isYears = ({ heading, filled }: Pick<Profile, 'heading' | 'filled'>): boolean =>
  filled.length > 0 &&
  YEAR.test(spell(heading)) &&
  !AMOUNT.test(spell(heading)) &&
  filled.every((cell) => /^(?:19|20)\d\d$/.test(getCellText(cell)))

/** Returns true for whole numbers of a length and a beginning, such as telephone numbers: 2348031234567. */
function areLongCodes(cells: readonly Cell[]): boolean {
  const texts = new Set(cells.filter((cell) => !isBlank(cell)).map(getCellText))
  const starts = new Set([...texts].map((text) => `${text.slice(0, 3)} ${text.length}`))
  return texts.size > 1 && starts.size === 1 && [...texts].every((text) => /^\d{12,15}$/.test(text))
}

const isNumberText = (text: string): boolean => listDecimalSigns(text).length > 0 || isDuration(text)

/** Profiles a column: numbers, codes that look like numbers, or texts. */
export function profileColumn(rows: readonly SheetRow[], location: CellLocation, choices: Choices): Profile {
  const cells = rows.map((row) => row.cells[location.index] ?? null)
  const blanks = new Map<string, number[]>()
  let [numbers, others, coded, parts, plain] = [0, 0, 0, 0, 0]
  for (const { row, cell } of listCells(rows, location)) {
    const text = typeof cell === 'string' ? cell.trim() : ''
    if (typeof cell === 'number' || (cell instanceof Date && isDuration(getTimeText(cell)))) {
      numbers += 1
      if (typeof cell === 'number' && Math.abs(cell) >= 1e15) coded += 1
      if (typeof cell === 'number' && !(Number.isInteger(cell) && cell >= 0)) parts += 1
    } else if (typeof cell === 'string' && isNumberText(text)) {
      numbers += 1
      if (/^\+\d+$/.test(text)) plain += 1
      else if (!/^\d+$/.test(text)) parts += 1
      if (!isDuration(text) && (/^0\d/.test(text) || text.replaceAll(/\D/g, '').length > 15)) coded += 1
    } else if (/^\+\d{6,}$/.test(text) || findDigitsError(text) !== null) coded += 1
    else if (BLANKS.test(text) || (choices.blank?.includes(text) ?? false)) {
      blanks.set(text, [...(blanks.get(text) ?? []), row])
    } else others += 1
  }
  const empty = rows.flatMap(({ row, cells: own }) => (isBlank(own[location.index] ?? null) ? row : []))
  if (empty.length > 0) blanks.set('', empty)
  const isNumber = others === 0 && numbers > 0
  // No code has decimals or a minus, whatever its heading is. A plus alone is that of a prefix such as +234.
  const isCoded =
    COORDINATE.test(location.heading) ||
    coded > 0 ||
    (parts === 0 && (plain > 0 || isCodeHeading(location.heading) || areLongCodes(cells)))
  const isCode = others === 0 && numbers + coded > 0 && isCoded
  const years = cells.filter((cell) => !isBlank(cell) && !blanks.has(getCellText(cell)))
  const isYear = isYears({ ...location, filled: years })
  const kind = isYear ? 'text' : isCode ? 'code' : isNumber ? 'number' : 'text'
  const blankTexts = kind === 'number' ? blanks : new Map<string, number[]>()
  const blank = [...new Set([...(choices.blank ?? []), ...blankTexts.keys()])]
  const read = blankTexts.size === 0 ? choices : fillChoices({ blank }, choices)
  const nothing = { reading: PLAIN, questions: [], remarks: [], proof: null }
  return {
    ...location,
    cells,
    filled: cells.filter((cell) => !isBlank(cell) && !blankTexts.has(getCellText(cell))),
    kind,
    numbers: kind === 'number' ? decideNumbers(rows, location, read) : nothing,
    blanks: blankTexts,
  }
}

/** Reads a cell of a column of numbers; while its unit is open, a duration counts in minutes and 5% as 5. */
export function readNumber({ numbers: { reading } }: Profile, cell: Cell): number {
  const value = parseAmount(cell, ANY, { ...reading, durations: reading.durations ?? 'minutes' })
  return typeof value === 'number' ? value : NaN
}

export const listDistinct = ({ filled }: Profile): string[] => sortTexts(filled.map(getCellText))

const numeric = new Intl.Collator('en', { numeric: true })

/** Lists different texts in their order; those that all begin with digits, such as hours, as numbers. */
function sortTexts(texts: readonly string[]): string[] {
  const different = [...new Set(texts)].toSorted()
  return different.every((text) => /^\d/.test(text)) ? different.toSorted(numeric.compare) : different
}

const AMOUNTS_OF_A_CODE = 20

/** Asks whether whole numbers of few values that come over and over are names. */
export function askWhetherCode(profile: Profile) {
  const { filled, kind, heading } = profile
  if (kind !== 'number' || filled.length < AMOUNTS_OF_A_CODE || AMOUNT.test(spell(heading))) return null
  const values = new Set(filled.map((cell) => readNumber(profile, cell)))
  const isFew = values.size > 1 && values.size <= Math.min(10, filled.length / 5)
  const isCount = (value: number) => Number.isInteger(value) && value >= 0
  if (!isFew || ![...values].every(isCount)) return null
  const text = `column "${heading}" has only ${values.size} different values: --dimension "${heading}" if they are names, --measure "${heading}" if they are amounts`
  return { heading, count: values.size, text }
}

/** Asks whether numbers that are no amounts, such as rates, are added up with those of other rows. */
export const askWhetherAdded = ({ heading, filled }: Profile) => ({
  heading,
  count: new Set(filled.map(getCellText)).size,
  text: `column "${heading}" cannot be added up if it is a rate or a level: leave it out, or --dimension "${heading}" keeps its values apart, --measure "${heading}" adds them up`,
})

/** What a column of a file contains, for people. */
export type Summary = ReturnType<typeof summarizeProfile>

const times = dateOrders.flatMap((order) =>
  (['month', 'date'] as const).map(
    (kind) => (text: string) => keyReaders[kind](text, null, { order, hours: null, zone: null, times: null }),
  ),
)

/** Sorts texts by the months or days that they are; returns others, and days of two readings, as they are. */
function sortByTime(texts: readonly string[]): readonly string[] {
  const orders = times.flatMap((read) => {
    const keys = new Map<string, string>()
    for (const text of texts) {
      const time = read(text)
      if ('error' in time) return []
      keys.set(text, time.key)
    }
    return [texts.toSorted((one, other) => ((keys.get(one) ?? '') < (keys.get(other) ?? '') ? -1 : 1))]
  })
  const [first = texts] = orders
  return orders.every((order) => order.every((text, index) => text === first[index])) ? first : texts
}

/** Shows a cell; a date as `2025-03-07`, whatever order the file has. A part of a second stays on its day. */
function showCell(cell: Cell): string {
  if (!(cell instanceof Date)) return getCellText(cell)
  const text = getTimeText(cell)
  const isWhole = isDuration(text) || Number.isNaN(cell.getTime()) || cell.getTime() % 1000 === 0
  return isWhole ? text.replace(/ 00:00$/, '') : cell.toISOString().slice(0, -1).replace('T', ' ')
}

/** Summarizes a column: how it is read, examples, blanks, the range of amounts or texts, the different values. */
export function summarizeProfile(profile: Profile, readAs: string, isAmount: boolean) {
  const amounts =
    isAmount && profile.kind === 'number' ? profile.filled.map((cell) => readNumber(profile, cell)) : []
  // While an amount cannot be read, the order is unknown.
  const isOpen = amounts.some(Number.isNaN)
  const values = isOpen ? [] : amounts
  const texts = values.length === 0 ? sortByTime(sortTexts(profile.filled.map(showCell))) : []
  const [smallest = '', largest = ''] = isOpen
    ? []
    : values.length === 0
      ? [texts[0], texts.at(-1)]
      : [min(values), max(values)].map((value) => value.toLocaleString('en', { maximumFractionDigits: 6 }))
  return {
    heading: shorten(profile.heading),
    readAs: shorten(readAs),
    examples: shorten([...new Set(profile.filled.slice(0, 50).map(showCell))].slice(0, 2).join(', ')),
    blank: profile.cells.length - profile.filled.length,
    smallest: shorten(smallest),
    largest: shorten(largest),
    distinct: values.length === 0 ? texts.length : new Set(values).size,
  }
}

/** Formats the summaries of columns as a table. */
export function formatSummaries(summaries: readonly Summary[]): string[] {
  const rows = summaries.map((summary) =>
    Object.values<string | number>({ ...summary }).map((cell) => sanitize(String(cell))),
  )
  const table = [['column', 'read as', 'examples', 'blank', 'smallest', 'largest', 'distinct'], ...rows]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

const shorten = (text: string): string => (text.length > 30 ? `${text.slice(0, 29)}…` : text)
const min = (values: readonly number[]): number =>
  values.reduce((least, value) => Math.min(least, value), Infinity)
const max = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), -Infinity)

/** Finds two columns whose quotient a third column is, in parts or in percent. */
export function findRatio(column: Profile, others: readonly Profile[]): { of: Profile; by: Profile } | null {
  for (const factor of [1, 100]) {
    for (const of of others) {
      for (const by of others) {
        if (of !== by && of !== column && by !== column && isQuotient(column, of, by, factor))
          return { of, by }
      }
    }
  }
  return null
}

function isQuotient(column: Profile, of: Profile, by: Profile, factor: number): boolean {
  let compared = 0
  for (const [row, cell] of column.cells.entries()) {
    if (isBlank(cell)) continue
    const value = readNumber(column, cell)
    const [top, bottom] = [readNumber(of, of.cells[row] ?? null), readNumber(by, by.cells[row] ?? null)]
    if (Number.isNaN(value) || Number.isNaN(top) || Number.isNaN(bottom) || bottom === 0) continue
    const decimals = /[.,](\d+)\s*%?$/.exec(getCellText(cell))?.[1]?.length ?? 0
    const rounding = Math.max(0.51 * 10 ** -decimals, 1e-9)
    if (Math.abs((factor * top) / bottom - value) > rounding) return false
    // A value such as 0.1 equals many quotients by its rounding alone.
    if (Math.abs(value) > 10 * rounding) compared += 1
  }
  return compared >= 2
}
