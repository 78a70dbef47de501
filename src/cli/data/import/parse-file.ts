import { isBlank, type SheetRow, cellText } from './cells.ts'
import { ImportErrors, FileError, type CellLocation } from './errors.ts'
import type { RecordType } from './import-target.ts'
import { isHeaderRow, listKnownHeaders, MAX_ROWS_BEFORE_HEADER, mapColumns } from './column-mapping.ts'
import { RowReader } from './row-reader.ts'
import { readTitle } from './title.ts'
import type { RecordKey } from '../../../server/datasets/record-key.ts'

/** Reads a whole file and says everything that is wrong with it. Throws FileFault where it cannot be understood. */
export async function parseFile(
  kind: RecordType,
  rows: AsyncIterable<SheetRow>,
  given: ImportOptions,
  progress: (rows: number) => void,
): Promise<ParsedFile> {
  const faults = new ImportErrors()
  const above: SheetRow[] = []
  let reader: RowReader | null = null
  let read = 0
  for await (const row of rows) {
    if (row.cells.every(isBlank)) continue
    if (reader !== null) {
      reader.read(row)
      read += 1
      if (read > MAX_ROWS) throw new FileError(`the file has more than ${count(MAX_ROWS)} rows; split it`)
      if (read * reader.width > MAX_AMOUNTS) {
        throw new FileError(`the file has more than ${count(MAX_AMOUNTS)} figures; split it`)
      }
      progress(read)
    } else if (isHeaderRow(kind, row)) reader = startReader(kind, row, above, given, faults)
    else above.push(row)
    if (above.length > MAX_ROWS_BEFORE_HEADER) throw new FileError(noHeadings(kind))
  }
  if (reader === null) throw new FileError(noHeadings(kind))
  const parsed = reader.end()
  if (parsed.records.length === 0 && parsed.faults.count === 0) {
    throw new FileError('there are no records below the headings')
  }
  return parsed
}

function startReader(
  kind: RecordType,
  row: SheetRow,
  above: readonly SheetRow[],
  given: ImportOptions,
  faults: ImportErrors,
): RowReader {
  const title = readTitle(
    kind,
    above.map(({ cells }) => cellText(cells[0])),
  )
  for (const [id, titled] of Object.entries(title.values)) {
    const asked = given.values[id]
    if (asked !== undefined && asked !== titled) {
      throw new FileError(`the file is about ${titled}, not about ${asked}`)
    }
  }
  const year = title.period === null ? null : Number(title.period.slice(0, 4))
  if (given.year !== null && year !== null && given.year !== year) {
    throw new FileError(`the file is about the year ${year}, not ${given.year}`)
  }
  if (given.period !== null && title.period !== null && !title.period.startsWith(given.period)) {
    throw new FileError(`the file is about ${title.period}, not about ${given.period}`)
  }
  const known: ImportOptions = {
    ...given,
    values: { ...title.values, ...given.values },
    year: kind.key === 'month' ? (given.year ?? year) : given.year,
    period: kind.key === 'text' ? (given.period ?? title.period) : null,
  }
  const layout = mapColumns(kind, row, known.values, faults)
  for (const { id, values } of kind.dimensions) {
    if (known.values[id] !== undefined || layout.dimensions.some(({ dimension }) => dimension.id === id))
      continue
    throw new FileError(`the file does not say its ${id}; add --${id} ${values.join('|')}`)
  }
  return new RowReader({ kind, layout, known, skipsZeros: title.isPortal && kind.filled, faults })
}

const count = (value: number) => value.toLocaleString('en')

const noHeadings = (kind: RecordType) =>
  `no row of headings was found; ${kind.name} has ${listKnownHeaders(kind).join(', ')}`

/** More rows than any kind has days in its three centuries, twice. */
export const MAX_ROWS = 250_000
export const MAX_AMOUNTS = 10_000_000

/** One record of a file; its figures stand in the order of `ParsedFile.names`, null where a name has none. */
export interface ParsedRecord extends RecordKey {
  readonly row: number
  readonly scope: string
  readonly figures: readonly (number | null)[]
}

export interface ParsedFile {
  readonly names: readonly string[]
  /** Where in the file each name stands; a total that was computed stands nowhere. */
  readonly places: ReadonlyMap<string, CellLocation>
  readonly records: readonly ParsedRecord[]
  /** Rows of zeros that a workbook of the portal has for days and months without a record. */
  readonly leftOut: number
  readonly faults: ImportErrors
}

/** What a file may lack, as the command line gives it, and the period that its rows must lie in. */
export interface ImportOptions {
  /** Values of dimensions by their ids. */
  readonly values: Readonly<Record<string, string>>
  readonly year: number | null
  /** The period of names, `2025-03` or `2025`. */
  readonly period: string | null
  /** What is replaced: a day, a month, a year, `''` for all names without a period; null where nothing is. */
  readonly replaced: string | null
}
