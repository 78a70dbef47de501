import type { Choices } from '../../../schemas/dataset/reading.ts'
import type { DatasetKeyPlan } from '../../dataset/dataset-plan.ts'
import { reservedIds } from '../../dataset/placeholders.ts'
import {
  type Cell,
  type SheetRow,
  getCellText,
  isBlank,
  normalizeHeader,
  tidyRow,
} from '../../reading/cells.ts'
import { decideNumbers, decideTimes, listNumberQuestions } from '../../reading/columns.ts'
import { isDateLike } from '../../reading/dates.ts'
import { type CellLocation, FileError, formatRows, quoteText } from '../../reading/errors.ts'
import { chooseHeadings, describeNotes, findHeadings, isNote, isWordRow } from '../../reading/headings.ts'
import { separateRecords } from '../../reading/leftovers.ts'
import {
  type Profile,
  askWhetherCode,
  formatSummaries,
  listDistinct,
  profileColumn,
  summarizeProfile,
} from '../../reading/profile.ts'
import { checkNames, repairRow } from '../../reading/spellings.ts'
import { readSheet } from '../../server/data/imports/sheet-rows.ts'
import { isDayPart } from '../../time/grains.ts'
import { loadSheetFile } from '../data/sheet-file.ts'
import {
  checkDates,
  checkDigits,
  checkHeadings,
  checkNumbers,
  checkPeriods,
  checkUnits,
} from './column-checks.ts'
import { MAX_FIELDS, findRatios, findRemarks, getMostWords, isNumeric, isTotal } from './column-roles.ts'
import { nameField, toFieldName } from './field-names.ts'
import { average, describeNumbers, isPart, sizeNames } from './measure-totals.ts'
import { DAY_HEADING, type TimeContext, findDated, isNamed, readKeys } from './period-columns.ts'
import { type TableOptions, usualOptions } from './table-options.ts'

/** The structure of a table, with what must be decided before it is used. */
export type Inferred = ReturnType<typeof inferTable>

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
  checkDates(
    rows,
    columns.filter((column) => !isMeant(column, options.names)),
    choices,
  )
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
  const named = isKey ? undefined : name
  if (!isKey) checkPeriods(named === undefined ? columns : [named], context)
  if (!isKey && named === undefined) {
    checkNumbers(
      rows,
      columns.filter(({ kind }) => kind !== 'number'),
    )
    throw new FileError(
      `no column contains dates, hours, weeks, months, quarters, or more than ${Math.floor(getMostWords(rows.length))} names, by which rows are known`,
    )
  }
  const isYear = dated === null && year !== undefined
  const key = dated?.column ?? (isYear ? year : undefined)
  const kind: DatasetKeyPlan['kind'] = dated?.kind ?? (isYear ? 'year' : (options.per ?? 'year'))
  const beside = [year, ...(isDayPart(kind) ? [day ?? undefined] : [])].filter((column) => column !== key)
  const others = columns.filter((column) => column !== key && !beside.includes(column))
  const texts = others.filter((column) => !isNumeric(column))
  const remarks = findRemarks(
    texts.filter((column) => column !== named),
    [key, named, ...beside],
    rows.length,
  )
  const numbers = others.filter(isNumeric)
  const total = numbers.length < 3 ? undefined : numbers.find(isTotal)
  const ratios = findRatios(numbers, options)
  const measures = numbers.filter(
    (column) => column !== total && !ratios.some((ratio) => ratio.column === column),
  )
  checkNumbers(rows, measures.length === 0 ? texts : remarks)
  checkUnits(
    rows,
    texts.filter((column) => !isMeant(column, options.names)),
  )
  const isClock = ({ filled }: Profile) => filled.every((cell) => /^\d{1,2}:\d\d/.test(getCellText(cell)))
  checkPeriods(
    texts.filter((column) => isNamed(column, 'quarter-hour') && isClock(column)),
    context,
  )
  if (measures.length === 0) throw new FileError('no column contains numbers')
  const usual = kind === 'month' ? 'reportMonth' : 'year'
  const written = key === undefined ? usual : toFieldName(key.heading)
  const keyField = written === '' || written === 'id' ? usual : written
  const taken = new Set([keyField, 'id', 'year', 'month', 'names'])
  const blank = [...new Set(measures.flatMap(({ blanks }) => [...blanks.keys()]))]
  const hasBlanks = blank.length > 0 || choices.blank !== null
  // A name of a list may lack an amount; a field may as well if the file names its blanks.
  const isPlain =
    measures.length <= MAX_FIELDS &&
    measures.every(
      ({ heading, filled }) => (hasBlanks || filled.length === rows.length) && !/[{}]/.test(heading),
    )
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
        isName: column === named,
        sizes: sizeNames(column, measures),
      }
    })
  const read = decideChoices([key, ...beside], measures, { ...context, day, kind })
  /** What an import could not tell from the names of the fields alone. */
  const ofImport = Object.fromEntries([
    ...(key === undefined || isUsual(key.heading, keyField) ? [] : [[key.heading, keyField] as const]),
    ...(day === null || !beside.includes(day) || isNamed(day, 'date')
      ? []
      : [[day.heading, 'date'] as const]),
    ...dimensions
      .filter(({ label, field }) => !isUsual(label, field))
      .map(({ label, field }) => [label, field] as const),
  ])
  const readAs = (column: Profile): string => {
    if (column === named) return 'name'
    if (column === key) return kind
    if (beside.includes(column)) return 'period'
    if (ratios.some((ratio) => ratio.column === column)) return 'ratio'
    if (column === total) return 'total'
    return isNumeric(column) ? 'amount' : remarks.includes(column) ? 'text' : 'dimension'
  }
  return {
    key: {
      kind,
      field: keyField,
      label: key?.heading ?? '',
      /** Whether the file says the period of each row. */
      hasPeriod: key !== undefined,
      isIso: key?.filled.every((cell) => /^\d{4}-/.test(getCellText(cell))) ?? false,
    },
    dimensions,
    /** The labels of the dimensions whose names are the rows of the report. */
    rows: findRows(dimensions, options.rows),
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
    /** The averages of the names of a list. */
    averages: measures.map((one) => [one.heading, average(one, one.filled)] as const),
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
        texts.filter((column) => !remarks.includes(column)),
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
    profile: formatSummaries(columns.map((column) => summarizeProfile(column, readAs(column)))),
  }
}

/** Returns true if an import finds the field of a heading by itself. */
const isUsual = (heading: string, field: string): boolean =>
  normalizeHeader(heading) === normalizeHeader(field)

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

/** Returns true if an option names a column. */
const isMeant = ({ heading }: CellLocation, named: readonly string[]): boolean =>
  named.some((name) => normalizeHeader(name) === normalizeHeader(heading))

/** Profiles a column, which an option may call one of names or of amounts. */
function profileAs(
  rows: readonly SheetRow[],
  location: CellLocation,
  { choices, names, amounts }: TableOptions,
): Profile {
  const profile = profileColumn(rows, location, choices)
  if (isMeant(location, names)) return { ...profile, kind: 'text' }
  return isMeant(location, amounts) && profile.kind === 'code'
    ? { ...profile, kind: 'number', numbers: decideNumbers(rows, location, choices) }
    : profile
}

const listChoices = (choices: Choices): Partial<Choices> =>
  Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== null))

/** Finds the choices that the columns of a table prove, and those that are open. */
function decideChoices(
  keys: readonly (Profile | undefined)[],
  measures: readonly Profile[],
  { rows, choices, day, kind }: TimeContext & { readonly kind: DatasetKeyPlan['kind'] },
) {
  const times = keys.flatMap((column) =>
    column === undefined || kind === 'month' || kind === 'year'
      ? []
      : [decideTimes(rows, column, choices, isDayPart(kind) && column !== day)],
  )
  const numbers = measures.map((column) => column.numbers)
  const isOrdered = keys.some((column) =>
    column?.filled.some((cell) => typeof cell === 'string' && isDateLike(cell.trim())),
  )
  // A column of whole numbers has no sign.
  const signed = measures.filter((column) =>
    column.filled.some((cell) => typeof cell === 'string' && /[.,]/.test(cell)),
  )
  const signs = new Set(signed.map((column) => column.numbers.reading.decimals))
  return {
    questions: [...times.flatMap((time) => time.questions), ...listNumberQuestions(numbers)],
    remarks: [...times, ...numbers].flatMap((one) => one.remarks),
    proven: {
      ...(isOrdered && {
        dates: times.find(({ reading }) => reading.order !== 'MM/DD/YYYY')?.reading.order ?? 'MM/DD/YYYY',
      }),
      ...(signs.has(',') && signs.size === 1 && { decimals: ',' }),
    } as Partial<Choices>,
  }
}

/** Rows after this number are not read. */
const MAX_ROWS = 20_000

/** Infers the table of a file: the first row with more than one cell contains the headings. Throws FileError. */
export async function inferFile(path: string, options: TableOptions): Promise<Inferred> {
  const file = await readSheet(await loadSheetFile(path), null, options.choices.encoding)
  const rows: SheetRow[] = []
  const unread: string[] = []
  for await (const written of file.rows) {
    const row = tidyRow(written)
    if (row.cells.every(isBlank)) continue
    rows.push(options.choices.encoding === 'double-utf-8' ? repairRow(row) : row)
    if (rows.length < MAX_ROWS) continue
    unread.push(
      `only the first ${MAX_ROWS.toLocaleString('en')} rows were read; names that come later are missing in the draft`,
    )
    break
  }
  const comments = rows.filter(isNote)
  const plain = rows.filter((row) => !comments.includes(row))
  const chosen = plain[findHeadings(plain)]
  // A comment sign can stand before the headings.
  const first = chosen !== undefined && isWordRow(chosen) ? chosen : rows[findHeadings(rows)]
  const start = first === undefined ? -1 : rows.indexOf(first)
  if (rows.length === 0) throw new FileError('the file is empty: it has no row with a value')
  if (first === undefined) throw new FileError('no row of headings was found')
  const [name = null] = first.cells.filter((cell) => !isBlank(cell))
  if (!isWordRow({ row: first.row, cells: [name] })) {
    throw new FileError(
      `row ${first.row}: ${quoteText(getCellText(name))} is no heading; write a row of headings above the records`,
    )
  }
  const notes = comments.filter((row) => row !== first)
  const { header, below, remarks } = chooseHeadings(
    first,
    rows.slice(start + 1).filter((row) => !notes.includes(row)),
  )
  if (below.length === 0) throw new FileError('there are no rows below the headings')
  const inferred = inferSheet(header, below, options)
  return {
    ...inferred,
    notes: [...file.remarks, ...unread, ...describeNotes(notes), ...remarks, ...inferred.notes],
  }
}
