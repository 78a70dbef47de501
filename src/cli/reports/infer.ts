import { MAX_AMOUNT } from '../../../schemas/dataset/primitives.ts'
import type { DatasetKeyPlan } from '../../dataset/dataset-plan.ts'
import { reservedIds } from '../../definition/datasets/check-dataset.ts'
import { isDayPart } from '../../time/grains.ts'
import { parseAmount } from '../data/import/amount.ts'
import { type Cell, getCellText, getTimeText, isBlank, normalizeHeader } from '../data/import/cells.ts'
import { FileError } from '../data/import/errors.ts'
import { fileKeyKinds } from '../data/import/key-kinds.ts'
import { keyReaders } from '../data/import/row-keys.ts'
import { readSheetFile } from '../data/import/sheet-rows.ts'

/** Up to this number, columns become fields of their own; more become a list of names. */
const MAX_FIELDS = 20
/** A column with at most this number of different texts is a dimension, not a key. */
const MAX_WORDS = 20

interface Column {
  readonly heading: string
  /** The cells of all rows, and those that are not blank. */
  readonly cells: readonly Cell[]
  readonly filled: readonly Cell[]
}

/** The dated kinds of keys, from the longest to the shortest. */
const kinds = ['quarter', 'month', 'week', 'date', 'hour', 'quarter-hour'] as const

/** The structure of a table. */
export type Inferred = ReturnType<typeof inferTable>

/**
 * Infers key, dimensions and measures of a table. Throws FileError if it cannot. A cell is what an import reads it as;
 * what else an import or a definition does not accept is found when both are tried.
 */
export function inferTable(headings: readonly string[], rows: readonly (readonly Cell[])[]) {
  const all = headings.map((heading, index) => createColumn(heading.trim(), rows, index))
  const columns = all.filter(({ filled }) => filled.length > 0)
  const nameless = all.findIndex(({ heading, filled }) => heading === '' && filled.length > 0)
  if (nameless >= 0) throw new FileError(`column ${nameless + 1} has no heading`)
  const year = columns.find(({ heading }) => normalizeHeader(heading) === 'year')
  const day = columns.find((column) => isNamed(column, 'date') && readKeys(column, 'date', {}) !== null)
  const dated = findDated(columns, { year, day })
  const words = columns.filter((column) => column !== dated?.column && !isNumeric(column))
  const name = words.find((column) => distinct(column).length > getMostWords(rows.length))
  const isKey = dated !== null && (dated.kind !== 'month' || name === undefined)
  const key = isKey ? dated.column : name
  if (!isKey) checkPeriods(key === undefined ? columns : [key])
  if (key === undefined) {
    checkNumbers(columns)
    throw new FileError(
      `no column contains dates, hours, weeks, months, quarters, or more than ${Math.floor(getMostWords(rows.length))} names, by which rows are known`,
    )
  }
  const kind: DatasetKeyPlan['kind'] = isKey ? dated.kind : 'text'
  const month = dated?.kind === 'month' ? dated.column : undefined
  const beside = [year, ...(isKey ? [] : [month]), ...(isDayPart(kind) ? [day] : [])]
  const others = columns.filter((column) => column !== key && !beside.includes(column))
  const texts = others.filter((column) => !isNumeric(column))
  const remarks = findRemarks(texts, [key, ...beside], rows.length)
  const numbers = others.filter(isNumeric)
  const total = numbers.length < 3 ? undefined : numbers.find(isTotal)
  const measures = numbers.filter((column) => column !== total)
  checkNumbers(measures.length === 0 ? texts : remarks)
  const [first] = measures
  if (first === undefined) throw new FileError('no column contains numbers')
  const keyField = toFieldName(key.heading)
  const taken = new Set([keyField, 'id', 'year', 'month', 'names'])
  // A name of a list may lack an amount; a field may not.
  const isPlain =
    measures.length <= MAX_FIELDS &&
    measures.every(({ heading, filled }) => filled.length === rows.length && !/[{}]/.test(heading))
  const per: 'month' | 'year' = month === undefined ? 'year' : 'month'
  return {
    key: {
      kind,
      field: keyField === '' || keyField === 'id' ? 'name' : keyField,
      label: key.heading,
      per,
      /** Whether the file says the period of each name. */
      hasPeriod: isKey || month !== undefined || year !== undefined,
      isIso: key.filled.every((cell) => /^\d{4}-/.test(getCellText(cell))),
    },
    dimensions: texts
      .filter((column) => !remarks.includes(column))
      .map((column, index) => {
        const field = nameField(column.heading, `dimension${index + 1}`, taken)
        const id = field.replaceAll('_', '')
        return {
          id: reservedIds.has(id) ? `${id}Value` : id,
          field,
          label: column.heading,
          values: distinct(column),
        }
      }),
    /** Columns of remarks. */
    texts: remarks.map(({ heading, filled }, index) => ({
      field: nameField(heading, `text${index + 1}`, taken),
      label: heading,
      longest: Math.max(...filled.map((cell) => getCellText(cell).length)),
    })),
    measures: (isPlain ? measures : []).map((column, index) => ({
      field: nameField(column.heading, `value${index + 1}`, taken),
      label: column.heading,
      ...describeNumbers(column.heading, [column]),
    })),
    /** The headings of columns that become a list, since they are many or not complete, and what its numbers are. */
    names: isPlain ? [] : measures.map(({ heading }) => heading),
    list: describeNumbers('', measures),
    /** The averages of the names that records are about, or of a list. */
    averages: isKey
      ? measures.map((one) => [one.heading, average(one.filled)] as const)
      : averageByName(key, first),
    /** The heading of a column that adds up all others. */
    rowTotal: total?.heading ?? null,
  }
}

function createColumn(heading: string, rows: readonly (readonly Cell[])[], index: number): Column {
  const cells = rows.map((row) => row[index] ?? null)
  return { heading, cells, filled: cells.filter((cell) => !isBlank(cell)) }
}

/** Returns true if a heading is a usual one of a kind of key. */
function isNamed({ heading }: Column, kind: (typeof kinds)[number]): boolean {
  const days = kind === 'date' ? ['day', 'reportdate'] : []
  return [kind, ...fileKeyKinds[kind].aliases, ...days].includes(normalizeHeader(heading))
}

/** The columns that name what keys lack. */
type Beside = Readonly<Partial<Record<'year' | 'day', Column | undefined>>>

/** The column of the shortest periods; of the kinds that tell all of its texts apart, a column has the longest. */
function findDated(columns: readonly Column[], beside: Beside) {
  const found = columns.flatMap((column) => {
    const count = new Set(column.filled.map(getTimeText)).size
    const kind = kinds.find((one) => new Set(readKeys(column, one, beside)).size === count)
    return kind === undefined ? [] : [{ kind, column }]
  })
  return found.toSorted((one, other) => kinds.indexOf(other.kind) - kinds.indexOf(one.kind))[0] ?? null
}

/** Reads a column as keys; those that lack their year or day only under a usual heading. Null if some do not fit. */
function readKeys(column: Column, kind: (typeof kinds)[number], { year, day }: Beside): string[] | null {
  const read = column.cells.flatMap((cell, row) => {
    if (isBlank(cell)) return []
    const alone = keyReaders[kind](cell, null)
    if ('key' in alone || !isNamed(column, kind)) return alone
    const other = isDayPart(kind) ? keyReaders.date(day?.cells[row] ?? null, null) : null
    const period = other === null ? getCellText(year?.cells[row]) : 'key' in other ? other.key : ''
    return period === '' ? alone : keyReaders[kind](cell, period)
  })
  return read.every((one) => 'key' in one) ? read.map(({ key }) => key) : null
}

/** The most different texts of a column that does not name its rows: a quarter of them, from 5 to 20. */
const getMostWords = (rows: number): number => Math.max(MAX_WORDS / 4, Math.min(MAX_WORDS, rows / 4))

/** The columns of words that are no list to choose from, if the other columns distinguish all rows. */
function findRemarks(
  words: readonly Column[],
  keys: readonly (Column | undefined)[],
  rows: number,
): readonly Column[] {
  const tellApart = (columns: readonly (Column | undefined)[]) => {
    const ids = Array.from({ length: rows }, (_, row) =>
      columns.map((column) => getTimeText(column?.cells[row] ?? null)).join('\n'),
    )
    return new Set(ids).size === rows
  }
  const isKeyEnough = rows > 1 && tellApart(keys)
  const isRemark = (column: Column) => {
    const { length } = distinct(column)
    const isLong = length > MAX_WORDS && length > rows / 2
    return column.filled.length < rows || isLong || (isKeyEnough && length === rows)
  }
  return tellApart([...keys, ...words.filter((column) => !isRemark(column))]) ? words.filter(isRemark) : []
}

const isTotal = ({ heading }: Column): boolean => /^(?:grand)?total$/.test(normalizeHeader(heading))

/** Throws what an import says of the first cell that it cannot read under a usual heading of periods. */
function checkPeriods(columns: readonly Column[]): void {
  for (const column of columns) {
    const named = kinds.find((one) => one === normalizeHeader(column.heading))
    const kind = named ?? kinds.findLast((one) => isNamed(column, one))
    if (kind === undefined) continue
    for (const cell of column.filled) {
      const read = keyReaders[kind](cell, null)
      if ('error' in read) throw new FileError(`column '${column.heading}': ${read.error}`)
    }
  }
}

/** A number, however it is written. */
const NUMBER = /^[-+−]?\d+(?:[.,]\d{3})*(?:[.,]\d+)?\s*%?$/

/** Throws what an import says of the first cell that is no amount in a column of which at least half are numbers. */
function checkNumbers(columns: readonly Column[]): void {
  for (const { heading, filled } of columns) {
    const numbers = filled.filter((cell) => NUMBER.test(getCellText(cell)))
    const error = filled.map((cell) => parseAmount(cell, ANY)).find((read) => typeof read === 'string')
    if (error !== undefined && numbers.length * 2 >= filled.length)
      throw new FileError(`column '${heading}': ${error}`)
  }
}

const distinct = ({ filled }: Column): string[] => [...new Set(filled.map(getCellText))].toSorted()

/** Bounds that accept every amount. */
const ANY = { min: -MAX_AMOUNT, max: MAX_AMOUNT, decimals: null }
const isNumeric = ({ filled }: Column): boolean =>
  filled.every((cell) => typeof parseAmount(cell, ANY) === 'number')
const toNumber = (cell: Cell): number => Number(parseAmount(cell, ANY))
const isWhole = ({ filled }: Column): boolean => filled.every((cell) => Number.isInteger(toNumber(cell)))
/** Returns true for numbers from 0 to 1 that are not all 0 or 1. */
const isPart = (column: Column): boolean =>
  !isWhole(column) && column.filled.every((cell) => toNumber(cell) >= 0 && toNumber(cell) <= 1)

/** Returns the mean of the amounts with two decimals. */
function average(cells: readonly Cell[]): number {
  const amounts = cells.filter((cell) => !isBlank(cell)).map(toNumber)
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  return Math.round((sum / Math.max(amounts.length, 1)) * 100) / 100
}

/** Averages a column for each of the first names of a key. */
const averageByName = (key: Column, { cells }: Column) =>
  distinct(key)
    .slice(0, MAX_WORDS)
    .map((name) => [name, average(cells.filter((_, row) => getCellText(key.cells[row]) === name))] as const)

/** Finds mean, sign and decimals of the numbers of columns, and proposes their total. */
const describeNumbers = (heading: string, columns: readonly Column[]) => ({
  average: average(columns.flatMap(({ filled }) => filled)),
  hasNegative: columns.some(({ filled }) => filled.some((cell) => toNumber(cell) < 0)),
  isWhole: columns.every(isWhole),
  total: proposeTotal(heading, columns.every(isPart)),
})

/** The total of levels, which cannot be added up; null for a sum. */
type ProposedTotal = 'mean' | 'max' | 'min' | null

const totalsByHeading: readonly (readonly [heading: RegExp, total: ProposedTotal])[] = [
  [/\b(?:max|maximum|peak|highest)\b/i, 'max'],
  // At the end, `min` are minutes.
  [/\b(?:minimum|lowest)\b|\bmin\b(?!$)/i, 'min'],
  [
    /\b(?:average|availability|avg|balance|capacit(?:y|ies)|delay|erlang|index|jitter|latency|level|limit|load|mean|median|occupancy|percent|percentage|pct|price|rate|ratio|score|share|speed|tariff|target|temperature|threshold|utili[sz]ation)s?\b|%|\bper\b/i,
    'mean',
  ],
]

/** Proposes the total of a column by its heading, or by its values: parts of a whole are no amounts. */
const proposeTotal = (heading: string, isPart: boolean): ProposedTotal =>
  totalsByHeading.find(([pattern]) => pattern.test(formatLabel(heading)))?.[1] ?? (isPart ? 'mean' : null)

/** `answeredCalls` and `answered_calls` as `Answered Calls`. */
export function formatLabel(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}

/** Names a field after a heading; the name is unique, and added to those that are taken. */
function nameField(heading: string, fallback: string, taken: Set<string>): string {
  const name = toFieldName(heading) || fallback
  let unique = name
  for (let count = 2; taken.has(unique); count += 1) unique = `${name}${count}`
  taken.add(unique)
  return unique
}

/** `Answered Calls` as `answeredCalls`; empty if it contains no valid name. */
function toFieldName(heading: string): string {
  if (/[^A-Za-z0-9 _.,:&%()/-]/.test(heading)) return ''
  const words = formatLabel(heading.replaceAll(/[^A-Za-z0-9]+/g, ' ')).split(' ')
  const name = words.map((word, index) => (index === 0 ? word.toLowerCase() : word)).join('')
  return /^[a-z]\w{0,89}$/.test(name) && !['constructor', 'prototype'].includes(name) ? name : ''
}

/** Rows after this number are not read. */
const MAX_ROWS = 20_000

/** Infers the table of a file: the first row with more than one cell contains the headings. Throws FileError. */
export async function inferFile(path: string): Promise<Inferred> {
  let headings: readonly string[] | null = null
  const rows: (readonly Cell[])[] = []
  for await (const { cells } of (await readSheetFile(path, null)).rows) {
    const filled = cells.filter((cell) => !isBlank(cell))
    if (headings === null) {
      if (filled.length > 1) headings = cells.map(getCellText)
    } else if (filled.length > 0 && !/^(?:grand )?total$/i.test(getCellText(cells[0]))) rows.push(cells)
    if (rows.length === MAX_ROWS) break
  }
  if (headings === null) throw new FileError('no row of headings was found')
  if (rows.length === 0) throw new FileError('there are no rows below the headings')
  return inferTable(headings, rows)
}
