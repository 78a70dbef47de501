import { z } from 'zod'
import { withTransaction } from '../../server/platform/database/transaction.ts'
import {
  type Command,
  type CommandContext,
  ExitCode,
  parseArguments,
  type Terminal,
  UsageError,
} from '../command.ts'
import { loadUsableDefinitions, withDatabase } from '../database.ts'
import { readTarget, targetArguments } from './arguments.ts'
import { formatSource } from './list.ts'
import { ConflictErrors, type Outcome } from '../../server/data/imports/apply-records.ts'
import { askChoices, parseAsUsage, ReadOptions } from './choices.ts'
import { parseOptions } from '../../server/data/imports/import-options.ts'
import { FileError, sanitize } from '../../reading/errors.ts'
import { formatSummaries, type Summary } from '../../reading/profile.ts'
import {
  buildTargets,
  type ImportOptions,
  type ImportTarget,
} from '../../server/data/imports/import-target.ts'
import { formatReplaceHint, getFileKeyKind } from '../../server/data/imports/key-kinds.ts'
import { compareImport, formatRange, writeImport } from '../../server/data/imports/import-service.ts'
import { type ReadFile, readImport } from '../../server/data/imports/import-reader.ts'
import { createImportContext } from './undo.ts'
import type { ParsedFile } from '../../server/data/imports/row-reader.ts'
import type { ImportFile } from '../../server/data/imports/sheet-rows.ts'
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

export const importCommand: Command = {
  usage:
    '<dataset> <file.csv|file.xlsx> [--DIMENSION VALUE] [--year YYYY] [--period YYYY-MM|YYYY|YYYY-MM-DD] [--sheet NAME] [--read KEY=VALUE] [--replace YYYY-MM|YYYY-MM-DD|YYYY-W07|YYYY-Q1|YYYY|all] [--dry-run]',
  summary: 'imports records from a file, all or none (`list` shows the datasets)',
  run: async (args, terminal, context) => {
    const targets = buildTargets(loadUsableDefinitions(context, terminal))
    const parsed = parseArguments(args, createArguments(targets))
    const { target, values } = readTarget(targets, parsed)
    requireStored(target)
    const { year, period: text = year, replace } = parsed
    const option = parsed.period === undefined ? '--year' : '--period'
    const sheetName = parsed.sheet ?? null
    const written = { values, period: text ?? null, sheet: sheetName, replace: replace[0] ?? null }
    const parse = (read: readonly string[]) =>
      parseAsUsage(() => parseOptions(target, { ...written, read }, option))
    // Wrong options are said before a file is loaded.
    const { sheet } = parse(parsed.read)
    const [, path] = parsed.files
    try {
      const loaded = await loadSheetFile(path, sheet)
      const showProfile = chooseProfileOutput(terminal, parsed['dry-run'])
      const { file, options } = await readAsked(target, loaded, parsed.read, parse, terminal, showProfile)
      return await importRecords(target, file, options, parsed['dry-run'], terminal, context)
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      for (const line of error.lines()) terminal.out(line)
      terminal.out(`${count(error.count)} ${error.count === 1 ? 'error' : 'errors'}, nothing was imported`)
      const hint = formatReplaceHint(getFileKeyKind(target.dataset))
      if (error instanceof ConflictErrors && error.replaceable > 0)
        terminal.err(`records already exist; use --replace ${hint} to overwrite`)
      return ExitCode.Errors
    }
  },
}

type ShowProfile = (profile: readonly Summary[]) => void

/** Chooses where a profile is printed. Without a person only a dry run has one, apart from the results for programs. */
function chooseProfileOutput({ ask, out, err }: Terminal, isDryRun: boolean): ShowProfile | undefined {
  if (ask === undefined && !isDryRun) return undefined
  const print = ask === undefined ? err : out
  return (profile) => {
    if (profile.length > 0) for (const line of formatSummaries(profile)) print(line)
  }
}

/** Reads a file, and asks the person at a terminal for choices. Throws FileError. */
async function readAsked(
  target: ImportTarget,
  loaded: ImportFile,
  read: readonly string[],
  parse: (read: readonly string[]) => ImportOptions,
  terminal: Terminal,
  showProfile: ShowProfile | undefined,
): Promise<{ readonly file: ReadFile; readonly options: ImportOptions }> {
  const options = parse(read)
  if (terminal.ask !== undefined) terminal.err(`reading ${sanitize(loaded.name)} …`)
  try {
    return { file: await readImport(target, loaded, options, showProfile), options }
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    const answers = await askChoices(terminal, error.questions)
    if (answers.length === 0) throw error
    return readAsked(target, loaded, [...read, ...answers], parse, terminal, showProfile)
  }
}

function requireStored({ dataset: { id, from, source } }: ImportTarget): void {
  if (source !== null) throw new UsageError(`${id} is read from ${formatSource(source)} and not stored here`)
  if (from === null) return
  const sources = from.sources.map((source) => source.id).join(' and ')
  throw new UsageError(`${id} is computed from ${sources} and not stored; import into ${sources}`)
}

function importRecords(
  target: ImportTarget,
  file: ReadFile,
  options: ImportOptions,
  isDryRun: boolean,
  terminal: Terminal,
  context: CommandContext,
): Promise<number> {
  const { dataset } = target
  return withDatabase(context, async (database, location) => {
    const now = context.clock()
    const { outcome, conflicts, warnings, largest } = isDryRun
      ? await tryImport(database, target, file, options, now)
      : await withTransaction(database, (transaction) =>
          writeImport(transaction, target, file, options, createImportContext(transaction, context, dataset)),
        )
    if (conflicts.count > 0) throw conflicts
    for (const remark of file.parsed.remarks) terminal.out(`note: ${remark}`)
    for (const warning of warnings) terminal.out(`warning: ${warning}`)
    if (largest.length > 0 && (isDryRun || terminal.ask !== undefined)) {
      terminal.out('the largest changes:')
      for (const { record, field, was, is } of largest)
        terminal.out(
          `  ${sanitize(record)}: ${sanitize(field)} ${isDryRun ? 'is' : 'was'} stored with ${was}, in the file ${is}`,
        )
    }
    terminal.out(formatSummary(target, file.parsed, outcome, isDryRun, location))
    return ExitCode.Ok
  })
}

async function tryImport(...args: Parameters<typeof compareImport>) {
  const { unmet, ...applied } = await compareImport(...args)
  if (applied.conflicts.count === 0 && unmet.errors.count > 0) throw unmet.errors
  return { ...applied, warnings: unmet.warnings }
}

const count = (value: number) => value.toLocaleString('en')

/** Formats the summary of an import: rows, results, first and last key, and database. */
function formatSummary(
  target: ImportTarget,
  { records, rows, skipped }: ParsedFile,
  { added, unchanged, replaced, removed }: Outcome,
  isDryRun: boolean,
  location: string,
): string {
  const isAdded = rows > records.length + skipped
  const ofRecords = isAdded ? `, ${count(records.length)} ${records.length === 1 ? 'record' : 'records'}` : ''
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
  const details = [formatRange(records) ?? [], location].flat().join(', ')
  return `${target.dataset.id}: ${count(rows)} ${rows === 1 ? 'row' : 'rows'} read${ofRecords}: ${parts.join(', ')}${end} (${details})`
}
