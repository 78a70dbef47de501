import { grains } from '../../../time/grains.ts'
import { isBlank, type SheetFile, type SheetRow } from './cells.ts'
import { RowErrors, FileError } from './errors.ts'
import type { ImportOptions, ImportTarget } from './import-target.ts'
import { isHeaderRow, listKnownHeaders, MAX_ROWS_BEFORE_HEADER, mapColumns } from './column-mapping.ts'
import { type ParsedFile, RowReader } from './row-reader.ts'
import { getFileKeyKind } from './key-kinds.ts'
import { readSource, type Source } from './source.ts'

/** Twice the number of days in three centuries. */
export const MAX_ROWS = 250_000
export const MAX_AMOUNTS = 10_000_000

/** Parses a whole file. Throws FileError if its structure is invalid, RowErrors for all errors of its rows. */
export async function parseFile(
  target: ImportTarget,
  { rows, source: call }: SheetFile,
  options: ImportOptions,
  progress: (rows: number) => void,
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
      progress(read)
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
  const mapping = mapColumns(target, row, options.values, errors)
  for (const { id, values } of target.dimensions) {
    if (options.values[id] !== undefined || mapping.dimensions.some(({ dimension }) => dimension.id === id))
      continue
    throw new FileError(`the file does not contain the ${id}; add --${id} ${values.join('|')}`)
  }
  // Exported rows without a record are rows of zeros.
  const skipsZeros = isExported && target.screens.some(({ rows }) => rows.fillMissing !== 'none')
  return new RowReader({ target, mapping, options, skipsZeros, errors })
}
