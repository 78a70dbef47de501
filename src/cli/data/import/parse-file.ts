import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { parseRequestUrl } from '../../../report/model/template.ts'
import { grains, yearPartNames } from '../../../time/grains.ts'
import { isBlank, type SheetFile, type SheetRow } from './cells.ts'
import { RowErrors, FileError } from './errors.ts'
import type { ImportOptions, ImportTarget } from './import-target.ts'
import { isHeaderRow, listKnownHeaders, MAX_ROWS_BEFORE_HEADER, mapColumns } from './column-mapping.ts'
import { type ParsedFile, RowReader } from './row-reader.ts'
import { getFileKeyKind } from './key-kinds.ts'

/** Twice the number of days in three centuries. */
export const MAX_ROWS = 250_000
export const MAX_AMOUNTS = 10_000_000

/** Parses a whole file. Throws FileError if its structure is invalid, RowErrors for all errors of its rows. */
export async function parseFile(
  target: ImportTarget,
  { rows, source: call }: SheetFile,
  options: ImportOptions,
): Promise<ParsedFile> {
  const source = call === null ? null : readSource(target.dataset, call)
  let reader: RowReader | null = null
  let [above, read] = [0, 0]
  for await (const row of rows) {
    if (row.cells.every(isBlank)) continue
    if (reader !== null) {
      reader.read(row)
      read += 1
      if (read > MAX_ROWS) throw new FileError(`the file has more than ${count(MAX_ROWS)} rows; split it`)
      if (read * reader.width > MAX_AMOUNTS) {
        throw new FileError(`the file has more than ${count(MAX_AMOUNTS)} amounts; split it`)
      }
    } else if (isHeaderRow(target, row)) {
      reader = startReader(target, row, addSource(target, options, source), source !== null)
    } else if (++above > MAX_ROWS_BEFORE_HEADER) break
  }
  if (reader === null) {
    throw new FileError(
      `there is no header row; the columns of ${target.dataset.id} are ${listKnownHeaders(target).join(', ')}`,
    )
  }
  const parsed = reader.finish()
  if (parsed.records.length === 0) throw new FileError('there are no records below the header row')
  return parsed
}

const count = (value: number) => value.toLocaleString('en')

/** Adds what the source of a workbook names. Throws FileError if an option contradicts it. */
function addSource({ dataset }: ImportTarget, options: ImportOptions, source: Source | null): ImportOptions {
  if (source === null) return options
  const { beside } = getFileKeyKind(dataset)
  const length = beside === null ? 0 : grains[beside].example.length
  const own = source.period?.slice(0, length) ?? ''
  const period = beside !== null && own.length === length ? own : null
  const wanted = { ...options.values, ...(options.period !== null && { period: options.period }) }
  const stated = { ...source.values, ...(period !== null && { period }) }
  for (const [id, value] of Object.entries<string>(wanted)) {
    const exported = Object.entries(stated).find(([name]) => name === id)?.[1] ?? value
    if (exported !== value) {
      throw new FileError(`the workbook was exported for ${exported}, but --${id} is ${value}`)
    }
  }
  return { ...options, values: { ...source.values, ...options.values }, period: options.period ?? period }
}

function startReader(
  target: ImportTarget,
  row: SheetRow,
  options: ImportOptions,
  isExported: boolean,
): RowReader {
  const errors = new RowErrors()
  const mapping = mapColumns(target, row, errors)
  for (const { id, values } of target.dimensions) {
    if (options.values[id] !== undefined || mapping.dimensions.some(({ dimension }) => dimension.id === id))
      continue
    throw new FileError(`the file does not contain the ${id}; add --${id} ${values.join('|')}`)
  }
  // Exported rows without a record are rows of zeros.
  const skipsZeros = isExported && target.screens.some(({ rows }) => rows.fillMissing !== 'none')
  return new RowReader({ target, mapping, options, skipsZeros, errors })
}

/** What the API call of an exported workbook names. */
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
  for (const { id, values: known, paths } of dimensions) {
    const value = known.find((one) => (paths?.[one] ?? one) === parts.get(id) || one === parts.get(id))
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
