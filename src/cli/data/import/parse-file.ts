import { isBlank, type SheetRow, textOf } from './cells.ts'
import { Faults, FileFault, type Place } from './errors.ts'
import type { Kind } from './record-type.ts'
import { isHeadings, knownHeadings, MOST_ROWS_ABOVE, readLayout } from './column-mapping.ts'
import { RowReader } from './row-reader.ts'
import { readTitle } from './title.ts'
import type { RecordKey } from '../../../server/datasets/record-key.ts'

/** Reads a whole file and says everything that is wrong with it. Throws FileFault where it cannot be understood. */
export async function parseFile(
  kind: Kind,
  rows: AsyncIterable<SheetRow>,
  given: Given,
  progress: (rows: number) => void,
): Promise<ParsedFile> {
  const faults = new Faults()
  const above: SheetRow[] = []
  let reader: RowReader | null = null
  let read = 0
  for await (const row of rows) {
    if (row.cells.every(isBlank)) continue
    if (reader !== null) {
      reader.read(row)
      read += 1
      if (read > MOST_ROWS) throw new FileFault(`the file has more than ${count(MOST_ROWS)} rows; split it`)
      if (read * reader.width > MOST_FIGURES) {
        throw new FileFault(`the file has more than ${count(MOST_FIGURES)} figures; split it`)
      }
      progress(read)
    } else if (isHeadings(kind, row)) reader = startReader(kind, row, above, given, faults)
    else above.push(row)
    if (above.length > MOST_ROWS_ABOVE) throw new FileFault(noHeadings(kind))
  }
  if (reader === null) throw new FileFault(noHeadings(kind))
  const parsed = reader.end()
  if (parsed.records.length === 0 && parsed.faults.count === 0) {
    throw new FileFault('there are no records below the headings')
  }
  return parsed
}

function startReader(
  kind: Kind,
  row: SheetRow,
  above: readonly SheetRow[],
  given: Given,
  faults: Faults,
): RowReader {
  const title = readTitle(
    kind,
    above.map(({ cells }) => textOf(cells[0])),
  )
  for (const [id, titled] of Object.entries(title.values)) {
    const asked = given.values[id]
    if (asked !== undefined && asked !== titled) {
      throw new FileFault(`the file is about ${titled}, not about ${asked}`)
    }
  }
  const year = title.period === null ? null : Number(title.period.slice(0, 4))
  if (given.year !== null && year !== null && given.year !== year) {
    throw new FileFault(`the file is about the year ${year}, not ${given.year}`)
  }
  if (given.period !== null && title.period !== null && !title.period.startsWith(given.period)) {
    throw new FileFault(`the file is about ${title.period}, not about ${given.period}`)
  }
  const known: Given = {
    ...given,
    values: { ...title.values, ...given.values },
    year: kind.key === 'month' ? (given.year ?? year) : given.year,
    period: kind.key === 'text' ? (given.period ?? title.period) : null,
  }
  const layout = readLayout(kind, row, known.values, faults)
  for (const { id, values } of kind.dimensions) {
    if (known.values[id] !== undefined || layout.dimensions.some(({ dimension }) => dimension.id === id))
      continue
    throw new FileFault(`the file does not say its ${id}; add --${id} ${values.join('|')}`)
  }
  return new RowReader({ kind, layout, known, skipsZeros: title.isPortal && kind.filled, faults })
}

const count = (value: number) => value.toLocaleString('en')

const noHeadings = (kind: Kind) =>
  `no row of headings was found; ${kind.name} has ${knownHeadings(kind).join(', ')}`

/** More rows than any kind has days in its three centuries, twice. */
export const MOST_ROWS = 250_000
export const MOST_FIGURES = 10_000_000

/** One record of a file; its figures stand in the order of `ParsedFile.names`, null where a name has none. */
export interface ParsedRecord extends RecordKey {
  readonly row: number
  readonly scope: string
  readonly figures: readonly (number | null)[]
}

export interface ParsedFile {
  readonly names: readonly string[]
  /** Where in the file each name stands; a total that was computed stands nowhere. */
  readonly places: ReadonlyMap<string, Place>
  readonly records: readonly ParsedRecord[]
  /** Rows of zeros that a workbook of the portal has for days and months without a record. */
  readonly leftOut: number
  readonly faults: Faults
}

/** What a file may lack, as the command line gives it, and the period that its rows must lie in. */
export interface Given {
  /** Values of dimensions by their ids. */
  readonly values: Readonly<Record<string, string>>
  readonly year: number | null
  /** The period of names, `2025-03` or `2025`. */
  readonly period: string | null
  /** What is replaced: a day, a month, a year, `''` for all names without a period; null where nothing is. */
  readonly replaced: string | null
}
