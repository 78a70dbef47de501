import type { Choices } from '../../schemas/dataset/reading.ts'
import { type Cell, getCellText, getTimeText, type SheetRow } from './cells.ts'
import { type DateOrder, dateOrders, parseBareClock, readInOrders, splitTime } from './dates.ts'
import { type CellLocation, type Question, quoteText } from './errors.ts'
import { ask, type Decision, type Evidence, Evidences, listCells, refuse } from './evidence.ts'
import type { TimeReading } from './keys.ts'
import { isDuration } from './numbers.ts'

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
