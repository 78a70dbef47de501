import type { SheetRow } from './cell.ts'
import { isBlank, textOf } from './cell.ts'
import { Faults, FileFault } from './faults.ts'
import type { Kind } from './kind.ts'
import { isHeadings, knownHeadings, MOST_ROWS_ABOVE, readLayout } from './layout.ts'
import { type Given, MOST_FIGURES, MOST_ROWS, type ParsedFile } from './parsed-file.ts'
import { RowReader } from './row-reader.ts'
import { scopeInTitle } from './scope.ts'

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
    } else if (isHeadings(row)) reader = startReader(kind, row, above, given, faults)
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
  const [title = '', period = ''] = above.map(({ cells }) => textOf(cells[0]))
  const titled = kind.scope === null ? null : scopeInTitle(kind.scope, title)
  const year = /^\d{4}$/.test(period) ? Number(period) : null
  if (given.scope !== null && titled !== null && given.scope !== titled) {
    throw new FileFault(`the file is about ${titled}, not about ${given.scope}`)
  }
  if (given.year !== null && year !== null && given.year !== year) {
    throw new FileFault(`the file is about the year ${year}, not ${given.year}`)
  }
  const known = { ...given, scope: given.scope ?? titled, year: given.year ?? year }
  const layout = readLayout(kind, row, known.scope, faults)
  if (kind.scope !== null && known.scope === null && layout.scope === null) {
    throw new FileFault(
      `the file does not say its ${kind.scope.option}; add --${kind.scope.option} ${kind.scope.values.join('|')}`,
    )
  }
  // Only the portal writes a title and below it the period: days without a record are rows of zeros there.
  const isWorkbook = title.includes(' - ') && /^\d{4}(?: [A-Z][a-z]+)?$/.test(period)
  return new RowReader({ kind, layout, known, skipsZeros: isWorkbook && kind.filled, faults })
}

const count = (value: number) => value.toLocaleString('en')

const noHeadings = (kind: Kind) =>
  `no row of headings was found; ${kind.name} has ${knownHeadings(kind).join(', ')}`
