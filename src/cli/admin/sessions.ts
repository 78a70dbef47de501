import { z } from 'zod'
import { findAccount } from '../../server/accounts/credentials.ts'
import { computeDaysAgo, listLastSignIns, listSessions } from '../../server/accounts/session-list.ts'
import { computeSessionBounds, deleteEndedSessions, endUserSessions } from '../../server/accounts/sessions.ts'
import { withTransaction } from '../../server/database/transaction.ts'
import {
  type Command,
  type CommandContext,
  CommandError,
  ExitCode,
  noArguments,
  parseArguments,
  UsageError,
} from '../command.ts'
import { parseDatabaseSettings, readStored, withDatabase } from '../database.ts'
import { storeCommandEvent } from '../history.ts'
import { pluralize } from '../reports/folder.ts'
import { formatMinute, printTable } from '../table.ts'
import { UserId } from './open-portal.ts'

const UserArguments = z.object({
  files: noArguments,
  csv: z.boolean().default(false),
  'not-signed-in': z
    .string()
    .regex(/^(?:0|[1-9]\d{0,3})$/, 'expected a number of days from 0 to 9999')
    .transform(Number)
    .optional(),
})
const USER_HEADING = ['User ID', 'Role', 'Status', 'E-mail', 'Created', 'Last sign-in', 'Sessions']
/** Reads the whole list at once. */
const everything = { page: 0, size: Number.MAX_SAFE_INTEGER, search: '' }

/** Lists the accounts, those of role 1 included, with their last sign-in. */
export const usersCommand = (context: CommandContext): Command => ({
  usage: '[--not-signed-in DAYS] [--csv]',
  summary: 'lists the accounts with their last sign-in (times in UTC) and the number of their sessions',
  run: async (args, terminal) => {
    const { csv, 'not-signed-in': days } = parseArguments(args, UserArguments)
    const notSignedInSince = computeDaysAgo(context.clock(), days)
    const filter = { ...everything, notSignedInSince, includesReserved: true }
    const bounds = readSessionBounds(context)
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
    printTable(terminal, USER_HEADING, rows, csv)
    return ExitCode.Ok
  },
})

const SessionArguments = z.object({
  files: z.union(
    [
      z.tuple([]).transform(() => null),
      z.tuple([z.literal('end'), UserId]).transform(([, userId]) => userId),
    ],
    'expected nothing, or end and one user id',
  ),
  csv: z.boolean().default(false),
})
const SESSION_HEADING = ['User ID', 'Role', 'Signed in', 'Last used', 'Address', 'Client']

/** Lists the open sessions, those of role 1 included, or ends those of one account. */
export const sessionsCommand = (context: CommandContext): Command => ({
  usage: '[--csv] | end USER_ID',
  summary: 'lists who is signed in (times in UTC), or ends every session of an account',
  run: async (args, terminal) => {
    const { files: userId, csv } = parseArguments(args, SessionArguments)
    if (userId !== null) {
      if (csv) throw new UsageError('--csv is for the list only')
      terminal.out(await endSessions(context, userId))
      return ExitCode.Ok
    }
    const bounds = readSessionBounds(context)
    const { records } = await readStored(context, (db) =>
      listSessions(db, { bounds, includesReserved: true }, everything),
    )
    const format = csv ? <T>(time: T) => time : formatMinute
    const rows = records.map(({ userId: user, role, signedInAt, lastUsedAt, address, client }) => [
      user,
      role,
      format(signedInAt),
      format(lastUsedAt),
      address,
      client,
    ])
    printTable(terminal, SESSION_HEADING, rows, csv)
    return ExitCode.Ok
  },
})

/** Ends every session of an account. Throws CommandError if it is unknown. */
function endSessions(context: CommandContext, typed: string): Promise<string> {
  const bounds = readSessionBounds(context)
  return withDatabase(context, (database, location) =>
    withTransaction(database, async (trx) => {
      const account = await findAccount(trx, typed)
      if (account === undefined) throw new CommandError(`unknown User ID '${typed}' in ${location}`)
      const { id, userId } = account
      await deleteEndedSessions(trx, bounds, id)
      const sessions = await endUserSessions(trx, id)
      if (sessions > 0) {
        const event = { event: 'session ended', subjectKind: 'user', subject: userId } as const
        await storeCommandEvent(trx, context, { ...event, details: { sessions } })
      }
      return `ended ${pluralize(sessions, 'session')} of '${userId}'`
    }),
  )
}

/** Computes which sessions are open now, by the rules of the server from the same environment. */
function readSessionBounds(context: CommandContext) {
  const { sessionHours: hours, sessionIdleMinutes: idleMinutes } = parseDatabaseSettings(context)
  return computeSessionBounds(context.clock(), { hours, idleMinutes })
}
