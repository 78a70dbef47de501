import type { DatabaseHandle } from '../../server/platform/database/handle.ts'
import { withTransaction } from '../../server/platform/database/transaction.ts'
import { demoUsers } from '../../server/data/demo/demo-accounts.ts'
import { listMenuNodes, syncMenu } from '../../server/identity/accounts/menu-tree.ts'
import type { Report } from '../../report/model/report-plan.ts'
import { loadReports } from '../../loading/load.ts'
import { hasDemoAccounts } from '../../server/identity/accounts/credentials.ts'
import { type CommandContext, parseArguments, type Terminal, UsageError } from '../command.ts'
import { parseDatabaseSettings, withDatabase } from '../database.ts'
import { z } from 'zod'
import { systemUserFields } from '../../../schemas/api/system-user.ts'
import { boundedText } from '../../../schemas/api/parameters.ts'

export interface AdminContext {
  readonly database: DatabaseHandle['database']
  /** The data folder or the database server, without the password. */
  readonly location: string
  readonly reports: readonly Report[]
}

type Work<T> = (portal: AdminContext) => Promise<T>

/**
 * Runs `work` on the database of the environment, which may be new or in use by a server. Migrates the schema first, and
 * leaves the menu as it is. Throws UsageError if a setting is invalid.
 */
export function withReports<T>(context: CommandContext, work: Work<T>): Promise<T> {
  const { reportsDir, datasetsDir } = parseDatabaseSettings(context)
  const reports = loadReports(reportsDir, datasetsDir)
  return withDatabase(context, (database, location) => work({ database, location, reports }), true)
}

/** Runs `work` as `withReports` does, after it has filled an empty menu. */
export const withPortal = <T>(context: CommandContext, work: Work<T>): Promise<T> =>
  withReports(context, async (portal) => {
    const { database, reports } = portal
    // A filled menu belongs to the server: this command may run without that server's definitions.
    await withTransaction(database, async (trx) => {
      if ((await listMenuNodes(trx)).length === 0) await syncMenu(trx, reports)
    })
    return work(portal)
  })

/** Warns if the database contains the demo accounts, whose password is public. */
export async function warnAboutDemoAccounts({ database, location }: AdminContext, terminal: Terminal) {
  if (!(await hasDemoAccounts(database))) return
  terminal.err(
    `warning: ${location} contains the demo accounts ${demoUsers.join(', ')} with their public password: a server on it answers this machine only, and does not start with NODE_ENV=production. For production, set DATA_DIR or DATABASE_URL to another database.`,
  )
}

const USER_ID = 'expected one user id'
const UserId = z
  .pipe(
    boundedText(systemUserFields.userId.max),
    z.transform((text: string) => text.trim()),
  )
  .refine((text) => text !== '', USER_ID)

const PASSWORD = /^(?:-p|--password(?:=|$))/
const REJECTED =
  'passwords are not accepted as arguments, because other users and the shell history can see them; type the password when prompted, or set ADMIN_PASSWORD'

/** Exactly one user id as positional argument; a second one looks like a password. */
export const UserIdArgument = z
  .array(z.string())
  .max(1, REJECTED)
  .pipe(z.tuple([UserId], { error: USER_ID }))

/**
 * Parses the arguments of a command. Throws UsageError also for anything that looks like a password: other users of the
 * machine can read the arguments of a process, and the shell stores them.
 */
export function parseAdminArguments<T>(args: readonly string[], schema: z.ZodType<T>): T {
  if (args.some((argument) => PASSWORD.test(argument))) throw new UsageError(REJECTED)
  return parseArguments(args, schema)
}
