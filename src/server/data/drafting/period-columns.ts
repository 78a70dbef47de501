import type { Choices } from '../../../../schemas/dataset/reading.ts'
import {
  type Cell,
  type SheetRow,
  getCellText,
  getTimeText,
  isBlank,
  normalizeHeader,
} from '../../../reading/cells.ts'
import { decideTimes } from '../../../reading/decide-times.ts'
import { type DateOrder, parseBareClock, parseDay, splitTime } from '../../../reading/dates.ts'
import { type CellLocation, FileError } from '../../../reading/errors.ts'
import { keyReaders } from '../../../reading/keys.ts'
import type { Profile } from '../../../reading/profile.ts'
import { fileKeyKinds } from '../imports/key-kinds.ts'
import { formatIsoDate } from '../../../time/calendar.ts'
import { isDayPart } from '../../../time/grains.ts'

/** The dated kinds of keys, from the longest to the shortest. */
export const kinds = ['quarter', 'month', 'week', 'date', 'hour', 'quarter-hour'] as const

/** Returns true if a heading is a usual one of a kind of key. */
export function isNamed({ heading }: CellLocation, kind: (typeof kinds)[number]): boolean {
  const days = kind === 'date' ? ['day', 'reportdate'] : []
  return [kind, ...fileKeyKinds[kind].aliases, ...days].some(
    (one) => normalizeHeader(one) === normalizeHeader(heading),
  )
}

/** The rows of a table, and the columns that name what keys lack. */
export interface TimeContext {
  readonly rows: readonly SheetRow[]
  readonly choices: Choices
  readonly year: Profile | null
  readonly day: Profile | null
}

/** Finds the column by whose hours or days rows are added up. */
export function findAdded(columns: readonly Profile[], per: 'hour' | 'day', context: TimeContext) {
  const kind: (typeof kinds)[number] = per === 'day' ? 'date' : per
  const column = columns.find((one) => readKeys(one, kind, context) !== null)
  return column === undefined ? null : { kind, column }
}

/** Returns true for a time that is no full quarter of an hour, such as that of a single call, or the end of a day. */
function isMoment(cell: Cell): boolean {
  const text = getTimeText(cell)
  const time = parseBareClock(text) ?? splitTime(text)?.time ?? null
  if (time === null || (time.hour === 23 && time.minute === 59)) return false
  return !time.isFull || time.minute % 15 !== 0
}

/** Finds the first time of a single call in a column of times. */
export function findMoment(columns: readonly Profile[], context: TimeContext) {
  const cut = { ...context, choices: { ...context.choices, times: 'cut' as const } }
  const column = columns.find((one) => one.filled.some(isMoment) && readKeys(one, 'hour', cut) !== null)
  if (column === undefined) return null
  const row = column.cells.findIndex(isMoment)
  return { column, row: context.rows[row]?.row ?? 0, text: getTimeText(column.cells[row] ?? null) }
}

const MOST_WEEKS = 53

/** Returns true for a column of bare numbers that a heading calls months, weeks, days or hours. Nobody adds them up. */
export const isPeriods = (column: Profile): boolean =>
  kinds.some((kind) => isNamed(column, kind)) &&
  column.filled.every((cell) => {
    const text = getTimeText(cell)
    return parseBareClock(text) !== null || (/^\d\d?$/.test(text) && Number(text) <= MOST_WEEKS)
  })

/**
 * Finds the column of the shortest periods. A column has the longest kind that tells its texts apart. Throws FileError
 * for two of them without a usual heading.
 */
export function findDated(columns: readonly Profile[], context: TimeContext) {
  const dated = columns.flatMap((column) => {
    const kind = kinds.find((one) => {
      const read = one === 'date' && column.filled.some(isMoment) ? null : readKeys(column, one, context)
      return (
        read !== null &&
        new Set(read.map(({ key }) => key)).size === new Set(read.map(({ text }) => text)).size
      )
    })
    return kind === undefined ? [] : [{ kind, column }]
  })
  const [last] = dated.toSorted((one, other) => kinds.indexOf(other.kind) - kinds.indexOf(one.kind))
  if (last === undefined) return null
  const alike = dated.filter(({ kind }) => kind === last.kind)
  const usual = alike.find(({ kind, column }) => isNamed(column, kind))
  const [first, second] = alike.map(({ column: { heading } }) => `"${heading}"`)
  if (usual !== undefined || second === undefined) return usual ?? last
  throw new FileError(
    `columns ${first} and ${second} both contain a ${last.kind}; choose --dimension ${second} if rows are known by ${first}, or else --dimension ${first}`,
  )
}

/** The offset of a time, which is read as written without a zone. */
const OFFSET = /(?<=:\d\d(?:\.\d+)?)(?:Z|[+-]\d\d(?::?\d\d)?)$/

/** Writes the day of a text alike, so that `01/04/2025` and `2025-04-01` are one. */
function spellDay(text: string, order: DateOrder): string {
  const day = splitTime(text)?.day ?? ''
  const date = parseDay(day, order)
  return date === null ? text : formatIsoDate(date) + text.slice(day.length)
}

export const DAY_HEADING = /date|day|datum|tag|jour|fecha|\bdata\b|giorno|\bd[ií]a\b/i

export const MONTH_HEADING = /month|period|monat|mois|mes/i

/** Headings of columns whose bare digits are dates, such as 202503. */
const DATE_HEADING = /date|day|month|period|yyyy|datum|tag|monat|mois|jour|fecha|mes\b/i

/**
 * Reads a column as keys, each with its text and that of the column beside; those that lack their year or day only under
 * a usual heading. Null if some do not fit.
 */
export function readKeys(
  column: Profile,
  kind: (typeof kinds)[number],
  { rows, choices, year, day }: TimeContext,
) {
  const isDigits = column.filled.every((cell) => /^\d{6,8}$/.test(getCellText(cell)))
  if (isDigits && !DATE_HEADING.test(column.heading)) return null
  const { reading, questions } = decideTimes(rows, column, choices, isDayPart(kind))
  // While the hours are in question, both readings are hours.
  const times = questions.some((one) => one.key === 'hours') ? { ...reading, hours: 'end' as const } : reading
  const isDays =
    kind === 'month' &&
    !MONTH_HEADING.test(column.heading) &&
    column.filled.every((cell) => 'key' in keyReaders.date(cell, null, times))
  if (isDays) return null
  const ofDay = day === null || !isDayPart(kind) ? null : decideTimes(rows, day, choices, false).reading
  const texts: { readonly key: string; readonly text: string }[] = []
  for (const [row, cell] of column.cells.entries()) {
    if (isBlank(cell)) continue
    const written = getTimeText(cell)
    const text = spellDay(written, reading.order).replace(OFFSET, '')
    const alone = keyReaders[kind](cell, null, times)
    if ('key' in alone) {
      // Two times of different offsets can be one hour of a zone.
      const isConverted = choices.zone !== null && isDayPart(kind) && OFFSET.test(written)
      texts.push({ key: alone.key, text: isConverted ? alone.key : text })
      continue
    }
    if (!isNamed(column, kind)) return null
    const date = ofDay === null ? null : keyReaders.date(day?.cells[row] ?? null, null, ofDay)
    const period = date === null ? getCellText(year?.cells[row]) : 'key' in date ? date.key : ''
    const read = period === '' ? alone : keyReaders[kind](cell, period, times)
    if (!('key' in read)) return null
    texts.push({ key: read.key, text: `${text} ${period}` })
  }
  return texts
}
