import { z } from 'zod'
import { computeDaysAgo, listLastSignIns } from '../../server/accounts/last-sign-ins.ts'
import { computeSessionBounds } from '../../server/accounts/sessions.ts'
import { type Command, type CommandContext, ExitCode, parseArguments } from '../command.ts'
import { parseDatabaseSettings, readStored } from '../database.ts'
import { formatMinute, printTable } from '../table.ts'

const Arguments = z.object({
  files: z.array(z.string()).max(0, 'no argument is expected'),
  csv: z.boolean().default(false),
  'not-signed-in': z
    .string()
    .regex(/^(?:0|[1-9]\d{0,3})$/, 'expected a number of days from 0 to 9999')
    .transform(Number)
    .optional(),
})
const options = { csv: { type: 'boolean' }, 'not-signed-in': { type: 'string' } } as const

const HEADING = ['User ID', 'Role', 'Status', 'E-mail', 'Created', 'Last sign-in', 'Sessions']

/** Lists the accounts, those of role 1 included, with their last sign-in. */
export const usersCommand = (context: CommandContext): Command => ({
  usage: '[--not-signed-in DAYS] [--csv]',
  summary: 'lists the accounts with their last sign-in (times in UTC) and the number of their sessions',
  run: async (args, terminal) => {
    const { csv, 'not-signed-in': days } = parseArguments(args, options, Arguments)
    const now = context.clock()
    const bounds = computeSessionBounds(now, readSessionRules(context))
    const filter = {
      page: 0,
      size: Number.MAX_SAFE_INTEGER,
      search: '',
      notSignedInSince: computeDaysAgo(now, days),
      includesReserved: true,
    }
    const { records } = await readStored(context, (db) => listLastSignIns(db, filter, bounds))
    const format = csv ? <T>(time: T) => time : formatMinute
    const rows = records.map(({ userId, role, status, emailId, createdAt, lastSignInAt, sessions }) => [
      userId,
      role,
      status,
      emailId,
      format(createdAt),
      format(lastSignInAt),
      String(sessions),
    ])
    printTable(terminal, HEADING, rows, csv)
    return ExitCode.Ok
  },
})

/** The session rules of the server, from the same environment. */
export function readSessionRules(context: CommandContext) {
  const { sessionHours: hours, sessionIdleMinutes: idleMinutes } = parseDatabaseSettings(context)
  return { hours, idleMinutes }
}
