import { ALWAYS, buildRecordKey, type RecordKey } from '../../../dataset/record-keys.ts'
import { type Cell, getCellText } from '../../../reading/cells.ts'
import type { CellLocation, RowErrors } from '../../../reading/errors.ts'
import { keyReaders, type KeyRead, readDate, readYear, type TimeReading } from '../../../reading/keys.ts'
import { findFormulaError } from '../../../reading/names.ts'
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
  const fail = (location: CellLocation | null, error: string) => {
    errors.add(row, location, error)
    return null
  }
  for (const column of [mapping.day, mapping.year, mapping.key]) {
    const failed = column && findFormulaError(cells[column.index] ?? null)
    if (failed !== null) return fail(column, failed)
  }
  const location = mapping.day ?? mapping.year ?? mapping.key
  const beside = readPeriod(cells, context)
  if (beside !== null && 'error' in beside) return fail(location, beside.error)
  const period = beside?.key ?? null
  const { key } = mapping
  const { kind } = dataset.key
  const stated = kind === 'none' ? ALWAYS : target.isKeyStated ? options.period : null
  if (stated === null && options.period !== null && period !== options.period) {
    return fail(location, `is ${period}, but the file is imported as ${options.period}`)
  }
  const read: KeyRead =
    key === null || kind === 'none'
      ? { key: stated ?? '' }
      : keyReaders[kind](cells[key.index] ?? null, period, times.key)
  if ('error' in read) return fail(key, read.error)
  if (stated !== null && read.key !== stated) {
    return fail(key, `is ${read.key}, but the file is imported as ${stated}`)
  }
  if (mapping.year && getCellText(cells[mapping.year.index]) !== read.key.slice(0, 4)) {
    return fail(mapping.year, `is not the year of ${read.key}`)
  }
  if (options.replaced !== null && !read.key.startsWith(options.replaced)) {
    return fail(key, `${read.key} is outside ${options.replaced}, the period of --replace`)
  }
  return buildRecordKey(dataset, read.key)
}

/** Reads what rows of a kind can lack: from the columns beside the key, else from the options; null without it. */
function readPeriod(cells: readonly Cell[], { target, mapping, options, times }: KeyContext): KeyRead | null {
  const { beside } = getFileKeyKind(target.dataset)
  const { day, year } = mapping
  const length = beside === null ? 0 : grains[beside].example.length
  const givenPeriod = options.period === null ? null : { key: options.period.slice(0, length) }
  if (beside === null) return null
  if (beside === 'day') return day === null ? givenPeriod : readDate(cells[day.index] ?? null, times.day)
  const written = year === null ? null : readYear(cells[year.index] ?? null)
  return written ?? givenPeriod
}
