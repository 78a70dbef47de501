import { z } from 'zod'
import { listSessions } from '../../server/accounts/session-list.ts'
import { computeSessionBounds, deleteEndedSessions, endUserSessions } from '../../server/accounts/sessions.ts'
import { withTransaction } from '../../server/database/transaction.ts'
import { findAccount } from '../../server/accounts/credentials.ts'
import {
  type Command,
  type CommandContext,
  ExitCode,
  parseArguments,
  type Terminal,
  UsageError,
} from '../command.ts'
import { describeDatabase } from '../../server/database/open.ts'
import { openDatabase, readStored, resolveDatabase } from '../database.ts'
import { storeCommandEvent } from '../history.ts'
import { pluralize } from '../reports/folder.ts'
import { formatMinute, printTable } from '../table.ts'
import { UserId } from './open-portal.ts'
import { readSessionRules } from './users.ts'

const Arguments = z.object({
  files: z.union(
    [
      z.tuple([]).transform(() => null),
      z.tuple([z.literal('end'), UserId]).transform(([, userId]) => userId),
    ],
    'expected nothing, or end and one user id',
  ),
  csv: z.boolean().default(false),
})

const HEADING = ['User ID', 'Role', 'Signed in', 'Last used', 'Address', 'Client']

/** Lists the open sessions, those of role 1 included, or ends those of one account. */
export const sessionsCommand = (context: CommandContext): Command => ({
  usage: '[--csv] | end USER_ID',
  summary: 'lists who is signed in (times in UTC), or ends every session of an account',
  run: async (args, terminal) => {
    const { files: userId, csv } = parseArguments(args, { csv: { type: 'boolean' } }, Arguments)
    if (userId === null) return list(context, terminal, csv)
    if (csv) throw new UsageError('--csv is for the list only')
    return end(context, terminal, userId)
  },
})

async function list(context: CommandContext, terminal: Terminal, csv: boolean): Promise<number> {
  const bounds = computeSessionBounds(context.clock(), readSessionRules(context))
  const everything = { page: 0, size: Number.MAX_SAFE_INTEGER, search: '' }
  const { records } = await readStored(context, (db) =>
    listSessions(db, { bounds, includesReserved: true }, everything),
  )
  const format = csv ? <T>(time: T) => time : formatMinute
  const rows = records.map(({ userId, role, signedInAt, lastUsedAt, address, client }) => [
    userId,
    role,
    format(signedInAt),
    format(lastUsedAt),
    address,
    client,
  ])
  printTable(terminal, HEADING, rows, csv)
  return ExitCode.Ok
}

async function end(context: CommandContext, terminal: Terminal, typed: string): Promise<number> {
  const location = resolveDatabase(context)
  const bounds = computeSessionBounds(context.clock(), readSessionRules(context))
  const { database, close } = await openDatabase(location)
  try {
    const ended = await withTransaction(database, async (trx) => {
      const account = await findAccount(trx, typed)
      if (account === undefined) return null
      const { id, userId } = account
      await deleteEndedSessions(trx, bounds, id)
      const sessions = await endUserSessions(trx, id)
      if (sessions > 0) {
        const event = { event: 'session ended', subjectKind: 'user', subject: userId } as const
        await storeCommandEvent(trx, context, { ...event, details: { sessions } })
      }
      return { userId, sessions }
    })
    if (ended === null) {
      terminal.err(`unknown User ID '${typed}' in ${describeDatabase(location)}`)
      return ExitCode.Errors
    }
    terminal.out(`ended ${pluralize(ended.sessions, 'session')} of '${ended.userId}'`)
    return ExitCode.Ok
  } finally {
    await close()
  }
}
