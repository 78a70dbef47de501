import { monthNames, parseDate } from '../../../time/calendar.ts'
import { type Cell, getCellText, isBlank } from '../../data/import/cells.ts'
import type { DatasetKeyPlan } from '../../../definition/datasets/dataset-plan.ts'
import { isStorable } from '../../../time/grain.ts'
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
  }
  readonly dimensions: readonly {
    readonly id: string
    readonly label: string
    readonly values: readonly string[]
  }[]
  /** Measures with a field each; empty where the columns are the names of a list. */
  readonly measures: readonly InferredMeasure[]
  /** The headings of columns that become a list, since they are many or no names of fields. */
  readonly names: readonly string[]
  /** The heading of a column that adds up all others; null without one. */
  readonly rowTotal: string | null
  /** Whether any number of the list is negative. */
  readonly hasNegative: boolean
}

/** Up to this number, columns become fields of their own; more become a list of names. */
const MAX_FIELDS = 20
/** A column of texts with at most this number of distinct values is a dimension, not a key. */
const MAX_VALUES = 20

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
  const dimensions = others.filter((column) => !every(column, isNumber))
  const unfit = dimensions.find(
    (column) => distinct(column).length > MAX_VALUES || !distinct(column).every(isValue),
  )
  if (unfit !== undefined) {
    return `column '${unfit.heading}' contains neither numbers nor a few words that repeat`
  }
  const single = dimensions.find((column) => distinct(column).length === 1)
  if (single !== undefined) {
    return `column '${single.heading}' contains the same word in every row; remove it from the file`
  }
  const numbers = others.filter((column) => every(column, isNumber))
  const total =
    numbers.length > 2 ? numbers.find(({ heading }) => /^(?:grand[ _]?)?total$/i.test(heading)) : undefined
  const measures = numbers.filter((column) => column !== total)
  if (measures.length === 0) return 'no column contains numbers'
  const named = measures.map((column) => ({
    field: toFieldName(column.heading),
    label: column.heading,
    hasNegative: hasNegative(column),
  }))
  const taken = [
    toFieldName(key.heading),
    ...dimensions.map(({ heading }) => toFieldName(heading)),
    'id',
    'year',
    'month',
  ]
  const fields = named.map(({ field }) => field)
  const isPlain =
    measures.length <= MAX_FIELDS &&
    // A name of a list may lack an amount; a field may not.
    measures.every(({ cells }) => cells.length === rows.length) &&
    fields.every((field, index) => field !== '' && fields.indexOf(field) === index && !taken.includes(field))
  return {
    key: {
      kind,
      field: toFieldName(key.heading) || 'name',
      label: key.heading,
      per: month !== undefined && kind === 'text' ? 'month' : 'year',
      hasPeriod: kind !== 'text' || month !== undefined || year !== undefined,
    },
    dimensions: dimensions.map((column, index) => ({
      id: buildDimensionId(column.heading, index),
      label: column.heading,
      values: distinct(column),
    })),
    measures: isPlain ? named : [],
    names: isPlain ? [] : measures.map(({ heading }) => heading),
    rowTotal: total?.heading ?? null,
    hasNegative: measures.some(hasNegative),
  }
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
    if (isNumberLike && column.cells.some((cell) => /,\d{1,2}$/.test(getCellText(cell).trim()))) {
      return `column '${column.heading}' contains numbers with a decimal comma; write 5.5 instead of 5,5`
    }
  }
  return null
}

const every = ({ cells }: Column, fits: (cell: Cell) => boolean) => cells.every(fits)
const distinct = ({ cells }: Column) => [...new Set(cells.map(getCellText))].toSorted()
const isValue = (text: string) => VALUE.test(text)

/** The number of different texts that a column needs to name its rows: a quarter of them, from 6 to 21. */
const countNeeded = (rows: number) => Math.floor(Math.max(MAX_VALUES / 4, Math.min(MAX_VALUES, rows / 4))) + 1

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
  if (typeof cell === 'object' && cell !== null) return !('formula' in cell)
  return typeof cell === 'string' && parseDate(cell.trim()) !== null
}

/** The headings by which an import finds the day of an hour. */
const isDayHeading = (heading: string): boolean => /^(?:(?:report)?[ _]?date|day)$/i.test(heading)

/** A column whose texts are keys of their own, or one of hours beside a column of days. */
function findPart(columns: readonly Column[], hasDay: boolean) {
  const kinds = Object.keys(partTests) as (keyof typeof partTests)[]
  const [found] = kinds.flatMap((kind) =>
    columns.filter((column) => every(column, partTests[kind])).map((column) => ({ kind, column })),
  )
  const beside = hasDay
    ? columns.find((column) => /^(?:hour|time)$/i.test(column.heading) && every(column, isHour))
    : undefined
  return beside === undefined ? found : { kind: 'hour' as const, column: beside }
}

const isHour = (cell: Cell): boolean => /^(?:[01]?\d|2[0-3])(?::00){0,2}$/.test(getCellText(cell))

/** Texts that are keys of their own: a timestamp with a full hour, a week or a quarter with its year. */
const partTests = {
  hour: (cell: Cell) =>
    typeof cell === 'string' &&
    /[T ]\d{1,2}:00(?::00)?Z?$/.test(cell.trim()) &&
    parseDate(cell.trim()) !== null,
  ...mapGrains(
    yearParts,
    (grain) => (cell: Cell) => typeof cell === 'string' && isStorable(grain, cell.trim()),
  ),
} as const

function isMonth(cell: Cell): boolean {
  const text = getCellText(cell).toLowerCase()
  if (/^(?:\d{4}-)?(?:0?[1-9]|1[0-2])$/.test(text)) return true
  return monthNames.some((name) => [name.toLowerCase(), name.slice(0, 3).toLowerCase()].includes(text))
}

function isNumber(cell: Cell): boolean {
  return typeof cell === 'number' || (typeof cell === 'string' && NUMBER.test(cell.trim()))
}

const hasNegative = ({ cells }: Column): boolean => cells.some((cell) => parseAmount(cell) < 0)
const parseAmount = (cell: Cell): number => Number(getCellText(cell).replaceAll(',', ''))

/** `Answered Calls` as `answeredCalls`; empty if it contains no valid name. */
function toFieldName(heading: string): string {
  if (/[^A-Za-z0-9 _.%()/-]/.test(heading)) return ''
  const words = formatLabel(heading.replaceAll(/[^A-Za-z0-9]+/g, ' ')).split(' ')
  const name = words.map((word, index) => (index === 0 ? word.toLowerCase() : word)).join('')
  return /^[a-z]\w{0,99}$/.test(name) && !['constructor', 'prototype'].includes(name) ? name : ''
}

function buildDimensionId(heading: string, index: number): string {
  const name = toFieldName(heading).replaceAll('_', '')
  return name === '' || reservedIds.has(name) ? `dimension${index + 1}` : name
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
