import type { Connection } from '../../../server/database/engine.ts'
import type { Entry, Figures, Ledger } from '../../../server/repositories/ledgers/ledger.ts'
import { Faults, FileFault } from './faults.ts'
import { MOST_NAMES } from './free-columns.ts'
import { quoted } from './quoted.ts'
import type { ParsedFile, ParsedRecord } from './parsed-file.ts'

/** What came of the records of a file. */
export interface Outcome {
  added: number
  unchanged: number
  replaced: number
  /** Records of the replaced period that the file does not have. */
  removed: number
}

export interface Applied {
  readonly outcome: Outcome
  /** Records that the database has with other figures. */
  readonly conflicts: Faults
}

export interface ApplyOptions {
  /** What is replaced: a day, month or year; null adds only, and other figures are conflicts. */
  readonly period: string | null
  readonly write: boolean
  readonly now: Date
}

/** So many figures are compared and written at a time. */
const FIGURES_AT_ONCE = 20_000
const RECORDS_AT_ONCE = 500

/** Compares the records of a file with those that are stored, and writes what is new or replaced. */
export async function applyRecords(
  db: Connection,
  ledger: Ledger,
  file: ParsedFile,
  options: ApplyOptions,
): Promise<Applied> {
  const { names, records } = file
  const outcome: Outcome = { added: 0, unchanged: 0, replaced: 0, removed: 0 }
  const conflicts = new Faults()
  const size = Math.max(1, Math.min(RECORDS_AT_ONCE, Math.floor(FIGURES_AT_ONCE / Math.max(1, names.length))))
  for (const [scope, inScope] of byScope(records)) {
    const counts = options.write ? await countNames(db, ledger, scope, inScope) : new Map<string, number>()
    if (options.period !== null) {
      const stored = await ledger.list(db, scope, ...rangeOf(options.period))
      const kept = new Set(inScope.map(({ key }) => key))
      const gone = [...stored.keys()].filter((key) => !kept.has(key))
      outcome.removed += gone.length
      if (options.write) await ledger.remove(db, scope, gone)
    }
    for (let start = 0; start < inScope.length; start += size) {
      const part = inScope.slice(start, start + size)
      const stored = await ledger.list(db, scope, part[0]?.key ?? '', part.at(-1)?.key ?? '')
      const entries = changes(stored, file, part, options, outcome, conflicts)
      if (options.write && conflicts.count === 0) await ledger.put(db, scope, entries, options.now)
    }
    if (options.write && conflicts.count === 0) {
      await nameMonths(db, ledger, scope, names, inScope, options)
      checkGrowth(ledger, scope, counts, await countNames(db, ledger, scope, inScope))
    }
  }
  return { outcome, conflicts }
}

/** The records of a part that must be written. */
function changes(
  stored: ReadonlyMap<string, Figures>,
  { names, places }: ParsedFile,
  part: readonly ParsedRecord[],
  { period }: ApplyOptions,
  outcome: Outcome,
  conflicts: Faults,
): Entry[] {
  const entries: Entry[] = []
  for (const record of part) {
    const entry = { key: record.key, figures: figuresOf(names, record) }
    const before = stored.get(record.key)
    const differences = before === undefined ? [] : differencesOf(before, entry.figures)
    if (before !== undefined && differences.length === 0) outcome.unchanged += 1
    else if (before === undefined || period !== null) {
      entries.push(entry)
      outcome[before === undefined ? 'added' : 'replaced'] += 1
    }
    if (period !== null) continue
    for (const { name, was, is } of differences) {
      const place = places.get(name) ?? null
      const figure = place === null ? ` for ${quoted(name)}` : ''
      conflicts.add(record.row, place, `${record.key} is stored with ${was}${figure}, the file has ${is}`)
    }
  }
  return entries
}

/** A name without a figure counts as 0 (R20). */
function differencesOf(before: Figures, after: Figures) {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({ name, was: before.get(name) ?? 0, is: after.get(name) ?? 0 }))
    .filter(({ was, is }) => was !== is)
}

function figuresOf(names: readonly string[], { figures }: ParsedRecord): Figures {
  return new Map(
    figures.flatMap((value, index) => (value === null ? [] : [[names[index] ?? '', value] as const])),
  )
}

async function nameMonths(
  db: Connection,
  ledger: Ledger,
  scope: string,
  names: readonly string[],
  records: readonly ParsedRecord[],
  { period }: ApplyOptions,
): Promise<void> {
  if (ledger.monthNames?.list === undefined) return
  const used = new Map<string, Set<number>>()
  for (const { key, figures } of records) {
    const columns = used.get(monthOf(key)) ?? new Set()
    for (const [index, value] of figures.entries()) if (value !== null) columns.add(index)
    used.set(monthOf(key), columns)
  }
  for (const [month, columns] of used) {
    const named = names.filter((_, index) => columns.has(index))
    const replaced = period === null ? null : period === month ? 'month' : 'day'
    await ledger.monthNames.list(db, scope, month, named, replaced)
  }
}

/** How many names each month of the records has in the database; empty for kinds without free names. */
async function countNames(
  db: Connection,
  { monthNames }: Ledger,
  scope: string,
  records: readonly ParsedRecord[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  if (monthNames === undefined) return counts
  for (const month of new Set(records.map(({ key }) => monthOf(key)))) {
    counts.set(month, await monthNames.count(db, scope, month))
  }
  return counts
}

/**
 * Throws FileFault for a month that gets more names than are allowed. A month that an older version let beyond the
 * limit can still be completed and corrected, as long as it does not get more.
 */
function checkGrowth(
  { monthNames }: Ledger,
  scope: string,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): void {
  for (const [month, count] of after) {
    if (count <= Math.max(MOST_NAMES, before.get(month) ?? 0)) continue
    const [have, most] = [count, MOST_NAMES].map((number) => number.toLocaleString('en'))
    const names = `${monthNames?.noun ?? 'names'}${scope === '' ? '' : ` of ${scope}`}`
    throw new FileFault(
      `${month} would have ${have} ${names}, those that are stored included; a month has at most ${most}`,
    )
  }
}

const monthOf = (key: string) => key.slice(0, 7)

/** The records of each scope, by key. */
function byScope(records: readonly ParsedRecord[]): Map<string, ParsedRecord[]> {
  const scopes = new Map<string, ParsedRecord[]>()
  for (const record of records) {
    const list = scopes.get(record.scope)
    if (list === undefined) scopes.set(record.scope, [record])
    else list.push(record)
  }
  for (const list of scopes.values()) list.sort((one, other) => (one.key < other.key ? -1 : 1))
  return scopes
}

/** The first and the last key that a day, month or year can have. */
const rangeOf = (period: string): [string, string] => [period, `${period}-99`]
