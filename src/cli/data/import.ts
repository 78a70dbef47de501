import { basename } from 'node:path'
import type { Connection } from '../../server/database/handle.ts'
import { withTransaction } from '../../server/database/transaction.ts'
import { type Command, type CommandContext, ExitCode, type Terminal } from '../command.ts'
import { describeDatabase } from '../../server/database/open.ts'
import { loadDefinitions, openDatabase, resolveDatabase } from '../database.ts'
import { storeCommandEvent } from '../history.ts'
import { type Applied, applyRecords, type Outcome } from './import/apply-records.ts'
import { FileError } from './import/errors.ts'
import type { ImportOptions, ImportTarget } from './import/import-target.ts'
import { buildTargets } from './import/build-targets.ts'
import { readArguments } from './arguments.ts'
import { formatReplaceHint, getFileKeyKind } from './import/key-kinds.ts'
import { parseFile } from './import/parse-file.ts'
import type { ParsedFile } from './import/row-reader.ts'
import { readSheetRows } from './import/sheet-rows.ts'
import { createProgress } from './output-file.ts'

/** Imports the records of a file in one transaction: all of them, or none if there is any error. */
export function importCommand(context: CommandContext): Command {
  return {
    usage:
      '<dataset> <file.csv|file.xlsx> [--DIMENSION VALUE] [--year YYYY] [--period YYYY-MM|YYYY|YYYY-MM-DD] [--sheet NAME] [--replace YYYY-MM|YYYY-MM-DD|YYYY-W07|YYYY-Q1|YYYY|all] [--dry-run]',
    summary: 'imports records from a file, all or none (`list` shows the datasets)',
    run: async (args, terminal) => {
      const { target, path, sheet, options, isDryRun } = readArguments(
        buildTargets(loadDefinitions(context)),
        args,
      )
      try {
        const rows = await readSheetRows(path, sheet, (heading) => target.findRole(heading)?.id === 'key')
        const file = await parseFile(target, rows, options, createProgress(terminal, 'rows read'))
        if (file.errors.count > 0) return rejectFile(terminal, file.errors.lines(), file.errors.count)
        return await importRecords({ target, file, path }, options, isDryRun, terminal, context)
      } catch (error) {
        if (!(error instanceof FileError)) throw error
        return rejectFile(terminal, [error.message], 1)
      }
    },
  }
}

/** Rolls the transaction back: records are stored with other amounts. */
class ConflictError extends Error {
  readonly applied: Applied

  constructor(applied: Applied) {
    super('records are stored with other amounts')
    this.applied = applied
  }
}

interface Import {
  readonly target: ImportTarget
  readonly file: ParsedFile
  readonly path: string
}

async function importRecords(
  { target, file, path }: Import,
  { replaced }: ImportOptions,
  isDryRun: boolean,
  terminal: Terminal,
  context: CommandContext,
): Promise<number> {
  const location = resolveDatabase(context)
  const handle = await openDatabase(location)
  try {
    const now = context.clock()
    const { database } = handle
    const applied = isDryRun
      ? await applyRecords(database, target.dataset, file, { replaced, write: false, now })
      : await withTransaction(database, async (transaction) => {
          const result = await applyRecords(transaction, target.dataset, file, { replaced, write: true, now })
          if (result.conflicts.count > 0) throw new ConflictError(result)
          await storeImport(transaction, context, { target, file, path, replaced, outcome: result.outcome })
          return result
        }).catch((error: unknown) => {
          if (error instanceof ConflictError) return error.applied
          throw error
        })
    const { conflicts, outcome } = applied
    if (conflicts.count > 0) {
      rejectFile(terminal, conflicts.lines(), conflicts.count)
      terminal.err(
        `records already exist; use --replace ${formatReplaceHint(getFileKeyKind(target.dataset))} to overwrite`,
      )
      return ExitCode.Errors
    }
    terminal.out(formatSummary(target, file, outcome, isDryRun, describeDatabase(location)))
    return ExitCode.Ok
  } finally {
    await handle.close()
  }
}

/** Stores an import that changes something in the history. */
async function storeImport(
  db: Connection,
  context: CommandContext,
  { target, file, path, replaced, outcome }: Import & { replaced: string | null; outcome: Outcome },
): Promise<void> {
  const { added, replaced: changed, removed, unchanged } = outcome
  if (added + changed + removed === 0) return
  const [period = null] = formatRange(file.records, target.key === 'text')
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

function rejectFile(terminal: Terminal, lines: readonly string[], count: number): number {
  for (const line of lines) terminal.out(line)
  terminal.out(`${count.toLocaleString('en')} ${count === 1 ? 'error' : 'errors'}, nothing was imported`)
  return ExitCode.Errors
}

const count = (value: number) => value.toLocaleString('en')

/** The summary of an import: rows, results, first and last key, and database. */
function formatSummary(
  { name, key }: ImportTarget,
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
  const details = [...formatRange(records, key === 'text'), location].join(', ')
  return `${name}: ${count(read)} ${read === 1 ? 'row' : 'rows'} read: ${parts.join(', ')}${end} (${details})`
}

function formatRange(records: ParsedFile['records'], isText: boolean): string[] {
  // Text keys are summarised by their period, which may be empty.
  const keys = records.map(({ period, key }) => (isText ? period : key)).toSorted()
  const [first, last] = [keys[0], keys.at(-1)]
  if (first === undefined || last === undefined || last === '') return []
  return [first === last ? first : `${first} to ${last}`]
}
