import { keyWithPeriod, type RecordKey } from '../../../server/datasets/record-key.ts'
import { type Cell, cellText } from './cells.ts'
import { type ImportErrors, type CellLocation, quoteText } from './errors.ts'
import { type KeyRead, readDate, readMonth, readName, readYear } from './key.ts'
import type { RecordType } from './record-type.ts'
import type { ColumnMapping } from './column-mapping.ts'
import type { ImportOptions } from './parse-file.ts'

/** Reads what a row is about: its day, its month, or its name and the period of that. Null where a fault was told. */
export function readKey(
  row: number,
  cells: readonly Cell[],
  {
    kind,
    layout,
    known,
    faults,
  }: { kind: RecordType; layout: ColumnMapping; known: ImportOptions; faults: ImportErrors },
): RecordKey | null {
  const cell = cells[layout.key.index] ?? null
  const year = layout.year === null ? known.year : yearOf(row, cells, layout.year, known, faults)
  if (year === 'fault') return null
  const tell = (place: CellLocation | null, fault: string) => {
    faults.add(row, place, fault)
    return null
  }
  if (kind.key !== 'text') {
    const read = kind.key === 'date' ? readDate(cell) : readMonth(cell, year)
    if ('fault' in read) return tell(layout.key, read.fault)
    if (known.replaced !== null && !read.key.startsWith(known.replaced)) {
      return tell(layout.key, `${read.key} is not in ${known.replaced}, which is to be replaced`)
    }
    return keyWithPeriod(kind.dataset, read.key)
  }
  const read = readName(cell)
  if ('fault' in read) return tell(layout.key, read.fault)
  const period = periodOf(cells, year, kind, layout, known)
  const place = layout.month ?? layout.year ?? layout.key
  if ('fault' in period) return tell(place, period.fault)
  if (known.period !== null && !period.key.startsWith(known.period)) {
    return tell(place, `is ${period.key}, and the file is read as ${known.period}`)
  }
  if (known.replaced !== null && !period.key.startsWith(known.replaced)) {
    return tell(place, `${period.key} is not in ${known.replaced}, which is to be replaced`)
  }
  return keyWithPeriod(kind.dataset, read.key, period.key)
}

/** The period of a name: of the row where a column has it, else of the whole file. */
function periodOf(
  cells: readonly Cell[],
  year: number | null,
  { per }: RecordType,
  layout: ColumnMapping,
  { period }: ImportOptions,
): KeyRead {
  if (per === 'none') return { key: '' }
  const advice = `add --period ${per === 'year' ? '2025' : '2025-03'} or a column ${per === 'year' ? 'Year' : 'Month'}`
  if (per === 'year') {
    const known = year === null ? period : String(year)
    return known === null
      ? { fault: `no year is known for this name; ${advice}` }
      : { key: known.slice(0, 4) }
  }
  if (layout.month === null) {
    return period?.length === 7 ? { key: period } : { fault: `no month is known for this name; ${advice}` }
  }
  const known = year ?? (period === null ? null : Number(period.slice(0, 4)))
  return readMonth(cells[layout.month.index] ?? null, known, advice)
}

function yearOf(
  row: number,
  cells: readonly Cell[],
  place: CellLocation,
  known: ImportOptions,
  faults: ImportErrors,
): number | 'fault' {
  const cell = cells[place.index] ?? null
  const year = readYear(cell)
  if (year === null) faults.add(row, place, `${quoteText(cellText(cell))} is not a year such as 2025`)
  else if (known.year !== null && known.year !== year) {
    faults.add(row, place, `is ${year}, and the file is read as ${known.year}`)
  } else return year
  return 'fault'
}
