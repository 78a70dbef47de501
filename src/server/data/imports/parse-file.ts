import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { findClosestMatch } from '../../../diagnostics/diagnostic.ts'
import { parseRequestUrl } from '../../../report/model/template.ts'
import { grains, isDayPart, yearPartNames } from '../../../time/grains.ts'
import {
  type Cell,
  getCellText,
  isBlank,
  normalizeHeader,
  type SheetFile,
  type SheetRow,
} from '../../../reading/cells.ts'
import { describeAcross, isPeriodHeading } from '../../../reading/across.ts'
import { decideNumbers, listNumberQuestions } from '../../../reading/decide-numbers.ts'
import { decideTimes } from '../../../reading/decide-times.ts'
import { addCount, describeNotes, type Heading, isNote, listHeadings } from '../../../reading/headings.ts'
import { createRowTidying } from '../../../reading/row-tidying.ts'
import { mayBeTotal } from '../../../reading/keys.ts'
import { separateRecords } from '../../../reading/leftovers.ts'
import { checkNames } from '../../../reading/spellings.ts'
import { type CellLocation, RowErrors, FileError, sanitize } from '../../../reading/errors.ts'
import { getStoredGrain } from '../../../dataset/key-spans.ts'
import type { ImportOptions, ImportTarget } from './import-target.ts'
import {
  checkMissing,
  describeHeadings,
  isHeaderRow,
  listKnownHeaders,
  MAX_ROWS_BEFORE_HEADER,
  mapColumns,
} from './column-mapping.ts'
import { type ParsedFile, RowReader } from './row-reader.ts'
import { getFileKeyKind, isSpan } from './key-kinds.ts'

/** Twice the number of days in three centuries. */
export const MAX_ROWS = 250_000
export const MAX_AMOUNTS = 10_000_000

/**
 * Parses a whole file; `onTable` gets its table before the cells are read, and again without its totals. Throws FileError if its structure is invalid,
 * RowErrors for all errors of its rows.
 */
export async function parseFile(
  importTarget: ImportTarget,
  sheet: SheetFile,
  options: ImportOptions,
  onTable?: (target: ImportTarget, table: Heading) => void,
): Promise<ParsedFile> {
  const { rows, source: call } = sheet
  const source = call === null ? null : readSource(importTarget.dataset, call)
  const stated = addSource(importTarget, options, source)
  const target = applyChoices(importTarget, stated)
  let header: SheetRow | null = null
  const above: SheetRow[] = []
  const below: SheetRow[] = []
  const notes: SheetRow[] = []
  const tidying = createRowTidying(sheet, target.dataset.read)
  let isExported = false
  for await (const written of rows) {
    isExported = written.isExported ?? false
    const row = tidying.tidy(written)
    if (row === null || (call !== null && isUnlisted(row))) continue
    if (!isExported && call === null && (header !== null || !isHeaderRow(target, row)) && isNote(row)) {
      notes.push(row)
      continue
    }
    if (header !== null) {
      below.push(row)
      if (below.length > MAX_ROWS)
        throw new FileError(`the file has more than ${count(MAX_ROWS)} rows; split it`)
      if (below.length * header.cells.length > MAX_AMOUNTS) {
        throw new FileError(`the file has more than ${count(MAX_AMOUNTS)} amounts; split it`)
      }
    } else if (isHeaderRow(target, row)) header = row
    else if (above.length === MAX_ROWS_BEFORE_HEADER) break
    else above.push(row)
  }
  if (header === null) throw new FileError(describeNoHeadings(target, above))
  const choices = source === null ? null : PLAIN
  const read = { ...target.dataset.read, ...(isExported ? exportedChoices : choices) }
  const chosen = { ...target, dataset: { ...target.dataset, read } }
  const origin = source !== null ? 'workbook' : isExported ? 'export' : 'file'
  const table = chooseTable(target, above.at(-1) ?? null, header, below)
  onTable?.(chosen, table)
  const ofFile = tidying.finish()
  if (ofFile.questions.length > 0) throw RowErrors.of(ofFile.questions)
  const parsed = readRows(chosen, table, stated, origin, (records) =>
    onTable?.(chosen, { ...table, below: records }),
  )
  if (parsed.records.length === 0) throw new FileError('there are no records below the header row')
  return { ...parsed, remarks: [...ofFile.remarks, ...describeNotes(notes), ...parsed.remarks] }
}

/** Says how to write columns of periods as rows; null if these are not what is wrong. */
const findAcross = ({ row, cells }: SheetRow, below: readonly SheetRow[]): string | null => {
  const columns = cells.map((cell, index) => ({
    index,
    heading: getCellText(cell),
    cells: below.map((record) => record.cells[index] ?? null),
  }))
  return describeAcross(row, columns, ({ heading }) => isPeriodHeading(heading))
}

/** Says why no row has the headings. */
function describeNoHeadings(target: ImportTarget, rows: readonly SheetRow[]): string {
  if (rows.length === 0) return 'the file is empty: it has no row with a value'
  const findRow = (isCounted: (cell: Cell) => boolean) =>
    rows.find(({ cells }) => cells.filter(isCounted).length > 1)
  // A row with several known headings lacks only the key.
  const headings = findRow((cell) => target.findRole(getCellText(cell)) !== undefined)
  const row = headings ?? findRow((cell) => !isBlank(cell))
  const across = row === undefined ? null : findAcross(row, rows.slice(rows.indexOf(row) + 1))
  if (across !== null) return across
  const { dataset, isKeyStated, keyHeading } = target
  const { stated } = getFileKeyKind(dataset)
  if (headings !== undefined && stated !== null && isHeaderRow({ ...target, isKeyStated: true }, headings)) {
    const { noun, example } = grains[stated]
    return `row ${headings.row}: the ${noun} of the rows is unknown; add --period ${example} or a column ${keyHeading}`
  }
  const headers = listKnownHeaders(target)
  const written = row?.cells.map(getCellText).filter((text) => text !== '') ?? []
  const unknown = written.filter((text) => target.findRole(text) === undefined)
  const near = unknown.flatMap((text) => findClosestMatch(text, headers) ?? [])
  const meant = near.length === 0 ? '' : `, perhaps meant as ${near.join(', ')}`
  const has = `has ${sanitize(written.join(', '))}${meant}`
  if (headings !== undefined && !isKeyStated)
    return `row ${headings.row}: there is no column ${keyHeading}; it ${has}; ${describeHeadings(dataset.key.kind === 'none' ? 'FIELD' : dataset.key.field)}`
  const text = `there is no header row; the columns of ${dataset.id} are ${headers.join(', ')}`
  return row === undefined ? text : `${text}; row ${row.row} ${has}`
}

/** Returns true for the row below the table of a workbook that names periods without a record. */
const isUnlisted = ({ cells: [first, ...others] }: SheetRow): boolean =>
  typeof first === 'string' &&
  others.every(isBlank) &&
  /^\d+ .* of the period ha(?:s|ve) no record\b/.test(first)

/** What is read if a file has no such column. */
const NO_COLUMN: CellLocation = { index: -1, heading: '' }

/** What the portal wrote has the stored numbers, without units. */
const PLAIN = { durations: null, percents: null } as const
/** How an exported file is written that others could read in two ways. */
const exportedChoices = {
  ...PLAIN,
  decimals: '.',
  hours: 'start',
  totals: 'keep',
  capitals: 'differ',
  entities: 'keep',
  encoding: 'utf-8',
} as const

/** Returns a target with the choices of the command line before those of its dataset, and what its options state. */
function applyChoices(target: ImportTarget, { choices, period }: ImportOptions): ImportTarget {
  const read = choices ?? target.dataset.read
  const headings = new Map(
    Object.entries(read.headings ?? {}).map(([heading, field]) => [normalizeHeader(heading), field]),
  )
  const findRole = (heading: string) => target.findRole(headings.get(normalizeHeader(heading)) ?? heading)
  const { stated } = getFileKeyKind(target.dataset)
  const isStated = stated !== null && period !== null && isSpan([stated], period)
  const isKeyStated = isStated || target.dataset.key.kind === 'none'
  return { ...target, findRole, isKeyStated, dataset: { ...target.dataset, read } }
}

/** Chooses the headings that the dataset knows: a row alone, or joined with the row below or above it. */
function chooseTable(
  target: ImportTarget,
  above: SheetRow | null,
  header: SheetRow,
  below: readonly SheetRow[],
): Heading {
  const [alone = { header, below, remarks: [] }, ...joined] = [
    ...listHeadings(header, below),
    ...(above === null ? [] : listHeadings(above, [header, ...below]).slice(1)),
  ].map((table) => addCount(table, target.dataset.read.count))
  const isKnown = (table: Heading) => {
    const errors = new RowErrors()
    if (isHeaderRow(target, table.header)) mapColumns(target, table.header, table.below, errors)
    return isHeaderRow(target, table.header) && errors.count === 0
  }
  return [alone, ...joined].find(isKnown) ?? alone
}

/** Returns the unit of a measure that its dataset writes, and no dimension says. */
function getWrittenUnit({ measures }: DatasetPlan, name: string): string | undefined {
  const unit = measures.find(({ field }) => field === name)?.unit
  return typeof unit === 'string' ? unit : undefined
}

/** Names what wrote a file: people, the command `export`, or a report as a workbook, which has totals. */
type Origin = 'file' | 'export' | 'workbook'

/**
 * Reads the rows below the headings, once each column has one reading; `onRecords` gets them without totals.
 * Throws RowErrors.
 */
function readRows(
  target: ImportTarget,
  { header, below, remarks: ofHeadings }: Heading,
  options: ImportOptions,
  origin: Origin,
  onRecords: (records: readonly SheetRow[]) => void,
): ParsedFile {
  const { dataset } = target
  const errors = new RowErrors()
  const mapping = mapColumns(target, header, below, errors)
  checkMissing(target, mapping, options, header.row, errors)
  if (errors.count > 0) {
    const across = findAcross(header, below)
    throw across === null ? errors : new FileError(across)
  }
  const totals = mapping.totals.map((column) => ({
    ...column,
    name: column.total.stored ?? column.total.label,
  }))
  const decided = [...mapping.amounts, ...totals].map((column) => ({
    ...column,
    ...decideNumbers(below, { ...column, unit: getWrittenUnit(dataset, column.name) }, dataset.read),
  }))
  const { key, day, year, dimensions } = mapping
  const isInForce = dataset.key.kind === 'date' && dataset.key.inForce
  const isLong = getStoredGrain(dataset.key) === 'year'
  const open = dimensions.filter(({ dimension }) => dimension.values === null)
  // A dimension can have a value such as Total.
  const unlikeTotals = dimensions.filter(({ dimension }) => !(dimension.values?.some(mayBeTotal) ?? false))
  // An exported file has no totals, but maybe names that read like the label of one.
  const separated =
    origin === 'export'
      ? { rows: below, questions: [], remarks: [] }
      : separateRecords(
          below,
          header,
          {
            // Rows of longer times than days are known by names.
            labels: [...(isLong ? open : []), key, day, year, ...unlikeTotals].flatMap(
              (column) => column ?? [],
            ),
            // Rates in force add up to nothing.
            amounts: (isInForce ? [] : mapping.amounts)
              .map((column) => decided.find(({ index }) => index === column.index) ?? column)
              .flatMap((column) => ('reading' in column ? [column] : [])),
            isNamed: open.length > 0,
          },
          dataset.read,
        )
  const { rows: records } = separated
  onRecords(records)
  const isDated = key !== null && dataset.key.kind !== 'month'
  const times = {
    key: decideTimes(isDated ? records : [], key ?? NO_COLUMN, dataset.read, isDayPart(dataset.key.kind)),
    day: decideTimes(day === null ? [] : records, day ?? NO_COLUMN, dataset.read, false),
  }
  const questions = [
    ...[times.key, times.day].flatMap((time) => time.questions),
    ...listNumberQuestions(decided),
    ...separated.questions,
    ...checkNames(records, open, dataset.read),
  ]
  if (questions.length > 0) throw RowErrors.of(questions)
  // Exported rows without a record are rows of zeros.
  const skipsZeros =
    origin === 'workbook' && target.screens.some(({ rows: { fillMissing } }) => fillMissing !== 'none')
  const reader = new RowReader({
    target,
    mapping,
    options,
    skipsZeros,
    errors,
    times: { key: times.key.reading, day: times.day.reading },
    numbers: new Map(decided.map(({ index, reading }) => [index, reading])),
  })
  for (const row of records) reader.read(row)
  const parsed = reader.finish()
  const remarks = [times.key, times.day, ...decided, separated].flatMap((decision) => decision.remarks)
  return { ...parsed, remarks: [...ofHeadings, ...remarks, ...parsed.remarks] }
}

const count = (value: number) => value.toLocaleString('en')

/** Adds what the source of a workbook names. Throws FileError if an option contradicts it. */
function addSource({ dataset }: ImportTarget, options: ImportOptions, source: Source | null): ImportOptions {
  if (source === null) return options
  const { beside, stated: whole } = getFileKeyKind(dataset)
  const length = beside === null ? 0 : grains[beside].example.length
  const periodKey = source.period?.slice(0, length) ?? ''
  const isWhole = whole !== null && source.period !== null && isSpan([whole], source.period)
  const period = isWhole ? source.period : beside !== null && periodKey.length === length ? periodKey : null
  const wanted = { ...options.values, ...(options.period !== null && { period: options.period }) }
  const stated = { ...source.values, ...(period !== null && { period }) }
  for (const [id, value] of Object.entries<string>(wanted)) {
    const exported = Object.entries(stated).find(([name]) => name === id)?.[1] ?? value
    if (id === 'period' ? !exported.startsWith(value) : exported !== value) {
      throw new FileError(`the workbook was exported for ${exported}, but --${id} is ${value}`)
    }
  }
  return { ...options, values: { ...source.values, ...options.values }, period: period ?? options.period }
}

/** Contains what the API call of an exported workbook names. */
interface Source {
  /** The values of dimensions, by their ids. */
  readonly values: Readonly<Record<string, string>>
  /** `2025`, `2025-03`, `2025-03-07`, or null. */
  readonly period: string | null
}

/** Reads the call of a dataset's list; null for another call. */
function readSource({ endpoints, dimensions }: DatasetPlan, call: string): Source | null {
  const { list } = endpoints
  const { path, query } = parseRequestUrl(call)
  const segments = path.split('/').slice(1)
  if (list === null || segments.length !== list.path.length) return null
  const parts = new Map(list.query.map(({ name, placeholder }) => [placeholder, query[name] ?? '']))
  for (const [index, part] of list.path.entries()) {
    const segment = decodeURIComponent(segments[index] ?? '')
    if ('placeholder' in part) parts.set(part.placeholder, segment)
    else if (part.text !== segment) return null
  }
  const values: Record<string, string> = {}
  for (const { id, values: names, paths } of dimensions) {
    // The calls of a dataset name closed dimensions only.
    const value = names?.find((name) => (paths?.[name] ?? name) === parts.get(id) || name === parts.get(id))
    if (value !== undefined) values[id] = value
  }
  return { values, period: formatPeriod(parts) }
}

function formatPeriod(parts: ReadonlyMap<string, string>): string | null {
  const [date, month] = [parts.get('date'), parts.get('month')]
  if (date !== undefined) return date
  const [part] = yearPartNames.flatMap((name) => parts.get(name) ?? [])
  const year = parts.get('year') ?? part?.slice(0, 4)
  if (month === undefined || year === undefined) return month ?? year ?? null
  return `${year}-${month.padStart(2, '0')}`
}
