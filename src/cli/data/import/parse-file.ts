import type { SheetRow } from './cell.ts'
import { isBlank, textOf } from './cell.ts'
import { Faults, FileFault } from './faults.ts'
import type { Kind } from './kind.ts'
import { isHeadings, knownHeadings, MOST_ROWS_ABOVE, readLayout } from './layout.ts'
import { type Given, MOST_FIGURES, MOST_ROWS, type ParsedFile } from './parsed-file.ts'
import { RowReader } from './row-reader.ts'
import { readTitle } from './title.ts'

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
