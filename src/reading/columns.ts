import { type Choices, OF_FILE } from '../../schemas/dataset/reading.ts'
import { type Cell, getCellText, getTimeText, isBlank, type SheetRow } from './cells.ts'
import { type DateOrder, dateOrders, parseBareClock, readInOrders, splitTime } from './dates.ts'
import { type CellLocation, type Question, quoteText } from './errors.ts'
import type { TimeReading } from './keys.ts'
import {
  type DecimalSign,
  decimalSigns,
  findCurrency,
  isDuration,
  isPercent,
  listDecimalSigns,
  type NumberReading,
  parseNumber,
  WHOLE,
} from './numbers.ts'

/** How a column is read, what must be decided before, and what people should know. */
export interface Decision<R> {
  readonly reading: R
  readonly questions: readonly Question[]
  readonly remarks: readonly string[]
}

/** How a column of numbers is read. */
export interface NumberDecision extends Decision<NumberReading> {
  /** Says what proves its decimal sign; null if nothing does. */
  readonly proof: string | null
}

/** How a command line writes values that a shell or a reader could misread. */
export const flagValues: Readonly<Record<string, string>> = {
  ',': 'comma',
  '.': 'point',
  'leave out': 'leave-out',
}

/** Asks for a choice: what was found, both readings, and the option or key that decides. */
export function ask(
  { row, location }: { readonly row: number; readonly location: CellLocation },
  key: keyof Choices,
  found: string,
  choices: readonly { readonly value: string; readonly meaning: string }[],
): Question {
  const readings = choices.map(({ meaning }) => meaning).join(', or ')
  const flags = choices.map(({ value }) => `--read ${key}=${flagValues[value] ?? value}`).join(' or ')
  const options = choices.map((choice) => ({ ...choice, remembered: remember(location, key, choice.value) }))
  const text = `${found} can be read in ${options.length === 2 ? 'two' : 'three'} ways: ${readings}; choose ${flags}, or write ${options[0]?.remembered} in the dataset`
  return { row, location, key, found, text, options }
}

/** Refuses a column that no choice decides. */
const refuse = (
  { row }: { readonly row: number },
  location: CellLocation,
  key: keyof Choices,
  text: string,
): Question => ({ row, location, key, found: text, text, options: [] })

/** Writes the choice as a dataset remembers it; units are those of a column. */
function remember({ heading, name = heading }: CellLocation, key: keyof Choices, value: string): string {
  const text = JSON.stringify(value)
  const isUnit = key === 'durations' || key === 'percents'
  return `"read": { "${key}": ${isUnit ? `{ ${JSON.stringify(name)}: ${text} }` : text} }`
}

/** Lists the cells of a column that are not blank, with their rows. */
export function* listCells(
  rows: readonly SheetRow[],
  { index }: CellLocation,
  blank: readonly string[] = [],
): Generator<{ readonly row: number; readonly cell: Cell }> {
  for (const { row, cells } of rows) {
    const cell = cells[index] ?? null
    if (!isBlank(cell) && !(typeof cell === 'string' && blank.includes(cell.trim()))) yield { row, cell }
  }
}

/** A text that shows a reading, with its row. */
interface Evidence {
  readonly row: number
  readonly text: string
}

/** Collects which readings the texts of a column allow. */
class Evidences<R extends string> {
  readonly #readings: readonly R[]
  /** The first text that excludes a reading. */
  readonly #excluded = new Map<R, Evidence>()
  /** The first texts that differ in each way by their readings. */
  readonly #differing = new Map<string, Evidence & { readonly values: readonly unknown[] }>()

  constructor(readings: readonly R[]) {
    this.#readings = readings
  }

  /** Adds a text with its value in each reading, null where it has none. */
  add(row: number, text: string, values: readonly unknown[]): void {
    if (values.every((value) => value === null)) return
    const pattern = values.map((value) => (value === null ? '-' : values.indexOf(value))).join('')
    if (this.#differing.has(pattern)) return
    this.#differing.set(pattern, { row, text, values })
    for (const [index, reading] of this.#readings.entries())
      if (values[index] === null && !this.#excluded.has(reading)) this.#excluded.set(reading, { row, text })
  }

  /** The readings of all texts. */
  get possible(): readonly R[] {
    return this.#readings.filter((reading) => !this.#excluded.has(reading))
  }

  /** The only reading of all texts; null if each allows another. */
  get proven(): R | null {
    const [reading, ...others] = this.possible
    return others.length > 0 ? null : (reading ?? null)
  }

  /** The first text that proves the only reading; null if others are possible. */
  get proof(): Evidence | null {
    return this.proven === null ? null : ([...this.#excluded.values()][0] ?? null)
  }

  /** Asks which reading is right, or refuses texts that have none in common; `clash` says what differs. */
  ask(
    location: CellLocation,
    key: keyof Choices,
    describe: (reading: R, text: string) => string,
    clash: string,
  ): Question[] {
    const texts = [...this.#excluded.values()].toSorted((one, other) => one.row - other.row)
    const [first, last] = [texts[0], texts.at(-1)]
    if (this.possible.length === 0 && first !== undefined && last !== undefined) {
      const text = `${quoteText(last.text)} and ${quoteText(first.text)} in row ${first.row} have ${clash}`
      return [refuse(last, location, key, text)]
    }
    const indexes = this.possible.map((reading) => this.#readings.indexOf(reading))
    const open = [...this.#differing.values()].find(
      ({ values }) => new Set(indexes.map((index) => values[index])).size > 1,
    )
    if (open === undefined) return []
    const options = this.possible.map((value) => ({ value, meaning: describe(value, open.text) }))
    return [ask({ row: open.row, location }, key, quoteText(open.text), options)]
  }
}

/** Numbers that add nothing to what others of a column have shown. */
const USUAL = /^\d+(?:\.(?:\d\d?|\d{4,}))?$/

/** Collects the first texts of a column of numbers that show its signs and units. */
function collectNumbers(rows: readonly SheetRow[], location: CellLocation, blank: readonly string[]) {
  const signs = new Evidences<DecimalSign>(decimalSigns)
  let duration: Evidence | null = null
  let percent: Evidence | null = null
  let isPointed = false
  /** The first number of a column that has no sign of a unit. */
  let bare: Evidence | null = null
  const currencies = new Map<string, Evidence>()
  for (const { row, cell } of listCells(rows, location, blank)) {
    if (cell instanceof Date && isDuration(getTimeText(cell))) duration ??= { row, text: getTimeText(cell) }
    if (typeof cell === 'number' && cell !== 0) bare ??= { row, text: String(cell) }
    if (typeof cell !== 'string') continue
    const text = cell.trim()
    if (isPointed && bare !== null && USUAL.test(text)) continue
    if (WHOLE.test(text)) {
      if (bare === null && Number(text) !== 0) bare = { row, text }
      continue
    }
    isPointed ||= USUAL.test(text)
    if (isDuration(text)) duration ??= { row, text }
    const allowed = listDecimalSigns(text)
    if (allowed.length === 0) continue
    if (isPercent(text)) percent ??= { row, text }
    else if (Number(text) !== 0) bare ??= { row, text }
    const currency = findCurrency(text)
    if (currency !== null && !currencies.has(currency)) currencies.set(currency, { row, text })
    if (!/[.,]/.test(text)) continue
    const values = decimalSigns.map((sign) => (allowed.includes(sign) ? sign : null))
    signs.add(row, text, values)
  }
  return { signs, duration, percent, bare, currencies }
}

/** Decides how the numbers of a column are read. */
export function decideNumbers(
  rows: readonly SheetRow[],
  location: CellLocation,
  { decimals, blank, ...units }: Choices,
): NumberDecision {
  const { name = OF_FILE } = location
  const remembered = { durations: units.durations?.[name], percents: units.percents?.[name] }
  const durations = remembered.durations ?? units.durations?.[OF_FILE] ?? null
  const percents = remembered.percents ?? units.percents?.[OF_FILE] ?? null
  const { signs, duration, percent, bare, currencies } = collectNumbers(rows, location, blank ?? [])
  const questions: Question[] = []
  if (decimals === null) {
    const describe = (sign: DecimalSign, text: string) =>
      `${sign === '.' ? 'a decimal point' : 'a decimal comma'}: ${parseNumber(text, sign)}`
    const clash =
      'different decimal signs; write them alike, or choose --read decimals=point or --read decimals=comma'
    questions.push(...signs.ask(location, 'decimals', describe, clash))
  }
  const [currency, otherCurrency] = currencies.values()
  if (currency !== undefined && otherCurrency !== undefined) {
    const text = `${quoteText(otherCurrency.text)} and ${quoteText(currency.text)} in row ${currency.row} are of different currencies, which cannot be added; write the currency into a column of its own`
    questions.push(refuse(otherCurrency, location, 'decimals', text))
  }
  for (const [key, sign, evidence] of [
    ['percents', 'a percent sign', percent],
    ['durations', 'hours and minutes', duration],
  ] as const) {
    if (bare === null) continue
    const unit = name === OF_FILE ? undefined : remembered[key]
    if (evidence === null && unit === undefined) continue
    const text =
      evidence === null
        ? `${quoteText(bare.text)} has no ${sign.replace('a ', '')}, but the dataset remembers ${key} of this column (${remember(location, key, unit ?? '')}); write it with ${sign}`
        : `${quoteText(evidence.text)} has ${sign}, but ${quoteText(bare.text)} in row ${bare.row} has none; write them alike`
    questions.push(refuse(evidence ?? bare, location, key, text))
  }
  if (durations === null && duration !== null) {
    const options = (['minutes', 'hours', 'seconds'] as const).map((value) => ({
      value,
      meaning: `stored in ${value}`,
    }))
    questions.push(ask({ row: duration.row, location }, 'durations', quoteText(duration.text), options))
  }
  if (percents === null && percent !== null) {
    const value = parseNumber(percent.text, decimals ?? signs.proven ?? '.') ?? 0
    const options = [
      { value: 'points', meaning: String(value) },
      { value: 'parts', meaning: String(Number((value / 100).toPrecision(15))) },
    ]
    questions.push(ask({ row: percent.row, location }, 'percents', quoteText(percent.text), options))
  }
  const read = decimals ?? signs.proven ?? '.'
  const isSaid = decimals === null && read === ',' && questions.length === 0
  return {
    reading: {
      decimals: read,
      blank,
      durations: duration === null ? null : durations,
      percents: percent === null ? null : percents,
    },
    questions,
    remarks: isSaid ? [`column "${location.heading}": the comma is read as the decimal sign`] : [],
    proof:
      signs.proof === null
        ? null
        : `column "${location.heading}" has a decimal ${read === '.' ? 'point' : 'comma'}: ${quoteText(signs.proof.text)}`,
  }
}

/** Collects the questions about numbers; a question of decimal signs shows what another column proves. */
export function listNumberQuestions(columns: readonly NumberDecision[]): readonly Question[] {
  const [proof] = columns.flatMap((column) => column.proof ?? [])
  return columns
    .flatMap(({ questions }) => questions)
    .map((question) =>
      proof === undefined || question.key !== 'decimals' || question.options.length === 0
        ? question
        : { ...question, text: `${question.text}; ${proof}` },
    )
}

/** Returns true for a day with a time of day, other than its begin or its end. */
function hasTimeOfDay(cell: Cell): boolean {
  if (typeof cell === 'string' ? !cell.includes(':') : !(cell instanceof Date)) return false
  const time = splitTime(getTimeText(cell))?.time ?? null
  return time !== null && !(time.hour === 0 && time.minute === 0 && time.isFull) && time.minute !== 59
}

const orderWords = {
  'DD/MM/YYYY': 'day first',
  'MM/DD/YYYY': 'month first',
  'YY/MM/DD': 'year first',
} as const

/** What shows how dates and times are written. */
type Sign = 'offset' | 'local' | 'last' | 'zero' | 'number' | 'stored' | 'written' | 'clock'

/** Collects the first texts of a column of dates and times that show how they are written. */
function collectTimes(rows: readonly SheetRow[], location: CellLocation, isBare: boolean) {
  const orders = new Evidences(dateOrders)
  const first: Partial<Record<Sign, Evidence>> = {}
  let withOffset = 0
  for (const { row, cell } of listCells(rows, location)) {
    if (!isBare && hasTimeOfDay(cell)) first.clock ??= { row, text: getTimeText(cell) }
    if (typeof cell === 'number' || cell instanceof Date) first.stored ??= { row, text: getCellText(cell) }
    if (cell instanceof Date && !(isBare && isDuration(getTimeText(cell)))) continue
    const text = getTimeText(cell)
    const bare = isBare ? parseBareClock(text) : null
    if (bare?.hour === 24) first.last ??= { row, text }
    if (bare !== null && /^\d+$/.test(text)) first.number ??= { row, text }
    if (bare?.hour === 0) first.zero ??= { row, text }
    if (/[:Z]/i.test(text)) {
      const time = bare ?? splitTime(text)?.time ?? null
      if (time?.offset === null) first.local ??= { row, text }
      else if (time !== null) {
        first.offset ??= { row, text }
        withOffset += 1
      }
    }
    if (!/[/.-]/.test(text) || /^\d{4}/.test(text)) continue
    const read = readInOrders(text)
    if (new Set(read).size > 1) first.written ??= { row, text }
    orders.add(row, text, read)
  }
  return { ...first, orders, withOffset }
}

/** Asks whether hours are known by their start or their end; nothing if an hour 0 tells. */
function askHours(
  rows: readonly SheetRow[],
  location: CellLocation,
  { zero, last, number }: Pick<ReturnType<typeof collectTimes>, 'zero' | 'last' | 'number'>,
  isBare: boolean,
): Question[] {
  const isNamedEnd = isBare && /\b(?:ending|end|he)\b/i.test(location.heading)
  const shown = last ?? number
  if (zero !== undefined || (shown === undefined && !isNamedEnd)) return []
  const [first] = shown === undefined ? listCells(rows, location) : [{ row: shown.row, cell: shown.text }]
  const text = getTimeText(first?.cell ?? null)
  const hour = (parseBareClock(text) ?? splitTime(text)?.time)?.hour ?? 1
  const before = (hour + 23) % 24
  const options = [
    { value: 'end', meaning: `the end of the hour, so that ${hour} is ${before}:00 to ${hour}:00` },
    {
      value: 'start',
      meaning:
        hour === 24
          ? 'its start, from 0 to 23, without a 24'
          : `its start, so that ${hour} is ${hour}:00 to ${hour + 1}:00`,
    },
  ]
  return [ask({ row: first?.row ?? 1, location }, 'hours', quoteText(text), options)]
}

/** Says how times with an offset are read; nothing without any. */
function describeOffsets(
  { heading }: CellLocation,
  { offset, withOffset }: Pick<ReturnType<typeof collectTimes>, 'offset' | 'withOffset'>,
  zone: Choices['zone'],
): string[] {
  if (offset === undefined) return []
  const times = withOffset === 1 ? '1 time has' : `${withOffset.toLocaleString('en')} times have`
  const found = `column "${heading}": ${times} an offset from UTC, such as ${quoteText(offset.text)} in row ${offset.row}`
  return zone === null
    ? [
        `${found}; read as written. --read zone=Africa/Lagos, or "read": { "zone": "Africa/Lagos" }, converts to a time zone`,
      ]
    : [`${found}; converted to ${zone}`]
}

/**
 * Decides how the dates and times of a column are read; `isBare` for hours whose day is elsewhere. `order` is the order of day
 * and month that its texts prove; null if nothing does.
 */
export function decideTimes(
  rows: readonly SheetRow[],
  location: CellLocation,
  { dates, hours, zone, times }: Choices,
  isBare: boolean,
): Decision<TimeReading> & { readonly order: DateOrder | null } {
  const evidence = collectTimes(rows, location, isBare)
  const { orders, stored, written, clock, offset, local } = evidence
  const questions: Question[] = []
  if (dates === null) {
    const describe = (order: DateOrder, text: string) =>
      `${orderWords[order]}: ${readInOrders(text)[dateOrders.indexOf(order)]}`
    const clash = 'day, month and year in different orders; write all dates as 2025-03-07'
    questions.push(...orders.ask(location, 'dates', describe, clash))
    if (stored !== undefined && written !== undefined && orders.proven !== null) {
      const text = `${quoteText(written.text)} is a text, but row ${stored.row} has a date: a spreadsheet may have exchanged day and month there; export the file again with dates as 2025-03-07, or choose --read dates=${orders.proven}`
      questions.push(refuse(written, location, 'dates', text))
    }
  }
  if (hours === null) questions.push(...askHours(rows, location, evidence, isBare))
  if (zone !== null && offset !== undefined && local !== undefined) {
    const text = `${quoteText(local.text)} has no offset from UTC, but ${quoteText(offset.text)} in row ${offset.row} has one, and is converted to ${zone} ("read": { "zone": "${zone}" }); write them alike`
    questions.push(refuse(local, location, 'zone', text))
  }
  const remarks = [
    ...describeOffsets(location, evidence, zone),
    ...(clock === undefined
      ? []
      : [
          `column "${location.heading}" is read as days, without the time of ${quoteText(clock.text)} in row ${clock.row}`,
        ]),
  ]
  const [first = 'MM/DD/YYYY'] = orders.possible
  const order = dates ?? (orders.possible.includes('MM/DD/YYYY') ? 'MM/DD/YYYY' : first)
  return { reading: { order, hours, zone, times }, order: orders.proven, questions, remarks }
}
