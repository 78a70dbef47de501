import { buildRecordKey, type RecordKey } from '../../../dataset/record-keys.ts'
import { type Cell, getCellText } from '../../../reading/cells.ts'
import type { CellLocation, RowErrors } from '../../../reading/errors.ts'
import {
  keyReaders,
  type KeyRead,
  readDate,
  readYear,
  readYearPart,
  type TimeReading,
} from '../../../reading/keys.ts'
import { grains } from '../../../time/grains.ts'
import type { ColumnMapping } from './column-mapping.ts'
import type { ImportOptions, ImportTarget } from './import-target.ts'
import { getFileKeyKind } from './key-kinds.ts'

export interface KeyContext {
  readonly target: ImportTarget
  readonly mapping: ColumnMapping
  readonly options: ImportOptions
  readonly errors: RowErrors
  /** How the columns of the key and of its day are read. */
  readonly times: Readonly<Record<'key' | 'day', TimeReading>>
}

/** Reads the key of a row and its period. Adds to `errors` and returns null if they are invalid. */
export function readKey(row: number, cells: readonly Cell[], context: KeyContext): RecordKey | null {
  const { target, mapping, options, errors, times } = context
  const { dataset } = target
  const fail = (location: CellLocation, error: string) => {
    errors.add(row, location, error)
    return null
  }
  const location = mapping.month ?? mapping.day ?? mapping.year ?? mapping.key
  const beside = readPeriod(cells, context)
  if (beside !== null && 'error' in beside) return fail(location, beside.error)
  const period = beside?.key ?? null
  if (options.period !== null && period !== options.period) {
    return fail(location, `is ${period}, but the file is imported as ${options.period}`)
  }
  const { kind } = dataset.key
  const read = keyReaders[kind](cells[mapping.key.index] ?? null, period, times.key)
  if ('error' in read) return fail(mapping.key, read.error)
  if (kind !== 'text' && mapping.year && getCellText(cells[mapping.year.index]) !== read.key.slice(0, 4)) {
    return fail(mapping.year, `is not the year of ${read.key}`)
  }
  const dated = kind === 'text' ? (period ?? '') : read.key
  if (options.replaced !== null && !dated.startsWith(options.replaced)) {
    const at = kind === 'text' ? location : mapping.key
    return fail(at, `${dated} is outside ${options.replaced}, the period of --replace`)
  }
  return buildRecordKey(dataset, read.key, period ?? '')
}

/** Reads what rows of a kind can lack: from the columns beside the key, else from the options; null without it. */
function readPeriod(cells: readonly Cell[], { target, mapping, options, times }: KeyContext): KeyRead | null {
  const { beside } = getFileKeyKind(target.dataset)
  const { day, month, year } = mapping
  const known = options.period === null ? null : { key: options.period }
  const isNamed = target.dataset.key.kind === 'text'
  if (beside === null) return null
  if (beside === 'day') return day === null ? known : readDate(cells[day.index] ?? null, times.day)
  const written = year === null ? null : readYear(cells[year.index] ?? null)
  if (written !== null && 'error' in written) return written
  if (beside === 'year') {
    const unknown = 'the year of this name is unknown; add --period 2025 or a column Year'
    return written ?? known ?? (isNamed ? { error: unknown } : null)
  }
  const advice = 'add --period 2025-03 or a column Month'
  if (month === null) return known ?? { error: `the month of this name is unknown; ${advice}` }
  const ofYear = written?.key ?? options.period?.slice(0, 4) ?? null
  return readYearPart(grains.month, cells[month.index] ?? null, ofYear, advice)
}
