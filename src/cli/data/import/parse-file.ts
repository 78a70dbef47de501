import { isBlank, type SheetRow, getCellText } from './cells.ts'
import { ImportErrors, FileError } from './errors.ts'
import type { ImportOptions, ImportTarget } from './import-target.ts'
import { isHeaderRow, listKnownHeaders, MAX_ROWS_BEFORE_HEADER, mapColumns } from './column-mapping.ts'
import { type ParsedFile, RowReader } from './row-reader.ts'
import { getFileKeyKind } from './key-kinds.ts'
import { readTitle } from './title.ts'

/** Parses a whole file and collects all errors. Throws FileError if its structure is invalid. */
export async function parseFile(
  target: ImportTarget,
  rows: AsyncIterable<readonly SheetRow[]>,
  options: ImportOptions,
  progress: (rows: number) => void,
): Promise<ParsedFile> {
  const errors = new ImportErrors()
  const above: SheetRow[] = []
  let reader: RowReader | null = null
  let read = 0
  for await (const batch of rows) {
    for (const row of batch) {
      if (row.cells.every(isBlank)) continue
      if (reader !== null) {
        reader.read(row)
        read += 1
        if (read > MAX_ROWS) throw new FileError(`the file has more than ${count(MAX_ROWS)} rows; split it`)
        if (read * reader.width > MAX_AMOUNTS) {
          throw new FileError(`the file has more than ${count(MAX_AMOUNTS)} amounts; split it`)
        }
        progress(read)
      } else if (isHeaderRow(target, row)) reader = startReader(target, row, above, options, errors)
      else above.push(row)
      if (above.length > MAX_ROWS_BEFORE_HEADER) throw new FileError(describeMissingHeader(target))
    }
  }
  if (reader === null) throw new FileError(describeMissingHeader(target))
  const parsed = reader.finish()
  if (parsed.records.length === 0 && parsed.errors.count === 0) {
    throw new FileError('there are no records below the header row')
  }
  return parsed
}

function startReader(
  target: ImportTarget,
  row: SheetRow,
  above: readonly SheetRow[],
  options: ImportOptions,
  errors: ImportErrors,
): RowReader {
  const title = readTitle(
    target,
    above.map(({ cells }) => getCellText(cells[0])),
  )
  for (const [id, titled] of Object.entries(title.values)) {
    const requested = options.values[id]
    if (requested !== undefined && requested !== titled) {
      throw new FileError(`the title of the file says ${titled}, but --${id} is ${requested}`)
    }
  }
  const year = title.period === null ? null : Number(title.period.slice(0, 4))
  if (options.year !== null && year !== null && options.year !== year) {
    throw new FileError(`the title of the file says the year ${year}, but --year is ${options.year}`)
  }
  if (options.period !== null && title.period !== null && !title.period.startsWith(options.period)) {
    throw new FileError(`the title of the file says ${title.period}, but --period is ${options.period}`)
  }
  const { beside } = getFileKeyKind(target.dataset)
  const completed: ImportOptions = {
    ...options,
    values: { ...title.values, ...options.values },
    year: beside === 'year' ? (options.year ?? year) : options.year,
    period: target.key === 'text' || beside === 'day' ? (options.period ?? title.period) : null,
  }
  const mapping = mapColumns(target, row, completed.values, errors)
  for (const { id, values } of target.dimensions) {
    if (completed.values[id] !== undefined || mapping.dimensions.some(({ dimension }) => dimension.id === id))
      continue
    throw new FileError(`the file does not contain the ${id}; add --${id} ${values.join('|')}`)
  }
  return new RowReader({
    target,
    mapping,
    options: completed,
    skipsZeros: title.isPortal && target.hasZeroRows,
    errors,
  })
}

const count = (value: number) => value.toLocaleString('en')

const describeMissingHeader = (target: ImportTarget) =>
  `there is no header row; the columns of ${target.name} are ${listKnownHeaders(target).join(', ')}`

/** Twice the number of days in three centuries. */
export const MAX_ROWS = 250_000
export const MAX_AMOUNTS = 10_000_000
