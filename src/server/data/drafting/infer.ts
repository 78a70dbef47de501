import { isQuestionUnit, MAX_COLUMNS } from '../../../../schemas/report/question.ts'
import type { Choices } from '../../../../schemas/dataset/reading.ts'
import type { DatasetKeyPlan } from '../../../dataset/dataset-plan.ts'
import { isCurrency } from '../../../dataset/currencies.ts'
import { reservedIds } from '../../../dataset/placeholders.ts'
import {
  type Cell,
  type SheetRow,
  foldName,
  getCellText,
  isBlank,
  normalizeHeader,
} from '../../../reading/cells.ts'
import { listNumberQuestions } from '../../../reading/decide-numbers.ts'
import { decideTimes } from '../../../reading/decide-times.ts'
import { FileError, formatRows, quoteText } from '../../../reading/errors.ts'
import { chooseHeadings, describeNotes, findHeadings, isNote, isWordRow } from '../../../reading/headings.ts'
import { createRowTidying } from '../../../reading/row-tidying.ts'
import {
  type Profile,
  askWhetherAdded,
  askWhetherCode,
  isYears,
  listDistinct,
  summarizeProfile,
} from '../../../reading/profile.ts'
import { checkNames } from '../../../reading/spellings.ts'
import { type ImportFile, readSheet } from '../imports/sheet-rows.ts'
import { isDayPart } from '../../../time/grains.ts'
import { findSplitTimes, isWhole } from './column-roles.ts'
import { formatLabel, nameField, toFieldName } from './field-names.ts'
import { describeNumbers, findSign, isMoney, isPart, proposeTotal, sizeNames } from './measure-totals.ts'
import { type TimeContext, isNamed, isPeriods } from './period-columns.ts'
import { type TableOptions, chooseToAdd, getAddedUp, usualOptions } from './table-options.ts'
import { type TableKey, type TableRoles, findKey, findRoles, isMeant, separateTable } from './table-roles.ts'

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
function inferSheet(ofFile: SheetRow, rowsOfFile: readonly SheetRow[], tableOptions: TableOptions) {
  const addedUp = getAddedUp(tableOptions)
  const choices =
    addedUp === null ? tableOptions.choices : chooseToAdd(tableOptions.choices, ofFile.cells.map(getCellText))
  const options = { ...tableOptions, choices }
  const table = separateTable(ofFile, rowsOfFile, options)
  const keys = findKey(table, options)
  const roles = findRoles(table, keys, options)
  const { key, kind, named, times, beside } = keys
  const { names, remarks, total, measures } = roles
  const usual = kind === 'month' ? 'reportMonth' : 'year'
  const written = key === undefined ? '' : toFieldName(key.heading)
  const keyField = written === '' || written === 'id' ? usual : written
  const usedNames = new Set([keyField, 'id', 'year', 'month', 'names'])
  const dimensions = describeDimensions(roles, named, usedNames, choices)
  const read = decideChoices([key, ...beside], measures, { ...times, kind })
  const ofImport = listHeadings(keys, keyField, dimensions)
  const blanks = listBlanks(roles)
  const blank = [...new Set(blanks.map(({ text }) => text))]
  const texts = remarks.map(({ heading, filled }, index) => ({
    field: nameField(heading, `text${index + 1}`, usedNames),
    label: heading,
    longest: Math.max(...filled.map((cell) => getCellText(cell).length)),
  }))
  const fields = new Map(
    measures.map((column, index) => [column, nameField(column.heading, `value${index + 1}`, usedNames)]),
  )
  const computed = describeComputed(roles, fields, usedNames)
  const mostShown = MAX_COLUMNS - computed.length - texts.length
  return {
    key: {
      kind,
      field: keyField,
      label: key?.heading ?? '',
      /** Whether the file says the period of each row. */
      hasPeriod: key !== undefined,
    },
    dimensions,
    /** The labels of the dimensions whose names are the rows of the report. */
    rows: findRows(dimensions, options.rows),
    texts,
    measures: describeMeasures(fields, roles, dimensions, choices),
    /** Columns that are the quotient or the difference of two measures, which a report computes. */
    computed,
    /** The number of measures that a report can show. */
    mostShown,
    /** The heading of a column that adds up all others. */
    rowTotal: total?.column.heading ?? null,
    /** The choices that the file proves, or that were made. */
    read: {
      ...listChoices({
        ...choices,
        ...findUnits(total === undefined ? measures : [...measures, total.column], fields),
      }),
      ...read.proven,
      ...(Object.keys(ofImport).length > 0 && { headings: { ...choices.headings, ...ofImport } }),
      ...(blank.length > 0 && { blank: [...new Set([...(choices.blank ?? []), ...blank])] }),
    },
    questions: [...read.questions, ...table.questions, ...checkNames(table.rows, names, choices)],
    unsure: measures.flatMap((column) => {
      if (isMeant(column, options.amounts)) return []
      const isAdded = addedUp === null || proposeTotal(column) === null
      return askWhetherCode(column) ?? (isAdded ? [] : askWhetherAdded(column))
    }),
    notes: [
      ...table.remarks,
      ...read.remarks,
      ...blanks.map(describeBlank),
      ...(addedUp === null
        ? []
        : [
            `rows are counted and added up by ${[addedUp, ...dimensions.map(({ label }) => label)].join(', ')}`,
          ]),
      ...dimensions
        .filter(({ id, field }) => id === `${field}Value`)
        .map(
          ({ label, id, field }) =>
            `"${label}" is the dimension ${id}; a report reads ${field} as a time or an option`,
        ),
      ...listRoleNotes(roles),
      ...describeUnshown(measures.slice(mostShown)),
    ],
    columns: table.columns.map((column) =>
      summarizeProfile(column, nameRole(column, keys, roles), ![key, ...beside].includes(column)),
    ),
  }
}

/** Lists the fields of headings that an import could not tell from the names of the fields alone. */
const listHeadings = (
  { key, times, beside }: TableKey,
  keyField: string,
  dimensions: readonly { readonly label: string; readonly field: string }[],
): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...(key === undefined || isUsual(key.heading, keyField) ? [] : [[key.heading, keyField] as const]),
    ...(times.day === null || !beside.includes(times.day) || isNamed(times.day, 'date')
      ? []
      : [[times.day.heading, 'date'] as const]),
    ...dimensions
      .filter(({ label, field }) => !isUsual(label, field))
      .map(({ label, field }) => [label, field] as const),
  ])

/** Describes the dimensions by their columns; the names of the report's rows are those of `named`. */
const describeDimensions = (
  { names, measures }: TableRoles,
  named: TableKey['named'],
  usedNames: Set<string>,
  { capitals }: Choices,
) =>
  names.map((column, index) => {
    const field = nameField(column.heading, `dimension${index + 1}`, usedNames)
    const id = field.replaceAll('_', '')
    return {
      id: reservedIds.has(id) || isQuestionUnit(id) ? `${id}Value` : id,
      field,
      label: column.heading,
      values: capitals === 'same' ? uniteCapitals(listDistinct(column)) : listDistinct(column),
      isName: column === named,
      sizes: sizeNames(column, measures),
    }
  })

/** Describes the columns that a report computes of the fields of two others. */
const describeComputed = (
  { ratios, differences }: TableRoles,
  fields: ReadonlyMap<Profile, string>,
  usedNames: Set<string>,
) =>
  [...ratios, ...differences].map(({ column, of, by }, index) => {
    const isRatio = index < ratios.length
    return {
      id: nameField(column.heading, `ratio${index + 1}`, usedNames),
      label: column.heading,
      value: `${fields.get(of) ?? ''} ${isRatio ? '/' : '-'} ${fields.get(by) ?? ''}`,
      ...(!isRatio && isWhole(column) && { format: { decimals: 0 } }),
    }
  })

/** Lists the texts of amounts that are read as none. */
const listBlanks = ({ measures }: TableRoles) =>
  measures.flatMap((column) => [...column.blanks].map(([text, at]) => ({ ...column, text, at })))

/** Says which measures the dataset contains and the report does not show. */
function describeUnshown(measures: readonly Profile[]): string[] {
  const [first, last] = [measures[0], measures.at(-1)]
  if (first === undefined || last === undefined) return []
  const count = measures.length.toLocaleString('en')
  return [
    `a report shows ${MAX_COLUMNS} columns; the dataset has ${count} more, "${first.heading}" to "${last.heading}"`,
  ]
}

const describeBlank = ({ heading, text, at }: ReturnType<typeof listBlanks>[number]): string =>
  `${text === '' ? 'an empty cell' : quoteText(text)} in ${formatRows(at)} of column "${heading}" is read as no amount`

/** Headings of columns that say the units of amounts beside them, and of such amounts. */
const UNIT_HEADING = /^(?:units?|uom|units? of measure(?:ment)?|(?:mengen)?einheit|unité|unidad)$/i
const QUANTITY = /qty|quantit|volume|usage|menge|cantidad|value|amount/i

/** Headings of rates of currencies, besides the codes of their units. */
const RATE = /\b(?:rate|price|fx|tariff|kurs|taux)s?\b/i

/** Describes the measures by their columns. */
function describeMeasures(
  fields: ReadonlyMap<Profile, string>,
  { partial }: TableRoles,
  dimensions: ReturnType<typeof describeDimensions>,
  { count }: Choices,
) {
  const currencies = dimensions.filter(({ values }) => values.every(isCurrency)).map(({ id }) => id)
  const [currency] = currencies
  const ofUnits = dimensions.find(({ label, values }) => UNIT_HEADING.test(label) && values.length > 1)?.id
  const isRate = ({ heading }: Profile) => isCurrency(heading.trim()) || RATE.test(formatLabel(heading))
  // A table of rates has no other names than currencies, and no other amounts.
  const isOfRates = currencies.length === dimensions.length && [...fields.keys()].every(isRate)
  return [...fields].map(([column, field]) => {
    const { unit, ...described } = describeNumbers(column)
    const isQuantity = fields.size === 1 || QUANTITY.test(column.heading)
    const unitFrom = (isMoney(column) ? currency : undefined) ?? (isQuantity ? ofUnits : undefined) ?? null
    const summands = partial.find((sum) => sum.column === column)?.summands ?? []
    return {
      field,
      label: column.heading === count ? formatLabel(count) : column.heading,
      ...described,
      total: described.total ?? (isOfRates && currency !== undefined ? ('mean' as const) : null),
      /** The dimensions of currencies, if it is a rate from them. */
      rateOf: isOfRates ? currencies : [],
      unit: unitFrom === null ? unit : null,
      unitFrom,
      sum: summands.map((summand) => fields.get(summand) ?? ''),
    }
  })
}

/** Names what a column is read as, for the profile. */
function nameRole(column: Profile, { key, kind, named, beside }: TableKey, roles: TableRoles): string {
  const { ratios, differences, partial, total, remarks, names } = roles
  const isOf = (columns: readonly { readonly column: Profile }[]) =>
    columns.some((role) => role.column === column)
  if (column === named) return 'name'
  if (column === key) return kind
  if (beside.includes(column)) return 'period'
  if (isOf(ratios)) return 'ratio'
  if (isOf(differences)) return 'difference'
  if (column === total?.column || isOf(partial)) return 'total'
  if (remarks.includes(column)) return 'text'
  if (names.includes(column)) return 'dimension'
  const isSplit = findSplitTimes(roles.measures).some((one) => [one.minutes, one.seconds].includes(column))
  if (isSplit) return 'amount, unsure'
  const { total: proposed, hasNegative } = describeNumbers(column)
  return proposed === 'mean' && hasNegative ? 'mean, unsure' : 'amount'
}

const listRoleNotes = ({ texts, ratios, differences, partial, total, measures }: TableRoles): string[] => [
  ...measures
    .filter(isPart)
    .map(
      ({ heading }) =>
        `"${heading}" has values from 0 to 1 and is added up; if it is a rate, write a value such as "mean(rate)" in its column, or --total NAME=A/B`,
    ),
  ...ratios.map(
    ({ column, of, by }) =>
      `"${column.heading}" is "${of.heading}" divided by "${by.heading}"; the report computes it`,
  ),
  ...differences.map(
    ({ column, of, by }) =>
      `"${column.heading}" is "${of.heading}" minus "${by.heading}"; the report computes it`,
  ),
  ...partial.map(
    ({ column, summands }) =>
      `"${column.heading}" adds up ${summands.map(({ heading }) => `"${heading}"`).join(', ')}`,
  ),
  ...findSplitTimes(measures).map(({ minutes, seconds, isSame }) =>
    isSame
      ? `"${minutes.heading}" and "${seconds.heading}" are one time in two units; leave one of them out of the file`
      : `"${seconds.heading}" is less than 60 in each row; if it is what "${minutes.heading}" leaves, write one column of times such as 1:02:03`,
  ),
  ...(total === undefined || total.isRight
    ? []
    : [
        `"${total.column.heading}" is not the sum of all other columns in every row; if it is an amount of its own, choose --measure "${total.column.heading}"`,
      ]),
  ...texts.filter(isYears).map(({ heading }) => `"${heading}" has years, which are not added up`),
  ...texts
    .filter(isPeriods)
    .map(({ heading }) => `"${heading}" is not added up; if it is an amount, choose --measure "${heading}"`),
  ...measures.flatMap((column) => {
    const sign = findSign(column)
    return sign === null ? [] : [`"${sign.sign}" in column "${column.heading}" is read as ${sign.currency}`]
  }),
]

/** Returns true if an import finds the field of a heading by itself. */
const isUsual = (heading: string, field: string) => normalizeHeader(heading) === normalizeHeader(field)

/** Lists names once that differ only in their capitals, hyphens or apostrophes. */
const uniteCapitals = (names: readonly string[]): string[] =>
  [...new Map(names.toReversed().map((name) => [foldName(name), name])).values()].toSorted()

/** Finds the dimensions that the option --rows names. Throws FileError for another column. */
function findRows(
  dimensions: readonly { readonly label: string; readonly field: string }[],
  rows: readonly string[],
) {
  return rows.map((name) => {
    const dimension = dimensions.find(({ label, field }) =>
      [label, field].some((one) => normalizeHeader(one) === normalizeHeader(name)),
    )
    if (dimension !== undefined) return dimension.label
    const known = dimensions.map(({ label }) => label).join(', ') || 'none'
    throw new FileError(`--rows ${name}: expected a column of names: ${known}`)
  })
}

/** Finds the units of columns by their fields, or by the names of a list. */
function findUnits(columns: readonly Profile[], fields: ReadonlyMap<Profile, string>) {
  const list = <T>(getUnit: (column: Profile) => T | null) => {
    const units = columns.flatMap((column) => {
      const unit = getUnit(column)
      return unit === null ? [] : [[fields.get(column) ?? column.heading.normalize('NFC'), unit] as const]
    })
    return units.length === 0 ? null : Object.fromEntries(units)
  }
  return {
    durations: list(({ numbers }) => numbers.reading.durations),
    percents: list(({ numbers }) => numbers.reading.percents),
  }
}

const listChoices = (choices: Choices): Partial<Choices> =>
  Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== null))

/** Finds the choices that the columns of a table prove, and those that are open. */
function decideChoices(
  keys: readonly (Profile | undefined)[],
  measures: readonly Profile[],
  { rows, choices, day, year, kind }: TimeContext & { readonly kind: DatasetKeyPlan['kind'] },
) {
  const times = keys.flatMap((column) =>
    column === undefined || kind === 'month' || kind === 'year'
      ? []
      : [decideTimes(rows, column, choices, isDayPart(kind) && column !== day && column !== year)],
  )
  const numbers = measures.map((column) => column.numbers)
  const dates = times.find((time) => time.order !== null)?.order
  // A column of whole numbers has no sign.
  const signed = measures.filter((column) =>
    column.filled.some((cell) => typeof cell === 'string' && /[.,]/.test(cell)),
  )
  const signs = new Set(signed.map((column) => column.numbers.reading.decimals))
  return {
    questions: [...times.flatMap((time) => time.questions), ...listNumberQuestions(numbers)],
    remarks: [...times, ...numbers].flatMap((one) => one.remarks),
    proven: {
      ...(dates && { dates }),
      ...(signs.has(',') && signs.size === 1 && { decimals: ',' }),
    } as Partial<Choices>,
  }
}

const MAX_ROWS = 20_000

/** Infers the table of a file: the first row with more than one cell contains the headings. Throws FileError. */
export async function inferFile(file: ImportFile, options: TableOptions): Promise<Inferred> {
  const sheet = await readSheet(file, null, options.choices.encoding)
  const rows: SheetRow[] = []
  const unread: string[] = []
  const tidying = createRowTidying(sheet, options.choices)
  for await (const written of sheet.rows) {
    const row = tidying.tidy(written)
    if (row === null) continue
    rows.push(row)
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
  if (first === undefined)
    throw new FileError(
      'no row has several headings; separate the cells of a row by a comma, semicolon, tab or |',
    )
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
  const ofFile = tidying.finish()
  return {
    ...inferred,
    questions: [...ofFile.questions, ...inferred.questions],
    notes: [...ofFile.remarks, ...unread, ...describeNotes(notes), ...remarks, ...inferred.notes],
  }
}
