import { withTransaction } from '../../server/database/transaction.ts'
import { type Command, type CommandContext, DONE, FOUND, type Terminal } from '../command.ts'
import { describeDatabase } from '../with-database.ts'
import { loadDefinitions, openDatabase, resolveDatabase } from './open-database.ts'
import { type Applied, applyRecords, type Outcome } from './import/apply-records.ts'
import { FileError } from './import/errors.ts'
import type { RecordType } from './import/import-target.ts'
import { buildRecordTypes } from './import/build-targets.ts'
import { readArguments } from './arguments.ts'
import { type ImportOptions, type ParsedFile, parseFile } from './import/parse-file.ts'
import { sheetRows } from './import/sheet-rows.ts'
import { createProgress } from './output-file.ts'

/** Brings the records of a file into the database: all of them, or none where anything is wrong. */
export function importCommand(surroundings: CommandContext): Command {
  return {
    usage:
      '<dataset> <file.csv|file.xlsx> [--DIMENSION VALUE] [--year YYYY] [--period YYYY-MM|YYYY] [--sheet NAME] [--replace YYYY-MM|YYYY-MM-DD|YYYY|all] [--dry-run]',
    summary: 'adds records from a file, all or none (docs/operations/data.md; `list` tells the datasets)',
    run: async (args, terminal) => {
      const { kind, path, sheet, given, isTrial } = readArguments(
        buildRecordTypes(loadDefinitions(surroundings)),
        args,
      )
      try {
        const rows = await sheetRows(path, sheet, (heading) => kind.roleOf(heading)?.id === 'key')
        const file = await parseFile(kind, rows, given, createProgress(terminal, 'rows read'))
        if (file.faults.count > 0) return refuse(terminal, file.faults.lines(), file.faults.count)
        return await bringIn(kind, file, given, isTrial, terminal, surroundings)
      } catch (error) {
        if (!(error instanceof FileError)) throw error
        return refuse(terminal, [error.message], 1)
      }
    },
  }
}

/** Ends a transaction without a trace, since some records are stored with other figures. */
class Conflicting extends Error {
  readonly applied: Applied

  constructor(applied: Applied) {
    super('records are stored with other figures')
    this.applied = applied
  }
}

async function bringIn(
  kind: RecordType,
  file: ParsedFile,
  { replaced }: ImportOptions,
  isTrial: boolean,
  terminal: Terminal,
  surroundings: CommandContext,
): Promise<number> {
  const location = resolveDatabase(surroundings)
  const engine = await openDatabase(location)
  try {
    const now = surroundings.clock()
    const { database } = engine
    const applied = isTrial
      ? await applyRecords(database, kind.dataset, file, { replaced, write: false, now })
      : await withTransaction(database, async (transaction) => {
          const result = await applyRecords(transaction, kind.dataset, file, { replaced, write: true, now })
          if (result.conflicts.count > 0) throw new Conflicting(result)
          return result
        }).catch((error: unknown) => {
          if (error instanceof Conflicting) return error.applied
          throw error
        })
    const { conflicts, outcome } = applied
    if (conflicts.count > 0) {
      refuse(terminal, conflicts.lines(), conflicts.count)
      const what = kind.key === 'text' ? 'what' : 'a day or month that'
      terminal.err(`${what} is to be replaced is named by --replace`)
      return FOUND
    }
    terminal.out(summaryLine(kind, file, outcome, isTrial, describeDatabase(location)))
    return DONE
  } finally {
    await engine.close()
  }
}

function refuse(terminal: Terminal, lines: readonly string[], count: number): number {
  for (const line of lines) terminal.out(line)
  terminal.out(`${count.toLocaleString('en')} ${count === 1 ? 'error' : 'errors'}, nothing was imported`)
  return FOUND
}

const count = (value: number) => value.toLocaleString('en')

/** The last line of an import: what was read, what came of it or would, which days or months, and where. */
function summaryLine(
  { name, key }: RecordType,
  { records, leftOut }: ParsedFile,
  { added, unchanged, replaced, removed }: Outcome,
  isTrial: boolean,
  place: string,
): string {
  const read = records.length + leftOut
  const part = (plan: string, number: number, done: string) =>
    isTrial ? `${plan} ${count(number)}` : `${count(number)} ${done}`
  const parts = [
    part('would add', added, 'added'),
    `${isTrial ? 'leave ' : ''}${count(unchanged)} unchanged`,
    part('replace', replaced, 'replaced'),
    ...(removed > 0 ? [part('remove', removed, 'removed')] : []),
    ...(leftOut > 0 ? [`${count(leftOut)} of zeros left out`] : []),
  ]
  const isSame = added + replaced + removed === 0
  const end = isTrial ? '; nothing was written' : isSame ? '; nothing changed' : ''
  const where = [...periodOf(records, key === 'text'), place].join(', ')
  return `${name}: ${count(read)} ${read === 1 ? 'row' : 'rows'} read: ${parts.join(', ')}${end} (${where})`
}

function periodOf(records: ParsedFile['records'], isText: boolean): string[] {
  // Names are told by their period, which they may lack.
  const keys = records.map(({ period, key }) => (isText ? period : key)).toSorted()
  const [first, last] = [keys[0], keys.at(-1)]
  if (first === undefined || last === undefined || last === '') return []
  return [first === last ? first : `${first} to ${last}`]
}
