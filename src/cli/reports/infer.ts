import { MAX_AMOUNT } from '../../../schemas/dataset/primitives.ts'
import { type Choices, fillChoices } from '../../../schemas/dataset/reading.ts'
import type { DatasetKeyPlan } from '../../dataset/dataset-plan.ts'
import { reservedIds } from '../../definition/datasets/check-dataset.ts'
import {
  type Cell,
  getCellText,
  getTimeText,
  isBlank,
  normalizeHeader,
  type SheetRow,
  tidyRow,
} from '../../reading/cells.ts'
import { decideNumbers, decideTimes, listCells } from '../../reading/columns.ts'
import {
  type CellLocation,
  FileError,
  formatColumnLetter,
  formatRows,
  quoteText,
  RowErrors,
} from '../../reading/errors.ts'
import { chooseHeadings, findHeadings } from '../../reading/headings.ts'
import { keyReaders } from '../../reading/keys.ts'
import { findDigitsError } from '../../reading/names.ts'
import { separateRecords } from '../../reading/leftovers.ts'
import { listDecimalSigns, parseAmount } from '../../reading/numbers.ts'
import {
  askWhetherCode,
  findRatio,
  formatProfiles,
  listDistinct,
  type Profile,
  profileColumn,
  readNumber,
} from '../../reading/profile.ts'
import { checkNames, repairRow } from '../../reading/spellings.ts'
import { isDayPart } from '../../time/grains.ts'
import { fileKeyKinds } from '../../server/data/imports/key-kinds.ts'
import { readSheet } from '../../server/data/imports/sheet-rows.ts'
import { loadSheetFile } from '../data/sheet-file.ts'

/** Up to this number, columns become fields of their own; more become a list of names. */
const MAX_FIELDS = 20
/** A column with at most this number of different texts is a dimension, not a key. */
const MAX_WORDS = 20

/** The dated kinds of keys, from the longest to the shortest. */
const kinds = ['quarter', 'month', 'week', 'date', 'hour', 'quarter-hour'] as const

/** The structure of a table, with what must be decided before it is used. */
export type Inferred = ReturnType<typeof inferTable>

/** What people say of a table, beside the choices about its cells. */
export interface TableOptions {
  readonly choices: Choices
  /** The headings of columns of names, and of amounts, whatever they look like. */
  readonly names: readonly string[]
  readonly amounts: readonly string[]
  /** The period of names without a column of periods. */
  readonly per: 'month' | 'year' | null
  /** The columns that are divided by others: heading or field, dividend, divisor. */
  readonly ratios: readonly (readonly [name: string, of: string, by: string])[]
  /** The headings of the columns whose names are the rows of the report. */
  readonly rows: readonly string[]
}

const usualOptions: TableOptions = {
  choices: fillChoices(),
  names: [],
  amounts: [],
  per: null,
  ratios: [],
  rows: [],
}

/**
 * Infers key, dimensions and measures of a table. Throws FileError if it cannot. A cell is what an import reads it as;
 * what else an import or a definition does not accept is found when both are tried.
 */
export function inferTable(
  headings: readonly string[],
  given: readonly (readonly Cell[])[],
  options: TableOptions = usualOptions,
) {
  const sheet = given.map((cells, index) => ({ row: index + 2, cells }))
  return inferSheet({ row: 1, cells: headings }, sheet, options)
}

/** Infers the table of the rows of a file. */
function inferSheet(header: SheetRow, below: readonly SheetRow[], options: TableOptions) {
  const { choices } = options
  const headings = header.cells.map(getCellText)
  const first = headings.map((heading, index) => profileAs(below, { index, heading }, options))
  const nameless = first.findIndex(({ heading, filled }) => heading === '' && filled.length > 0)
  if (nameless >= 0)
    throw new FileError(`column ${nameless + 1} has no heading; of two rows of headings make one`)
  checkHeadings(header)
  const isAmount = ({ kind }: Profile) => kind === 'number'
  const separated = separateRecords(
    below,
    header,
    {
      labels: first.filter((column) => !isAmount(column)),
      amounts: first.filter(isAmount).map((column) => ({ ...column, reading: column.numbers.reading })),
      isNamed: first.some(({ kind }) => kind === 'text'),
    },
    choices,
  )
  const { rows: records } = separated
  const all =
    records.length === below.length
      ? first
      : headings.map((heading, index) => profileAs(records, { index, heading }, options))
  const rows = records
  const columns = all.filter(({ filled }) => filled.length > 0)
  checkDigits(rows, columns)
  const year = columns.find(({ heading }) => normalizeHeader(heading) === 'year')
  const context = { rows, choices, year: year ?? null, day: null }
  const days = columns.filter(
    (column) => DAY_HEADING.test(column.heading) && readKeys(column, 'date', context) !== null,
  )
  const day = days.find((column) => isNamed(column, 'date')) ?? days[0] ?? null
  const dated = findDated(columns, { ...context, day })
  const words = columns.filter((column) => column !== dated?.column && !isNumeric(column))
  const name = words.find((column) => listDistinct(column).length > getMostWords(rows.length))
  const isKey = dated !== null && (dated.kind !== 'month' || name === undefined)
  const key = isKey ? dated.column : name
  if (!isKey) checkPeriods(key === undefined ? columns : [key], context)
  if (key === undefined) {
    checkNumbers(rows, columns)
    throw new FileError(
      `no column contains dates, hours, weeks, months, quarters, or more than ${Math.floor(getMostWords(rows.length))} names, by which rows are known`,
    )
  }
  const kind: DatasetKeyPlan['kind'] = isKey ? dated.kind : 'text'
  const month = dated?.kind === 'month' ? dated.column : undefined
  const beside = [year, ...(isKey ? [] : [month]), ...(isDayPart(kind) ? [day ?? undefined] : [])]
  const others = columns.filter((column) => column !== key && !beside.includes(column))
  const texts = others.filter((column) => !isNumeric(column))
  const remarks = findRemarks(texts, [key, ...beside], rows.length)
  const numbers = others.filter(isNumeric)
  const total = numbers.length < 3 ? undefined : numbers.find(isTotal)
  const ratios = findRatios(numbers, options)
  const measures = numbers.filter(
    (column) => column !== total && !ratios.some((ratio) => ratio.column === column),
  )
  checkNumbers(rows, measures.length === 0 ? texts : remarks)
  const isClock = ({ filled }: Profile) => filled.every((cell) => /^\d{1,2}:\d\d/.test(getCellText(cell)))
  checkPeriods(
    texts.filter((column) => isNamed(column, 'quarter-hour') && isClock(column)),
    context,
  )
  if (measures.length === 0) throw new FileError('no column contains numbers')
  const keyField = toFieldName(key.heading)
  const taken = new Set([keyField, 'id', 'year', 'month', 'names'])
  const blank = [...new Set(measures.flatMap(({ blanks }) => [...blanks.keys()]))]
  const hasBlanks = blank.length > 0 || choices.blank !== null
  // A name of a list may lack an amount; a field may as well if the file names its blanks.
  const isPlain =
    measures.length <= MAX_FIELDS &&
    measures.every(
      ({ heading, filled }) => (hasBlanks || filled.length === rows.length) && !/[{}]/.test(heading),
    )
  const per = month !== undefined ? 'month' : (options.per ?? 'year')
  const fields = new Map<Profile, string>()
  const dimensions = texts
    .filter((column) => !remarks.includes(column))
    .map((column, index) => {
      const field = nameField(column.heading, `dimension${index + 1}`, taken)
      const id = field.replaceAll('_', '')
      return {
        id: reservedIds.has(id) ? `${id}Value` : id,
        field,
        label: column.heading,
        values: choices.capitals === 'same' ? uniteCapitals(listDistinct(column)) : listDistinct(column),
      }
    })
  const read = decideChoices([key, ...beside], measures, { ...context, day, kind })
  /** What an import could not tell from the names of the fields alone. */
  const ofImport = Object.fromEntries([
    ...(month === undefined || isNamed(month, 'month') ? [] : [[month.heading, 'month'] as const]),
    ...(day === null || !beside.includes(day) || isNamed(day, 'date')
      ? []
      : [[day.heading, 'date'] as const]),
    ...dimensions
      .filter(({ label, field }) => normalizeHeader(label) !== normalizeHeader(field))
      .map(({ label, field }) => [label, field] as const),
  ])
  return {
    key: {
      kind,
      field: keyField === '' || keyField === 'id' ? 'name' : keyField,
      label: key.heading,
      per,
      /** Whether the file says the period of each name. */
      hasPeriod: isKey || month !== undefined || year !== undefined,
      isIso: key.filled.every((cell) => /^\d{4}-/.test(getCellText(cell))),
      count: listDistinct(key).length,
    },
    dimensions,
    /** The labels of the dimensions whose names are the rows of the report. */
    rows: findRows(
      dimensions,
      options.rows.filter((one) => isKey || normalizeHeader(one) !== normalizeHeader(key.heading)),
    ),
    /** Columns of remarks. */
    texts: remarks.map(({ heading, filled }, index) => ({
      field: nameField(heading, `text${index + 1}`, taken),
      label: heading,
      longest: Math.max(...filled.map((cell) => getCellText(cell).length)),
    })),
    measures: (isPlain ? measures : []).map((column, index) => {
      const field = nameField(column.heading, `value${index + 1}`, taken)
      fields.set(column, field)
      return { field, label: column.heading, ...describeNumbers(column.heading, [column]) }
    }),
    /** Columns that are the quotient of two measures, which a report computes. */
    ratios: (isPlain ? ratios : []).map(({ column, of, by }, index) => ({
      id: nameField(column.heading, `ratio${index + 1}`, taken),
      label: column.heading,
      of: fields.get(of) ?? '',
      by: fields.get(by) ?? '',
    })),
    /** The headings of columns that become a list, since they are many or not complete, and what its numbers are. */
    names: isPlain ? [] : measures.map(({ heading }) => heading),
    list: describeNumbers('', measures),
    /** The averages of the names that records are about, or of a list. */
    averages: isKey
      ? measures.map((one) => [one.heading, average(one, one.filled)] as const)
      : averageByName(key, measures),
    /** The heading of a column that adds up all others. */
    rowTotal: total?.heading ?? null,
    /** The choices that the file proves, or that were made. */
    read: {
      ...listChoices(choices),
      ...read.proven,
      ...(Object.keys(ofImport).length > 0 && { headings: { ...choices.headings, ...ofImport } }),
      ...(blank.length > 0 && { blank: [...new Set([...(choices.blank ?? []), ...blank])] }),
    },
    questions: [
      ...read.questions,
      ...separated.questions,
      ...checkNames(
        rows,
        [...(isKey ? [] : [key]), ...texts.filter((column) => !remarks.includes(column))],
        choices,
      ),
    ],
    unsure: measures.flatMap((column) =>
      options.amounts.includes(column.heading) ? [] : (askWhetherCode(column) ?? []),
    ),
    notes: [
      ...separated.remarks,
      ...read.remarks,
      ...measures.flatMap(({ heading, blanks }) =>
        [...blanks].map(
          ([text, at]) =>
            `${quoteText(text)} in ${formatRows(at)} of column "${heading}" is read as no amount`,
        ),
      ),
      ...measures.flatMap((column) =>
        isPart(column)
          ? [
              `"${column.heading}" has values from 0 to 1 and is added up; if it is a rate, write "total": "mean" in its column, or --total NAME=A/B`,
            ]
          : [],
      ),
      ...ratios.map(
        ({ column, of, by }) =>
          `"${column.heading}" is "${of.heading}" divided by "${by.heading}"; the report computes it`,
      ),
    ],
    profile: formatProfiles(columns, (column) => {
      if (column === key) return kind === 'text' ? 'name' : kind
      if (beside.includes(column)) return 'period'
      if (ratios.some((ratio) => ratio.column === column)) return 'ratio'
      if (column === total) return 'total'
      return isNumeric(column) ? 'amount' : remarks.includes(column) ? 'text' : 'dimension'
    }),
  }
}

/** Lists names once that differ only in their capitals. */
const uniteCapitals = (names: readonly string[]): string[] =>
  [...new Map(names.toReversed().map((name) => [name.toLowerCase(), name])).values()].toSorted()

/** Finds the dimensions that the option --rows names. Throws FileError for another column. */
function findRows(
  dimensions: readonly { readonly label: string; readonly field: string }[],
  rows: readonly string[],
) {
  return rows.map((name) => {
    const found = dimensions.find(({ label, field }) =>
      [label, field].some((one) => normalizeHeader(one) === normalizeHeader(name)),
    )
    if (found !== undefined) return found.label
    const known = dimensions.map(({ label }) => label).join(', ') || 'none'
    throw new FileError(`--rows ${name}: expected a column of names: ${known}`)
  })
}

/** Profiles a column, which an option may call one of names or of amounts. */
function profileAs(
  rows: readonly SheetRow[],
  location: CellLocation,
  { choices, names, amounts }: TableOptions,
): Profile {
  const profile = profileColumn(rows, location, choices)
  const isMeant = (list: readonly string[]) =>
    list.some((one) => normalizeHeader(one) === normalizeHeader(location.heading))
  if (isMeant(names)) return { ...profile, kind: 'text' }
  return isMeant(amounts) && profile.kind === 'code'
    ? { ...profile, kind: 'number', numbers: decideNumbers(rows, location, choices) }
    : profile
}

/** Returns the choices that were made. */
const listChoices = (choices: Choices): Partial<Choices> =>
  Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== null))

/** Returns true if a heading is a usual one of a kind of key. */
function isNamed({ heading }: CellLocation, kind: (typeof kinds)[number]): boolean {
  const days = kind === 'date' ? ['day', 'reportdate'] : []
  return [kind, ...fileKeyKinds[kind].aliases, ...days].some(
    (one) => normalizeHeader(one) === normalizeHeader(heading),
  )
}

/** The rows of a table, and the columns that name what keys lack. */
interface TimeContext {
  readonly rows: readonly SheetRow[]
  readonly choices: Choices
  readonly year: Profile | null
  readonly day: Profile | null
}

/** The column of the shortest periods; of the kinds that tell all of its texts apart, a column has the longest. */
function findDated(columns: readonly Profile[], context: TimeContext) {
  const found = columns.flatMap((column) => {
    const kind = kinds.find((one) => {
      const read = readKeys(column, one, context)
      return (
        read !== null &&
        new Set(read.map(({ key }) => key)).size === new Set(read.map(({ text }) => text)).size
      )
    })
    return kind === undefined ? [] : [{ kind, column }]
  })
  return found.toSorted((one, other) => kinds.indexOf(other.kind) - kinds.indexOf(one.kind))[0] ?? null
}

/** The offset of a time, which is read as written without a zone. */
const OFFSET = /(?<=:\d\d(?:\.\d+)?)(?:Z|[+-]\d\d:?\d\d)$/

/** Headings of columns of days. */
const DAY_HEADING = /date|day|datum|tag|jour|fecha/i

/** Headings of columns whose bare digits are dates, such as 202503. */
const DATE_HEADING = /date|day|month|period|yyyy|datum|tag|monat|mois|jour|fecha|mes\b/i

/**
 * Reads a column as keys, each with its text and that of the column beside; those that lack their year or day only under
 * a usual heading. Null if some do not fit.
 */
function readKeys(column: Profile, kind: (typeof kinds)[number], { rows, choices, year, day }: TimeContext) {
  const isDigits = column.filled.every((cell) => /^\d{6,8}$/.test(getCellText(cell)))
  if (isDigits && !DATE_HEADING.test(column.heading)) return null
  const { reading, questions } = decideTimes(rows, column, choices, isDayPart(kind))
  // While the hours are in question, both readings are hours.
  const times = questions.some((one) => one.key === 'hours') ? { ...reading, hours: 'end' as const } : reading
  const isDays =
    kind === 'month' &&
    !/month|period|monat|mois|mes/i.test(column.heading) &&
    column.filled.every((cell) => 'key' in keyReaders.date(cell, null, times))
  if (isDays) return null
  const ofDay = day === null || !isDayPart(kind) ? null : decideTimes(rows, day, choices, false).reading
  const found: { readonly key: string; readonly text: string }[] = []
  for (const [row, cell] of column.cells.entries()) {
    if (isBlank(cell)) continue
    const text = getTimeText(cell).replace(choices.zone === null ? OFFSET : /$/, '')
    const alone = keyReaders[kind](cell, null, times)
    if ('key' in alone) {
      found.push({ key: alone.key, text })
      continue
    }
    if (!isNamed(column, kind)) return null
    const other = ofDay === null ? null : keyReaders.date(day?.cells[row] ?? null, null, ofDay)
    const period = other === null ? getCellText(year?.cells[row]) : 'key' in other ? other.key : ''
    const read = period === '' ? alone : keyReaders[kind](cell, period, times)
    if (!('key' in read)) return null
    found.push({ key: read.key, text: `${text} ${period}` })
  }
  return found
}

/** Finds the choices that the columns of a table prove, and those that are open. */
function decideChoices(
  keys: readonly (Profile | undefined)[],
  measures: readonly Profile[],
  { rows, choices, day, kind }: TimeContext & { readonly kind: DatasetKeyPlan['kind'] },
) {
  const times = keys.flatMap((column) =>
    column === undefined || kind === 'text' || kind === 'month'
      ? []
      : [decideTimes(rows, column, choices, isDayPart(kind) && column !== day)],
  )
  const numbers = measures.map((column) => column.numbers)
  const isOrdered = keys.some((column) =>
    column?.filled.some(
      (cell) => typeof cell === 'string' && /^\d{1,2}([/.-])\d{1,2}\1\d{4}/.test(cell.trim()),
    ),
  )
  const signs = new Set(numbers.map(({ reading }) => reading.decimals))
  return {
    questions: [...times, ...numbers].flatMap((one) => one.questions),
    remarks: [...times, ...numbers].flatMap((one) => one.remarks),
    proven: {
      ...(isOrdered && {
        dates: times.find(({ reading }) => reading.order === 'DD/MM/YYYY')?.reading.order ?? 'MM/DD/YYYY',
      }),
      ...(signs.has(',') && signs.size === 1 && { decimals: ',' }),
    } as Partial<Choices>,
  }
}

/** Finds the columns of rates that are quotients of two other columns, and those that the options name. */
function findRatios(numbers: readonly Profile[], { ratios }: TableOptions) {
  const find = (name: string) =>
    numbers.find(
      ({ heading }) => normalizeHeader(heading) === normalizeHeader(name) || toFieldName(heading) === name,
    )
  const named = ratios.map(([name, top, bottom]) => {
    const [column, of, by] = [name, top, bottom].map(find)
    if (column === undefined || of === undefined || by === undefined) {
      throw new FileError(
        `--total ${name}=${top}/${bottom}: one of the columns is not in the file or not a number`,
      )
    }
    return { column, of, by }
  })
  const found =
    numbers.length > MAX_FIELDS
      ? []
      : numbers.flatMap((column) => {
          if (isWhole(column) || named.some((ratio) => ratio.column === column)) return []
          const others = numbers.filter((one) => isWhole(one))
          const ratio = findRatio(column, others)
          return ratio === null ? [] : [{ column, ...ratio }]
        })
  return [...named, ...found]
}

/** The most different texts of a column that does not name its rows: a quarter of them, from 5 to 20. */
const getMostWords = (rows: number): number => Math.max(MAX_WORDS / 4, Math.min(MAX_WORDS, rows / 4))

/** The columns of words that are no list to choose from, if the other columns distinguish all rows. */
function findRemarks(
  words: readonly Profile[],
  keys: readonly (Profile | undefined)[],
  rows: number,
): readonly Profile[] {
  const tellApart = (columns: readonly (Profile | undefined)[]) => {
    const ids = Array.from({ length: rows }, (_, row) =>
      columns.map((column) => getTimeText(column?.cells[row] ?? null)).join('\n'),
    )
    return new Set(ids).size === rows
  }
  const isKeyEnough = rows > 1 && tellApart(keys)
  const isRemark = (column: Profile) => {
    if (column.kind === 'code') return false
    const { length } = listDistinct(column)
    const isLong = length > MAX_WORDS && length > rows / 2
    return column.filled.length < rows || isLong || (isKeyEnough && length === rows)
  }
  return tellApart([...keys, ...words.filter((column) => !isRemark(column))]) ? words.filter(isRemark) : []
}

const isTotal = ({ heading }: Profile): boolean => /^(?:grand)?total$/.test(normalizeHeader(heading))

/** Throws what an import says of the cells that it cannot read under a usual heading of periods. */
function checkPeriods(columns: readonly Profile[], { rows, choices }: TimeContext): void {
  const errors = new RowErrors()
  for (const column of columns) {
    const named = kinds.find((one) => one === normalizeHeader(column.heading))
    const kind = named ?? kinds.findLast((one) => isNamed(column, one))
    if (kind === undefined) continue
    const { reading } = decideTimes(rows, column, choices, false)
    for (const { row, cell } of listCells(rows, column)) {
      const read = keyReaders[kind](cell, null, reading)
      if ('error' in read) errors.add(row, column, read.error)
    }
  }
  if (errors.count > 0) throw errors
}

/** Bounds that accept every amount. */
const ANY = { min: -MAX_AMOUNT, max: MAX_AMOUNT, decimals: null }
const PLAIN = { decimals: '.', blank: null, durations: null, percents: null } as const

/** Throws what an import says of the first name whose digits are lost. */
function checkDigits(rows: readonly SheetRow[], columns: readonly Profile[]): void {
  const errors = new RowErrors()
  for (const column of columns) {
    if (isNumeric(column)) continue
    for (const { row, cell } of listCells(rows, column)) {
      const error = findDigitsError(getCellText(cell))
      if (error !== null) errors.add(row, column, error)
    }
  }
  if (errors.count > 0) throw errors
}

/** Throws what an import says of the cells that are no amounts in a column of which at least half are numbers. */
function checkNumbers(rows: readonly SheetRow[], columns: readonly Profile[]): void {
  const errors = new RowErrors()
  for (const column of columns) {
    const numbers = column.filled.filter(
      (cell) => typeof cell === 'number' || listDecimalSigns(getCellText(cell)).length > 0,
    )
    if (numbers.length * 2 < column.filled.length) continue
    for (const { row, cell } of listCells(rows, column)) {
      const amount = parseAmount(cell, ANY, PLAIN)
      if (typeof amount === 'string') errors.add(row, column, amount)
    }
  }
  if (errors.count > 0) throw errors
}

/** Throws for columns of one heading, which an import could not tell apart. */
function checkHeadings({ row, cells }: SheetRow): void {
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

const isNumeric = ({ kind }: Profile): boolean => kind === 'number'
const isWhole = (column: Profile): boolean =>
  column.filled.every((cell) => Number.isInteger(readNumber(column, cell)))

/** Returns true for numbers from 0 to 1 that are not all 0 or 1, of a heading that does not say what its total is. */
const isPart = (column: Profile): boolean =>
  !isWhole(column) &&
  proposeTotal(column.heading) === null &&
  !SUMMED.test(formatLabel(column.heading)) &&
  column.filled.every((cell) => readNumber(column, cell) >= 0 && readNumber(column, cell) <= 1)

/** Returns the mean of the amounts with two decimals. */
function average(column: Profile, cells: readonly Cell[]): number {
  const amounts = cells.map((cell) => readNumber(column, cell)).filter((amount) => !Number.isNaN(amount))
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  return Math.round((sum / Math.max(amounts.length, 1)) * 100) / 100
}

/** Averages the first measure for each of the first names of a key. */
const averageByName = (key: Profile, [measure]: readonly Profile[]) =>
  measure === undefined
    ? []
    : listDistinct(key)
        .slice(0, MAX_WORDS)
        .map(
          (name) =>
            [
              name,
              average(
                measure,
                measure.cells.filter((_, row) => getCellText(key.cells[row]) === name),
              ),
            ] as const,
        )

/** Finds mean, sign and decimals of the numbers of columns, and proposes their total. */
const describeNumbers = (heading: string, columns: readonly Profile[]) => {
  const means = columns.map((column) => average(column, column.filled))
  return {
    average: Math.round((means.reduce((sum, mean) => sum + mean, 0) / Math.max(means.length, 1)) * 100) / 100,
    hasNegative: columns.some((column) => column.filled.some((cell) => readNumber(column, cell) < 0)),
    isWhole: columns.every(isWhole),
    hasBlanks: columns.some(({ cells, filled }) => filled.length < cells.length),
    total: proposeTotal(heading),
    unit: CURRENCY.exec(heading)?.[0] ?? null,
  }
}

/** The total of levels, which cannot be added up; null for a sum. */
type ProposedTotal = 'mean' | 'max' | 'min' | null

/** Words of amounts, which are added up whatever else a heading says: `Peak Minutes`, `Min In`. */
const SUMMED =
  /\b(?:minutes?|mins?(?= (?:in|out|on|off)\b)|calls?|attempts?|answered|seizures?|cost|costs|amount|revenue|margin|charge|charges|surcharges?|fees?|volume|traffic|bytes|count|messages|sms|sessions|records|seconds|usd|eur|gbp|ngn|xof|xaf)\b/i

const totalsByHeading: readonly (readonly [heading: RegExp, total: ProposedTotal])[] = [
  [
    /\b(?:asr|acd|aloc|ner|abr|pdd|mos|average|availability|avg|balance|capacit(?:y|ies)|channels|delay|erlang|index|jitter|latency|level|limit|load|mean|median|occupancy|percent|percentage|pct|price|rate|ratio|score|share|speed|tariff|target|temperature|threshold|utili[sz]ation)s?\b|%|\bper\b/i,
    'mean',
  ],
  [SUMMED, null],
  [/\b(?:peak|busiest)\b/i, 'max'],
]
const extremes: typeof totalsByHeading = [
  [/\b(?:max|maximum|highest)\b|\bpeak\b(?=.*\b(?:load|channels|level|erlang)s?\b)/i, 'max'],
  [/\b(?:minimum|lowest)\b|\bmin\b(?=.*\b(?:load|level|channels|rate|value)s?\b)/i, 'min'],
]

/** The code of a currency in a heading. */
const CURRENCY = /\b(?:USD|EUR|GBP|NGN|XOF|XAF|GHS|KES|ZAR|CHF|INR|CNY|JPY|AED|XDR|SDR)\b/

/** Proposes the total of a column by its heading; amounts are added up. */
const proposeTotal = (heading: string): ProposedTotal =>
  [...extremes, ...totalsByHeading].find(([pattern]) => pattern.test(formatLabel(heading)))?.[1] ?? null

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

/** `Answered Calls` as `answeredCalls`, `Erlös` as `erlos`; empty if it contains no valid name. */
function toFieldName(heading: string): string {
  const letters = heading.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const plain = /[a-z]/.test(letters) ? letters : letters.toLowerCase()
  if (/[^A-Za-z0-9 _.,:&%()/-]/.test(plain)) return ''
  const words = formatLabel(plain.replaceAll(/[^A-Za-z0-9]+/g, ' ')).split(' ')
  const name = words.map((word, index) => (index === 0 ? word.toLowerCase() : word)).join('')
  return /^[a-z]\w{0,89}$/.test(name) && !['constructor', 'prototype'].includes(name) ? name : ''
}

/** Rows after this number are not read. */
const MAX_ROWS = 20_000

/** Infers the table of a file: the first row with more than one cell contains the headings. Throws FileError. */
export async function inferFile(path: string, options: TableOptions): Promise<Inferred> {
  const file = await readSheet(await loadSheetFile(path), null, options.choices.encoding)
  const rows: SheetRow[] = []
  for await (const written of file.rows) {
    const row = tidyRow(written)
    if (row.cells.every(isBlank)) continue
    rows.push(options.choices.encoding === 'double-utf-8' ? repairRow(row) : row)
    if (rows.length === MAX_ROWS) break
  }
  const start = findHeadings(rows)
  const first = rows[start]
  if (first === undefined) throw new FileError('no row of headings was found')
  const { header, below, remarks } = chooseHeadings(first, rows.slice(start + 1))
  if (below.length === 0) throw new FileError('there are no rows below the headings')
  const inferred = inferSheet(header, below, options)
  return { ...inferred, notes: [...file.remarks, ...remarks, ...inferred.notes] }
}
