import {
  type Cell,
  type SheetRow,
  getCellText,
  getTimeText,
  normalizeHeader,
} from '../../../reading/cells.ts'
import { decideTimes } from '../../../reading/decide-times.ts'
import { listCells } from '../../../reading/evidence.ts'
import { describeAcross, isPeriodHeading } from '../../../reading/across.ts'
import { isDateLike, parseMonthName, readInOrders } from '../../../reading/dates.ts'
import { FileError, RowErrors, formatColumnLetter, quoteText, sanitize } from '../../../reading/errors.ts'
import { keyReaders } from '../../../reading/keys.ts'
import { findDigitsError } from '../../../reading/names.ts'
import { ANY, listDecimalSigns, parseAmount, PLAIN } from '../../../reading/numbers.ts'
import { isCurrency } from '../../../dataset/currencies.ts'
import { isCodeHeading, type Profile } from '../../../reading/profile.ts'
import { grains, isDayPart } from '../../../time/grains.ts'
import { isNumeric } from './column-roles.ts'
import {
  DAY_HEADING,
  MONTH_HEADING,
  type TimeContext,
  type findDated,
  findMoment,
  isNamed,
  kinds,
} from './period-columns.ts'

/** Throws what is wrong with cells; `explain` returns null for a column without a fault. */
function refuseCells(
  rows: readonly SheetRow[],
  columns: readonly Profile[],
  explain: (column: Profile) => ((cell: Cell) => string | null) | null,
): void {
  const errors = new RowErrors()
  for (const column of columns) {
    const find = explain(column)
    for (const { row, cell } of find === null ? [] : listCells(rows, column)) {
      const error = find?.(cell) ?? null
      if (error !== null) errors.add(row, column, error)
    }
  }
  if (errors.count > 0) throw errors
}

/** Throws what an import says of the cells that it cannot read under a heading of periods, or among days and months. */
export function checkPeriods(columns: readonly Profile[], { rows, choices, day }: TimeContext): void {
  refuseCells(rows, columns, (column) => {
    const { reading } = decideTimes(rows, column, choices, false)
    // While the hours are in question, 24 is one of both readings.
    const isOpen = decideTimes(rows, column, choices, true).questions.some(({ key }) => key === 'hours')
    const times = isOpen ? { ...reading, hours: 'end' as const } : reading
    const isMost = (kind: 'month' | 'date') =>
      column.filled.filter((cell) => 'key' in keyReaders[kind](cell, null, reading)).length * 2 >
      column.filled.length
    const kind =
      kinds.find((one) => one === normalizeHeader(column.heading)) ??
      kinds.findLast((one) => isNamed(column, one)) ??
      (['month', 'date'] as const).find(isMost) ??
      (DAY_HEADING.test(column.heading) ? 'date' : undefined)
    if (kind === undefined) return null
    const period = day === null || !isDayPart(kind) ? null : grains.day.example
    return (cell) => {
      const read = keyReaders[kind](cell, period, isDayPart(kind) ? times : reading)
      return 'error' in read ? read.error : null
    }
  })
}

/** A table of single calls: their times are no full hours. */
export class MomentsError extends FileError {
  readonly found: string

  constructor(place: string, text: string) {
    const found = `${quoteText(text)} is not a full hour or quarter of an hour`
    super(
      `${place}${found}; choose --period hour or --period day, which counts the rows and adds their amounts up`,
    )
    this.found = place + found
  }
}

/** Throws for a column of times of single calls, if no column but that of their days contains periods. */
export function checkMoments(
  columns: readonly Profile[],
  dated: ReturnType<typeof findDated>,
  context: TimeContext,
): void {
  if (dated !== null && (dated.kind !== 'date' || dated.column !== context.day)) return
  const moment = findMoment(
    columns.filter((column) => column !== dated?.column),
    context,
  )
  if (moment === null) return
  const { column, row, text } = moment
  throw new MomentsError(
    `row ${row}, column "${sanitize(column.heading)}" (${formatColumnLetter(column.index)}): `,
    text,
  )
}

/** Throws what an import says of the cells of a column of dates that are none, or that no order of day and month fits. */
export function checkDates(
  rows: readonly SheetRow[],
  columns: readonly Profile[],
  choices: TimeContext['choices'],
): void {
  refuseCells(rows, columns, ({ heading }) =>
    DAY_HEADING.test(heading) && !MONTH_HEADING.test(heading) ? explainShortDay : null,
  )
  const errors = new RowErrors()
  for (const column of columns) {
    const texts = column.filled.map((cell) => (typeof cell === 'string' ? cell.trim() : ''))
    const isDate = (text: string) => isDateLike(text) || readInOrders(text).some((day) => day !== null)
    if (!texts.some(isDateLike) || !texts.every(isDate)) continue
    const { reading, questions } = decideTimes(rows, column, choices, false)
    if (questions.some(({ options }) => options.length > 0)) continue
    const advice = `; or --dimension "${column.heading}" if they are names`
    for (const { row, text } of questions) errors.add(row, column, text + advice)
    if (questions.length > 0) continue
    for (const { row, cell } of listCells(rows, column)) {
      const read = keyReaders.date(cell, null, reading)
      if ('error' in read) errors.add(row, column, read.error + advice)
    }
  }
  if (errors.count > 0) throw errors
}

/** Says that a text such as `Mar 25` is a month, or a day without its year; null for another cell. */
function explainShortDay(cell: Cell): string | null {
  const text = getCellText(cell)
  const [, name = ''] = /^(\p{L}{3,10})\.? \d\d$/u.exec(text) ?? []
  return parseMonthName(name) === null
    ? null
    : `${quoteText(text)} can be a month, or a day without its year; write 2025-03 or 2025-03-25`
}

/** Throws what an import says of the first name whose digits are lost. */
export const checkDigits = (rows: readonly SheetRow[], columns: readonly Profile[]): void =>
  refuseCells(rows, columns, (column) => (isNumeric(column) ? null : findDigitsError))

/** Throws what an import says of the cells that are no amounts in a column of which at least half are numbers. */
export function checkNumbers(rows: readonly SheetRow[], columns: readonly Profile[]): void {
  refuseCells(rows, columns, (column) => {
    const numbers = column.filled.filter(
      (cell) => typeof cell === 'number' || listDecimalSigns(getCellText(cell)).length > 0,
    )
    if (numbers.length * 2 < column.filled.length) return null
    return (cell) => {
      const amount = parseAmount(cell, ANY, PLAIN)
      if (typeof amount !== 'string') return null
      const isName = typeof cell === 'string' && /^\p{L}+$/u.test(cell)
      return isName ? `${amount}; or choose --dimension "${column.heading}" if they are names` : amount
    }
  })
}

/** An amount with its unit or sign, or a text of some units, such as `90 min`, `<5`, `120.00 CR` or `1h 30m`. */
const WITH_UNIT =
  /^(?:[~≈<>≤≥]\s?\d[\d.,' ]*|(?=.*[^ -~])[\p{Nd}.,٬٫]+|[-+]?\d[\d.,' ]*\s?(?:[cd]r|k|m|mn|mio|bn|tsd|min|mins|minutes|sec|s|kbit|[kmgt]b)|(?:\d+\s?[dhms](?:in)?\s?)+|PT[\dHMS.]+|\+\d+[.,]\d+)$/iu
/** An amount with the code of its currency, such as `USD 12.50`. */
const WITH_CODE = /^(?:([A-Z]{3})\s?[-+]?\d[\d.,' ]*|[-+]?\d[\d.,' ]*\s?([A-Z]{3}))$/
/** An amount with the word for its currency, such as `1.234,50 kr` or `Rs. 99`. */
const WITH_WORD =
  /^(?:(?:rs|fr|kr|ksh|tl)\.?\s?[-+]?\d[\d.,' ]*|[-+]?\d[\d.,' ]*\s?(?:kr|zł|kč|ft|lei|fr|tl|euros?|dollars?|naira|cedis?)\.?)$/iu
/** A duration without its hours, or without its seconds. */
const SHORT_DURATION = /^-?\d+:\d\d(?::\d\d)?$/
const DURATION_HEADING = /dur|dauer|minut|talk|\bacd\b|\bmou\b/i

/** Throws for columns whose texts are amounts that no reading fits. */
export function checkUnits(rows: readonly SheetRow[], columns: readonly Profile[]): void {
  refuseCells(rows, columns, (column) => {
    const isShort = DURATION_HEADING.test(column.heading)
    const isAmount = (text: string) => {
      const [, before, after] = WITH_CODE.exec(text) ?? []
      const isMoney = isCurrency(before ?? after ?? '')
      return isMoney || WITH_WORD.test(text) || WITH_UNIT.test(text) || (isShort && SHORT_DURATION.test(text))
    }
    const texts = column.filled.map(getCellText)
    const isNumber = (text: string) => listDecimalSigns(text).length > 0
    if (!texts.some(isAmount) || !texts.every((text) => isAmount(text) || isNumber(text))) return null
    return (cell) =>
      isAmount(getCellText(cell))
        ? `${quoteText(getCellText(cell))} is no number; write the number without its unit, a duration as 26:30:00, or choose --dimension "${column.heading}" if they are names`
        : null
  })
}

/** A text such as `5/10`, which is no date and no number by itself. */
const FRACTION = /^\d{1,3} ?\/ ?\d{1,3}$/

/** Throws for columns of fractions, and of fractions among numbers: they can be days or months as well. */
export function checkFractions(rows: readonly SheetRow[], columns: readonly Profile[]): void {
  const isFraction = (cell: Cell) => typeof cell === 'string' && FRACTION.test(cell.trim())
  const isNumber = (cell: Cell) => typeof parseAmount(cell, ANY, PLAIN) === 'number'
  refuseCells(rows, columns, ({ heading, filled }) => {
    if (isCodeHeading(heading) || !filled.some(isFraction)) return null
    if (!filled.every((cell) => isFraction(cell) || isNumber(cell))) return null
    return (cell) =>
      isFraction(cell)
        ? `${quoteText(getCellText(cell))} can be a day, a month, or a fraction; write 2025-10-05, 2025-10 or 0.5, or choose --dimension "${heading}" if they are names`
        : null
  })
}

/** Throws for a column of weeks that read like months: `2025-07`. */
export function checkWeeks(columns: readonly Profile[]): void {
  const isWeek = ({ heading, filled }: Profile) =>
    /^(?:calendar )?(?:week|woche|kw|semaine|semana)$/i.test(heading) &&
    filled.every((cell) => /^\d{4}-?\d\d$/.test(getCellText(cell)))
  const week = columns.find(isWeek)
  if (week === undefined) return
  throw new FileError(
    `column "${sanitize(week.heading)}": ${quoteText(getCellText(week.filled[0]))} can be a week or a month; write 2025-W07, or name the column Month`,
  )
}

/** Columns that are no names and no amounts, whatever their cells look like. */
const traps: readonly {
  readonly heading: RegExp
  readonly isMet: (texts: readonly string[]) => boolean
  readonly meaning: string
  readonly remedy: string
}[] = [
  {
    heading:
      /^(?:#|rank(?:ing)?|rang|pos(?:ition)?|(?:s|sr|serial)[./ ]*(?:n|no|nr|number)|no|nr|n[°º]|lfd\.? ?nr|index|idx|row|(?:row|line) ?(?:no|nr|number|id)?)\.?$/i,
    isMet: (texts) =>
      texts.length > 2 && texts.every((text, index) => Number(text) === index + Number(texts[0])),
    meaning: 'numbers the rows, so that a row would be another record in the next file',
    remedy: 'leave it out of the file',
  },
  {
    heading:
      /^(?:s ?\/ ?h|soll ?[/-] ?haben|[dc] ?\/ ?[cd]|[dc]r ?\/ ?[cd]r|(?:debit|credit) ?\/ ?(?:credit|debit))$/i,
    isMet: (texts) => texts.every((text) => /^(?:[shcd]|[cd]r|soll|haben|debit|credit)$/i.test(text)),
    meaning: 'says which amounts are subtracted, and all would be added',
    remedy: 'write a minus before those amounts',
  },
  {
    heading: /^(?:measure ?names?|kpis?|metrics?|indicators?|kennzahl(?:en)?)$/i,
    isMet: (texts) => new Set(texts).size > 1,
    meaning: 'names amounts of several kinds, which would be added up',
    remedy: 'export each in a column of its own',
  },
]

/** Throws for columns that would be read as names without a word, and are none. */
export function checkTraps(columns: readonly Profile[]): void {
  for (const { heading, filled } of columns) {
    const texts = filled.map(getCellText)
    const trap = traps.find((one) => one.heading.test(heading.trim()) && one.isMet(texts))
    if (trap === undefined) continue
    throw new FileError(
      `column "${sanitize(heading)}" ${trap.meaning}; ${trap.remedy}, or choose --dimension "${sanitize(heading)}" if they are names`,
    )
  }
}

/** Throws for columns of times of day under a heading that is not known as one, such as From and To. */
export function checkClocks(columns: readonly Profile[]): void {
  const isClock = (cell: Cell) => /^(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?$/.test(getTimeText(cell))
  const column = columns.find(({ filled }) => filled.length > 0 && filled.every(isClock))
  if (column === undefined) return
  const heading = sanitize(column.heading)
  throw new FileError(
    `column "${heading}" contains times of day; name it Hour if rows are known by them, leave it out of the file, or choose --dimension "${heading}" if they are names`,
  )
}

const EPOCH_HEADING = /time|stamp|epoch|date|start|end/i

/** Throws for a column that counts seconds or milliseconds since 1970: they would be added up. */
export function checkEpochs(rows: readonly SheetRow[], columns: readonly Profile[]): void {
  refuseCells(rows, columns, (column) => {
    const seconds = column.filled.map((cell) => Number(getCellText(cell)))
    const isEpoch = (unit: number) => seconds.every((one) => one >= 1e9 * unit && one < 2e9 * unit)
    const unit = [1, 1000].find(isEpoch)
    if (unit === undefined || !EPOCH_HEADING.test(column.heading)) return null
    return (cell) => {
      const text = getCellText(cell)
      const time = new Date((1000 / unit) * Number(text)).toISOString().slice(0, 16).replace('T', ' ')
      return `${quoteText(text)} counts from 1970, and would be added up; write ${time}Z`
    }
  })
}

/** Throws for columns of amounts whose headings are periods: each period needs a row of its own. */
export function checkAcross(header: SheetRow, columns: readonly Profile[]): void {
  const isPeriod = (column: Profile) => isNumeric(column) && isPeriodHeading(column.heading)
  const error = describeAcross(header.row, columns, isPeriod)
  if (error !== null) throw new FileError(error)
}

/** Throws for columns of one heading, which an import could not tell apart. */
export function checkHeadings({ row, cells }: SheetRow): void {
  const errors = new RowErrors()
  const positions = new Map<string, number>()
  for (const [index, cell] of cells.entries()) {
    const heading = getCellText(cell)
    const position = positions.get(heading)
    if (position === undefined) positions.set(heading, index)
    else if (heading !== '')
      errors.add(
        row,
        { index, heading },
        `is a duplicate of column ${formatColumnLetter(position)}; rename one`,
      )
  }
  if (errors.count > 0) throw errors
}
