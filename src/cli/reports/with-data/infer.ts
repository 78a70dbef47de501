import { parseDate, parseMonthName } from '../../../time/calendar.ts'
import { type Cell, getCellText, getTimeText, isBlank } from '../../data/import/cells.ts'
import type { DatasetKeyPlan } from '../../../definition/datasets/dataset-plan.ts'
import { isStorable } from '../../../time/grain.ts'
import { isSum } from '../../../server/datasets/measures.ts'
import { isDayPart, mapGrains, yearParts } from '../../../time/grains.ts'
import { reservedIds } from '../../../definition/datasets/check-dataset.ts'
import { formatLabel } from '../scaffold.ts'
import { FileError } from '../../data/import/errors.ts'
import { readSheetFile } from '../../data/import/sheet-rows.ts'

/** A column of numbers, as a dataset and a report name it. */
export interface InferredMeasure {
  readonly field: string
  readonly label: string
  readonly hasNegative: boolean
  readonly isWhole: boolean
}

/** The structure of a table, inferred from its rows. */
export interface Inferred {
  readonly key: {
    readonly kind: DatasetKeyPlan['kind']
    readonly field: string
    readonly label: string
    /** The period of a text key. */
    readonly per: 'month' | 'year'
    /** Whether the file says the period of each name. */
    readonly hasPeriod: boolean
    /** Whether all dates are written as `2025-03-07`. */
    readonly isIso: boolean
  }
  readonly dimensions: readonly {
    readonly id: string
    readonly field: string
    readonly label: string
    readonly values: readonly string[]
  }[]
  /** Columns of remarks. */
  readonly texts: readonly {
    readonly field: string
    readonly label: string
    /** The number of characters of the longest one. */
    readonly longest: number
  }[]
  /** Measures with a field each; empty where the columns are the names of a list. */
  readonly measures: readonly InferredMeasure[]
  /** The headings of columns that become a list, since they are many or not complete. */
  readonly names: readonly string[]
  /** The heading of a column that adds up all others; null without one. */
  readonly rowTotal: string | null
  /** Whether any number of the list is negative, and whether all are whole. */
  readonly hasNegative: boolean
  readonly isWhole: boolean
}

/** Up to this number, columns become fields of their own; more become a list of names. */
const MAX_FIELDS = 20
/** A column with at most this number of different texts is a dimension, not a key. */
const MAX_WORDS = 20
/** The limits of a dataset: its dimensions, and the values of each. */
const MAX_DIMENSIONS = 5
const MAX_VALUES = 200

const NUMBER = /^[-+]?(?:\d+(?:\.\d+)?|\.\d+|[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?)$/
const VALUE = /^[A-Za-z0-9][\w .-]{0,99}$/

interface Column {
  readonly heading: string
  readonly cells: readonly Cell[]
}

/** Infers key, dimensions and measures of a table; returns a message if it cannot. */
export function inferTable(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
): Inferred | string {
  const columns = headings.map((heading, index): Column => ({
    heading: heading.trim(),
    cells: rows.map((cells) => cells[index] ?? null).filter((cell) => !isBlank(cell)),
  }))
  const nameless = columns.findIndex(({ heading, cells }) => heading === '' && cells.length > 0)
  if (nameless >= 0) return `column ${nameless + 1} has no heading`
  const filled = columns.filter(({ heading, cells }) => heading !== '' && cells.length > 0)
  const double = filled.find(
    ({ heading }, index) => filled.findIndex((one) => one.heading === heading) !== index,
  )
  if (double !== undefined) return `column '${double.heading}' is there twice`
  const year = filled.find(({ heading }) => /^year$/i.test(heading))
  const day = filled.find((column) => isDayHeading(column.heading) && every(column, isDate))
  const part = findPart(filled, day !== undefined)
  const date = part?.column ?? filled.find((column) => every(column, isDate))
  const month = filled.find((column) => /month/i.test(column.heading) && every(column, isMonth))
  const texts = filled.filter((column) => !every(column, isNumber) && column !== date && column !== month)
  const key =
    date ?? (texts.some(isName(rows.length)) ? undefined : month) ?? texts.find(isName(rows.length)) ?? month
  const unreadable = describeUnreadable(filled)
  if (unreadable !== null) return unreadable
  if (key === undefined) {
    return `no column contains dates, hours, weeks, months, quarters or names that identify its rows${describeNearest(texts, rows.length)}`
  }
  const kind = key === part?.column ? part.kind : key === date ? 'date' : key === month ? 'month' : 'text'
  const others = filled.filter(
    (column) =>
      column !== key &&
      column !== year &&
      (kind !== 'text' || column !== month) &&
      (!isDayPart(kind) || column !== day),
  )
  const words = others.filter((column) => !every(column, isNumber))
  const remarks = findRemarks(words, [...new Set([key, year, month, day])], rows.length)
  const dimensions = words.filter((column) => !remarks.includes(column))
  const unfit =
    dimensions.length > MAX_DIMENSIONS
      ? `there are ${dimensions.length} columns of texts beside '${key.heading}'; a dataset has at most ${MAX_DIMENSIONS}`
      : dimensions.map((column) => describeUnfit(column, rows.length)).find((text) => text !== null)
  if (unfit !== undefined && unfit !== null) return unfit
  const numbers = others.filter((column) => every(column, isNumber))
  const total = numbers.find((column) => isTotal(column, numbers, rows.length))
  const measures = numbers.filter((column) => column !== total)
  if (measures.length === 0) return 'no column contains numbers'
  const keyField = toFieldName(key.heading)
  const taken = new Set([keyField, 'id', 'year', 'month', 'names'])
  const named = dimensions.map((column, index) => {
    const field = nameField(column.heading, `dimension${index + 1}`, taken)
    const name = field.replaceAll('_', '')
    return {
      id: reservedIds.has(name) ? `${name}Value` : name,
      field,
      label: column.heading,
      values: distinct(column),
    }
  })
  const remarked = remarks.map((column, index) => ({
    field: nameField(column.heading, `text${index + 1}`, taken),
    label: column.heading,
    longest: Math.max(...column.cells.map((cell) => getCellText(cell).length)),
  }))
  // A name of a list may lack an amount; a field may not.
  const isPlain =
    measures.length <= MAX_FIELDS &&
    measures.every(({ heading, cells }) => cells.length === rows.length && !/[{}]/.test(heading))
  return {
    key: {
      kind,
      field: keyField === '' || keyField === 'id' ? 'name' : keyField,
      label: key.heading,
      per: month !== undefined && kind === 'text' ? 'month' : 'year',
      hasPeriod: kind !== 'text' || month !== undefined || year !== undefined,
      isIso: every(key, (cell) => /^\d{4}-/.test(getCellText(cell))),
    },
    dimensions: named,
    texts: remarked,
    measures: isPlain
      ? measures.map((column, index) => ({
          field: nameField(column.heading, `value${index + 1}`, taken),
          label: column.heading,
          hasNegative: hasNegative(column),
          isWhole: isWhole(column),
        }))
      : [],
    names: isPlain ? [] : measures.map(({ heading }) => heading),
    rowTotal: total?.heading ?? null,
    hasNegative: measures.some(hasNegative),
    isWhole: measures.every(isWhole),
  }
}

/** The columns of words that are no list to choose from, if the other columns distinguish all rows. */
function findRemarks(
  words: readonly Column[],
  keys: readonly (Column | undefined)[],
  rows: number,
): readonly Column[] {
  const isRemark = (column: Column) => column.cells.length < rows || isFree(column, rows)
  const columns = [...keys, ...words.filter((column) => !isRemark(column))]
  const ids = Array.from({ length: rows }, (_, row) =>
    columns.map((column) => getCellText(column?.cells[row] ?? null)).join('\n'),
  )
  return new Set(ids).size === rows ? words.filter(isRemark) : []
}

/** Whether the words of a column hardly repeat. */
function isFree(column: Column, rows: number): boolean {
  const { length } = distinct(column)
  return length > MAX_WORDS && length > rows / 2
}

/** Why a column of texts is no list to choose from; null if it is one. */
function describeUnfit(column: Column, rows: number): string | null {
  const { heading, cells } = column
  const values = distinct(column)
  const odd = values.find((value) => !VALUE.test(value))
  if (cells.length < rows)
    return `column '${heading}' contains texts and is empty in ${rows - cells.length} of ${rows} rows; fill all rows, or remove the column`
  if (values.length === 1)
    return `column '${heading}' contains the same word in every row; remove it from the file`
  if (isFree(column, rows))
    return `column '${heading}' contains neither numbers nor words that repeat; remove it from the file`
  if (values.length > MAX_VALUES)
    return `column '${heading}' contains ${values.length} different words; a list to choose from has at most ${MAX_VALUES}`
  if (toFieldName(heading) === '')
    return `column '${heading}' contains words to choose from; begin its heading with a letter from A to Z`
  return odd === undefined
    ? null
    : `column '${heading}' contains '${odd}'; words to choose from have letters from A to Z, digits, blanks, dots, hyphens and underscores`
}

/** Whether a column has the heading of a total and is the sum of all others in every row. */
function isTotal(column: Column, numbers: readonly Column[], rows: number): boolean {
  if (numbers.length < 3 || !/^(?:grand[ _]?)?total$/i.test(column.heading)) return false
  const others = numbers.filter((one) => one !== column)
  if (numbers.some(({ cells }) => cells.length < rows)) return true
  return column.cells.every((cell, row) => {
    const sum = others.reduce((before, { cells }) => before + parseAmount(cells[row] ?? 0), 0)
    return isSum(parseAmount(cell), sum, others.length)
  })
}

/** Names a field after a heading; the name is unique, and added to those that are taken. */
function nameField(heading: string, fallback: string, taken: Set<string>): string {
  const name = toFieldName(heading) || fallback
  let unique = name
  for (let count = 2; taken.has(unique); count += 1) unique = `${name}${count}`
  taken.add(unique)
  return unique
}

/** A column of dates or numbers that are written in a way that an import refuses; null without one. */
function describeUnreadable(columns: readonly Column[]): string | null {
  for (const column of columns) {
    const [first = ''] = column.cells.map((cell) => getCellText(cell).trim())
    const looksLike = (pattern: RegExp) => every(column, (cell) => pattern.test(getCellText(cell).trim()))
    if (looksLike(/^\d{1,2}[./]\d{1,2}[./]\d{2,4}$/) && !every(column, isDate)) {
      return `column '${column.heading}' contains dates such as '${first}'; write them as 2026-12-31 or 12/31/2026`
    }
    const isNumberLike = looksLike(/^[-+]?\d+(?:[.,]\d+)*$/) && !every(column, isNumber)
    const [time] = column.cells.map(formatTime).filter((text) => /\d:\d\d/.test(text) && !isQuarterHour(text))
    if (time !== undefined && every(column, (cell) => /\d:\d\d/.test(formatTime(cell)))) {
      return `column '${column.heading}' contains times such as '${time}'; the shortest row is a quarter of an hour: add up the rows of each, of each hour, or of each day`
    }
    if (looksLike(/^[-+]?[\d.,]+\s*%$/)) {
      return `column '${column.heading}' contains '${first}'; write numbers without the sign %`
    }
    if (isNumberLike && column.cells.some((cell) => /,\d{1,2}$/.test(getCellText(cell).trim()))) {
      return `column '${column.heading}' contains numbers with a decimal comma; write 5.5 instead of 5,5`
    }
  }
  return null
}

const every = ({ cells }: Column, fits: (cell: Cell) => boolean) => cells.every(fits)
const distinct = ({ cells }: Column) => [...new Set(cells.map(getCellText))].toSorted()

/** The number of different texts that a column needs to name its rows: a quarter of them, from 6 to 21. */
const countNeeded = (rows: number) => Math.floor(Math.max(MAX_WORDS / 4, Math.min(MAX_WORDS, rows / 4))) + 1

/** Whether a column names its rows: enough of its texts differ. */
const isName = (rows: number) => (column: Column) => distinct(column).length >= countNeeded(rows)

/** The column of texts that comes nearest to names of the rows; empty without one. */
function describeNearest(texts: readonly Column[], rows: number): string {
  const [nearest] = texts.toSorted((a, b) => distinct(b).length - distinct(a).length)
  if (nearest === undefined) return ''
  const count = distinct(nearest).length
  const names = count === 1 ? '1 name' : `${count} different names`
  return `; '${nearest.heading}' comes nearest: it has ${names} and needs at least ${countNeeded(rows)}`
}

function isDate(cell: Cell): boolean {
  return cell instanceof Date || (typeof cell === 'string' && parseDate(cell.trim()) !== null)
}

/** The headings by which an import finds the day of an hour. */
const isDayHeading = (heading: string): boolean => /^(?:(?:report)?[ _]?date|day)$/i.test(heading)

/** A column whose texts are keys of their own, or one of hours beside a column of days. */
function findPart(columns: readonly Column[], hasDay: boolean) {
  const kinds = Object.keys(partTests) as (keyof typeof partTests)[]
  const [found] = kinds.flatMap((kind) =>
    columns
      .filter((column) => every(column, partTests[kind]) && !every(column, isMidnight))
      .map((column) => ({ kind, column })),
  )
  const beside = columns.find(({ heading }) => hasDay && /^(?:hour|time)$/i.test(heading))
  if (beside !== undefined && every(beside, isHour)) return { kind: 'hour' as const, column: beside }
  const isQuarters = beside !== undefined && every(beside, (cell) => isQuarterHour(getCellText(cell)))
  return isQuarters ? { kind: 'quarter-hour' as const, column: beside } : found
}

const isHour = (cell: Cell): boolean => /^(?:[01]?\d|2[0-3])(?::00){0,2}$/.test(getCellText(cell))

/** Texts that are keys of their own: a timestamp with a full or quarter hour, a week or a quarter with its year. */
const partTests = {
  hour: (cell: Cell) => / \d/.test(formatTime(cell)) && isFullHour(formatTime(cell)),
  'quarter-hour': (cell: Cell) => / \d/.test(formatTime(cell)) && isQuarterHour(formatTime(cell)),
  ...mapGrains(
    yearParts,
    (grain) => (cell: Cell) => typeof cell === 'string' && isStorable(grain, cell.trim()),
  ),
} as const

/** The date and time of a cell as `2025-03-07 14:00`; another text as it is. */
function formatTime(cell: Cell): string {
  return cell instanceof Date
    ? getTimeText(cell).replace(/ 00:00$/, '')
    : getCellText(cell).replace(/^(\S+)T(?=\d)/, '$1 ')
}

/** Days can be written with the time at which they begin. */
const isMidnight = (cell: Cell): boolean => / 0?0:00/.test(formatTime(cell))

const QUARTER = /(?:^| )\d{1,2}:(00|15|30|45)(?::00(?:[.,]0+)?)?(?:Z|[+-]\d\d:?\d\d)?$/
const isQuarterHour = (time: string): boolean => QUARTER.test(time)
const isFullHour = (time: string): boolean => QUARTER.exec(time)?.[1] === '00'

function isMonth(cell: Cell): boolean {
  const text = getCellText(cell)
  return /^(?:\d{4}-)?(?:0?[1-9]|1[0-2])$/.test(text) || parseMonthName(text) !== null
}

function isNumber(cell: Cell): boolean {
  return typeof cell === 'number' || (typeof cell === 'string' && NUMBER.test(cell.trim()))
}

const isWhole = ({ cells }: Column): boolean => cells.every((cell) => Number.isInteger(parseAmount(cell)))
const hasNegative = ({ cells }: Column): boolean => cells.some((cell) => parseAmount(cell) < 0)
const parseAmount = (cell: Cell): number => Number(getCellText(cell).replaceAll(',', ''))

/** `Answered Calls` as `answeredCalls`; empty if it contains no valid name. */
function toFieldName(heading: string): string {
  if (/[^A-Za-z0-9 _.,:&%()/-]/.test(heading)) return ''
  const words = formatLabel(heading.replaceAll(/[^A-Za-z0-9]+/g, ' ')).split(' ')
  const name = words.map((word, index) => (index === 0 ? word.toLowerCase() : word)).join('')
  return /^[a-z]\w{0,89}$/.test(name) && !['constructor', 'prototype'].includes(name) ? name : ''
}

/** The headings and rows of a file. */
interface Table {
  readonly headings: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** Rows after this number are not read. */
const MAX_ROWS = 20_000

/** Reads the table of a file: the first row with more than one cell contains the headings. Throws FileError. */
export async function readTable(path: string): Promise<Table> {
  let headings: readonly string[] | null = null
  const rows: (readonly Cell[])[] = []
  for await (const { cells } of (await readSheetFile(path, null)).rows) {
    const filled = cells.filter((cell) => !isBlank(cell))
    if (headings === null) {
      if (filled.length > 1) headings = cells.map(getCellText)
    } else if (filled.length > 0 && !isTotalRow(cells)) rows.push(cells)
    if (rows.length === MAX_ROWS) break
  }
  if (headings === null) throw new FileError('no row of headings was found')
  if (rows.length === 0) throw new FileError('there are no rows below the headings')
  return { headings, rows }
}

const isTotalRow = (cells: readonly Cell[]) => /^(?:grand )?total$/i.test(getCellText(cells[0]))
