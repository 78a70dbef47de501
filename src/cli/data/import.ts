import { z } from 'zod'
import { parseDate } from '../../engine/calendar.ts'
import { transact } from '../../server/database/transact.ts'
import { type Command, DONE, FOUND, parseArguments, type Terminal, UsageError } from '../command.ts'
import { placeOf } from '../database-settings.ts'
import { type Applied, applyRecords } from './import/apply-records.ts'
import { FileFault } from './import/faults.ts'
import type { Kind } from './import/kind.ts'
import { kinds } from './import/kinds.ts'
import { parseFile } from './import/parse-file.ts'
import type { Given, ParsedFile } from './import/parsed-file.ts'
import { readScope } from './import/scope.ts'
import { sheetRows } from './import/sheet-rows.ts'
import { summaryLine } from './import/summary.ts'
import { locate, openDatabase } from './open-database.ts'
import { progressOf } from './progress.ts'
import type { Surroundings } from './surroundings.ts'

const kindNames = kinds.map(({ name }) => name)

const Arguments = z.object({
  files: z.tuple([z.enum(kindNames, `a kind is needed: ${kindNames.join(', ')}`), z.string()], {
    error: `a kind (${kindNames.join(', ')}) and one file are needed`,
  }),
  type: z.string().optional(),
  direction: z.string().optional(),
  year: z
    .string()
    .regex(/^(?:19|20|21)\d\d$/, 'a year such as 2025')
    .transform(Number)
    .optional(),
  sheet: z.string().min(1).optional(),
  replace: z
    .array(z.string())
    .max(1, 'one month, day or year')
    .transform(([period]) => period)
    .optional(),
  'dry-run': z.boolean().default(false),
})
const options = {
  type: { type: 'string' },
  direction: { type: 'string' },
  year: { type: 'string' },
  sheet: { type: 'string' },
  replace: { type: 'string', multiple: true },
  'dry-run': { type: 'boolean' },
} as const

type Arguments = z.infer<typeof Arguments>

/** Brings the records of a file into the database: all of them, or none where anything is wrong. */
export function importCommand(surroundings: Surroundings): Command {
  return {
    usage:
      '<kind> <file.csv|file.xlsx> [--type TYPE] [--direction DIRECTION] [--year YYYY] [--sheet NAME] [--replace YYYY-MM|YYYY-MM-DD] [--dry-run]',
    summary: `adds records from a file, all or none; kinds: ${kindNames.join(', ')} (docs/data.md)`,
    run: async (args, terminal) => {
      const parsed = parseArguments(args, options, Arguments)
      const [name, path] = parsed.files
      const kind = kinds.find((one) => one.name === name)
      if (kind === undefined) throw new UsageError(`there is no kind ${name}`)
      const given = givenBy(kind, parsed)
      try {
        const rows = await sheetRows(path, parsed.sheet ?? null)
        const file = await parseFile(kind, rows, given, progressOf(terminal, 'rows read'))
        if (file.faults.count > 0) return refuse(terminal, file.faults.lines(), file.faults.count)
        return await bringIn(kind, file, given, parsed['dry-run'], terminal, surroundings)
      } catch (error) {
        if (!(error instanceof FileFault)) throw error
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
  kind: Kind,
  file: ParsedFile,
  { period }: Given,
  isTrial: boolean,
  terminal: Terminal,
  surroundings: Surroundings,
): Promise<number> {
  const location = locate(surroundings)
  const engine = await openDatabase(location)
  try {
    const now = surroundings.clock()
    const { database } = engine
    const applied = isTrial
      ? await applyRecords(database, kind.ledger, file, { period, write: false, now })
      : await transact(database, async (transaction) => {
          const result = await applyRecords(transaction, kind.ledger, file, { period, write: true, now })
          if (result.conflicts.count > 0) throw new Conflicting(result)
          return result
        }).catch((error: unknown) => {
          if (error instanceof Conflicting) return error.applied
          throw error
        })
    const { conflicts, outcome } = applied
    if (conflicts.count > 0) {
      refuse(terminal, conflicts.lines(), conflicts.count)
      terminal.err('a day or month that is to be replaced is named by --replace')
      return FOUND
    }
    terminal.out(summaryLine(kind.name, file, outcome, isTrial, placeOf(location)))
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

/** What the options say about a kind. Throws UsageError for an option that the kind does not have. */
function givenBy(kind: Kind, { type, direction, year, replace }: Arguments): Given {
  const { scope, name } = kind
  if (type !== undefined && scope?.option !== 'type') throw new UsageError(`--type: ${name} have no type`)
  if (direction !== undefined && scope?.option !== 'direction') {
    throw new UsageError(`--direction: ${name} have no direction`)
  }
  if (year !== undefined && kind.key !== 'month') throw new UsageError(`--year: ${name} have whole dates`)
  const asked = type ?? direction
  const known = asked === undefined || scope === null ? null : readScope(scope, asked)
  if (asked !== undefined && known === null) {
    throw new UsageError(`--${scope?.option}: one of ${scope?.values.join(', ')}`)
  }
  return { scope: known, year: year ?? null, period: replace === undefined ? null : periodOf(kind, replace) }
}

function periodOf({ key }: Kind, text: string): string {
  const [, month, day] = /^(?:19|20|21)\d\d(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? []
  const isCalendar = parseDate(`${text.slice(0, 7)}-${day ?? '01'}`) !== null
  const isGood = key === 'date' ? month !== undefined && isCalendar : day === undefined
  if (isGood && (month === undefined ? /^\d{4}$/.test(text) : isCalendar)) return text
  throw new UsageError(
    key === 'date'
      ? '--replace: a month or a day such as 2025-03 or 2025-03-07'
      : '--replace: a month or a year such as 2025-03 or 2025',
  )
}
