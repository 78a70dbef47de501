import { basename } from 'node:path'
import { z } from 'zod'
import type { Connection } from '../../server/platform/database/handle.ts'
import { withTransaction } from '../../server/platform/database/transaction.ts'
import {
  type Command,
  type CommandContext,
  ExitCode,
  parseArguments,
  type Terminal,
  UsageError,
} from '../command.ts'
import { isStorable } from '../../time/grain.ts'
import { grains } from '../../time/grains.ts'
import { loadDefinitions, withDatabase } from '../database.ts'
import { storeCommandEvent } from '../history.ts'
import { readTarget, targetArguments } from './arguments.ts'
import { formatSource } from './list.ts'
import { applyRecords, ConflictErrors, type Outcome } from '../../server/data/imports/apply-records.ts'
import { parseChoices, ReadOptions } from './choices.ts'
import { FileError } from '../../reading/errors.ts'
import {
  buildTargets,
  type ImportOptions,
  type ImportTarget,
} from '../../server/data/imports/import-target.ts'
import {
  describeSpans,
  formatReplaceHint,
  getFileKeyKind,
  isSpan,
} from '../../server/data/imports/key-kinds.ts'
import { parseFile } from '../../server/data/imports/parse-file.ts'
import type { ParsedFile } from '../../server/data/imports/row-reader.ts'
import { readSheet } from '../../server/data/imports/sheet-rows.ts'
import { loadSheetFile } from './sheet-file.ts'

const createArguments = (targets: readonly ImportTarget[]) =>
  z.object({
    ...targetArguments(targets),
    year: z.string().optional(),
    period: z.string().optional(),
    sheet: z.string().min(1).optional(),
    replace: z.array(z.string()).max(1, 'expected one month, day or year').default([]),
    read: ReadOptions,
    'dry-run': z.boolean().default(false),
  })

export function importCommand(context: CommandContext): Command {
  return {
    usage:
      '<dataset> <file.csv|file.xlsx> [--DIMENSION VALUE] [--year YYYY] [--period YYYY-MM|YYYY|YYYY-MM-DD] [--sheet NAME] [--read KEY=VALUE] [--replace YYYY-MM|YYYY-MM-DD|YYYY-W07|YYYY-Q1|YYYY|all] [--dry-run]',
    summary: 'imports records from a file, all or none (`list` shows the datasets)',
    run: async (args, terminal) => {
      const targets = buildTargets(loadDefinitions(context))
      const parsed = parseArguments(args, createArguments(targets))
      const { target, values } = readTarget(targets, parsed)
      requireStored(target)
      const { year, period: text = year, replace } = parsed
      const option = parsed.period === undefined ? '--year' : '--period'
      const options: ImportOptions = {
        values,
        period: text === undefined ? null : parsePeriod(target, option, text),
        replaced: replace[0] === undefined ? null : parseReplace(target, replace[0]),
        choices: parseChoices(parsed.read, target.dataset.read),
      }
      const [, path] = parsed.files
      try {
        const sheet = parsed.sheet ?? null
        const content = await readSheet(await loadSheetFile(path, sheet), sheet, options.choices?.encoding)
        const file = await parseFile(target, content, options)
        return await importRecords({ target, file, path }, options, parsed['dry-run'], terminal, context)
      } catch (error) {
        if (!(error instanceof FileError)) throw error
        for (const line of error.lines()) terminal.out(line)
        terminal.out(`${count(error.count)} ${error.count === 1 ? 'error' : 'errors'}, nothing was imported`)
        const hint = formatReplaceHint(getFileKeyKind(target.dataset))
        if (error instanceof ConflictErrors)
          terminal.err(`records already exist; use --replace ${hint} to overwrite`)
        return ExitCode.Errors
      }
    },
  }
}

/** Throws UsageError for a dataset whose records are computed. */
function requireStored({ dataset: { id, from, source } }: ImportTarget): void {
  if (source !== null) throw new UsageError(`${id} is read from ${formatSource(source)} and not stored here`)
  if (from === null) return
  const sources = from.sources.map((source) => source.id).join(' and ')
  throw new UsageError(`${id} is computed from ${sources} and not stored; import into ${sources}`)
}

/** Parses the year, month or day that the rows of a file lack. */
function parsePeriod({ dataset }: ImportTarget, option: string, period: string): string {
  const { beside, rows } = getFileKeyKind(dataset)
  if (beside === null) throw new UsageError(`${option} is not allowed for ${dataset.id}: their rows ${rows}`)
  if (isStorable(grains[beside], period)) return period
  throw new UsageError(`${option}: expected a ${beside} such as ${grains[beside].example}`)
}

/** Parses --replace; returns the prefix of the replaced keys or periods. */
function parseReplace({ dataset }: ImportTarget, period: string): string {
  const { replaced } = getFileKeyKind(dataset)
  if (isSpan(replaced, period)) return period
  if (replaced.length === 0 && period === 'all') return ''
  throw new UsageError(`--replace: expected ${describeSpans(replaced)}`)
}

interface Import {
  readonly target: ImportTarget
  readonly file: ParsedFile
  readonly path: string
}

function importRecords(
  { target, file, path }: Import,
  { replaced }: ImportOptions,
  isDryRun: boolean,
  terminal: Terminal,
  context: CommandContext,
): Promise<number> {
  return withDatabase(context, async (database, location) => {
    const apply = (db: Connection) =>
      applyRecords(db, target.dataset, file, { replaced, write: !isDryRun, now: context.clock() })
    const outcome = isDryRun
      ? await apply(database)
      : await withTransaction(database, async (transaction) => {
          const result = await apply(transaction)
          await storeImport(transaction, context, { target, file, path, replaced, outcome: result })
          return result
        })
    for (const remark of file.remarks) terminal.out(`note: ${remark}`)
    terminal.out(formatSummary(target, file, outcome, isDryRun, location))
    return ExitCode.Ok
  })
}

/** Stores an import that changes something in the history. */
async function storeImport(
  db: Connection,
  context: CommandContext,
  { target, file, path, replaced, outcome }: Import & { replaced: string | null; outcome: Outcome },
): Promise<void> {
  const { added, replaced: changed, removed, unchanged } = outcome
  if (added + changed + removed === 0) return
  const [period = null] = formatRange(target, file.records)
  await storeCommandEvent(db, context, {
    event: 'records imported',
    subjectKind: 'dataset',
    subject: target.dataset.title,
    details: {
      dataset: target.dataset.id,
      file: basename(path),
      period,
      ...(replaced !== null && { replace: replaced || 'all' }),
      added,
      replaced: changed,
      removed,
      unchanged,
    },
  })
}

const count = (value: number) => value.toLocaleString('en')

/** The summary of an import: rows, results, first and last key, and database. */
function formatSummary(
  target: ImportTarget,
  { records, skipped }: ParsedFile,
  { added, unchanged, replaced, removed }: Outcome,
  isDryRun: boolean,
  location: string,
): string {
  const read = records.length + skipped
  const part = (plan: string, number: number, done: string) =>
    isDryRun ? `${plan} ${count(number)}` : `${count(number)} ${done}`
  const parts = [
    part('would add', added, 'added'),
    `${isDryRun ? 'leave ' : ''}${count(unchanged)} unchanged`,
    part('replace', replaced, 'replaced'),
    ...(removed > 0 ? [part('remove', removed, 'removed')] : []),
    ...(skipped > 0 ? [`${count(skipped)} rows of zeros skipped`] : []),
  ]
  const isUnchanged = added + replaced + removed === 0
  const end = isDryRun ? '; nothing was written' : isUnchanged ? '; nothing changed' : ''
  const details = [...formatRange(target, records), location].join(', ')
  return `${target.dataset.id}: ${count(read)} ${read === 1 ? 'row' : 'rows'} read: ${parts.join(', ')}${end} (${details})`
}

function formatRange({ dataset }: ImportTarget, records: ParsedFile['records']): string[] {
  // Text keys are summarised by their period, which may be empty.
  const keys = records.map(({ period, key }) => (dataset.key.kind === 'text' ? period : key)).toSorted()
  const [first, last] = [keys[0], keys.at(-1)]
  if (first === undefined || last === undefined || last === '') return []
  return [first === last ? first : `${first} to ${last}`]
}
