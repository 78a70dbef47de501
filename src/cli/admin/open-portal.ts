import type { Report } from '../../report/plan.ts'
import type { DatabaseHandle } from '../../server/database/handle.ts'
import { migrate } from '../../server/database/migrate.ts'
import { describeDatabase, openDatabaseHandle } from '../../server/database/open.ts'
import { withTransaction } from '../../server/database/transaction.ts'
import { demoUsers } from '../../server/demo/accounts.ts'
import { listMenuNodes, syncMenu } from '../../server/accounts/menu.ts'
import { loadReports } from '../../definition/load.ts'
import { hasDemoAccounts } from '../../server/accounts/credentials.ts'
import { type CommandContext, parseArguments, type Terminal, UsageError } from '../command.ts'
import { parseDatabaseSettings } from '../database.ts'
import { z } from 'zod'
import { systemUserFields } from '../../../schemas/api/system-user.ts'
import { boundedText } from '../../../schemas/api/parameters.ts'

/** What the admin commands read besides their arguments. */
export interface AdminCommandContext extends CommandContext {
  /** Reads a line without echo; null if the input is not a terminal. Throws Cancelled on Ctrl+C or Ctrl+D. */
  readonly promptPassword: (question: string) => Promise<string | null>
}

/** The open database and the report definitions of an admin command. */
export interface AdminContext {
  readonly handle: DatabaseHandle
  readonly reports: readonly Report[]
  /** The data folder or the database server, without the password. */
  readonly location: string
}

/**
 * Runs `work` on the database of the environment, which may be new or in use by a server. Migrates the schema and fills
 * an empty menu first. Throws UsageError if a setting is invalid.
 */
export function withPortal<T>(
  context: AdminCommandContext,
  work: (portal: AdminContext) => Promise<T>,
): Promise<T> {
  return withDatabase(context, async (portal) => {
    // A filled menu belongs to the server: this command may run without that server's definitions.
    await withTransaction(portal.handle.database, async (trx) => {
      if ((await listMenuNodes(trx)).length === 0) await syncMenu(trx, portal.reports)
    })
    return work(portal)
  })
}

/** Like `withPortal`, without touching the menu: for repairs before a server can start. */
export async function withDatabase<T>(
  context: AdminCommandContext,
  work: (portal: AdminContext) => Promise<T>,
): Promise<T> {
  const settings = parseDatabaseSettings(context)
  const reports = loadReports(settings.reportsDir)
  const handle = openDatabaseHandle(settings)
  try {
    await migrate(handle)
    return await work({ handle, reports, location: describeDatabase(settings) })
  } finally {
    await handle.close()
  }
}

/** Warns if the database contains the demo accounts, whose password is public. */
export async function warnAboutDemoAccounts(
  { handle, location }: AdminContext,
  terminal: Terminal,
): Promise<void> {
  if (!(await hasDemoAccounts(handle.database))) return
  terminal.err(
    `warning: ${location} contains the demo accounts ${demoUsers.join(', ')} with their public password: a server on it answers this machine only, and does not start with NODE_ENV=production. For production, set DATA_DIR or DATABASE_URL to another database.`,
  )
}

const USER_ID = 'expected one user id'
/** A user id as positional argument. */
export const UserId = z
  .pipe(
    boundedText(systemUserFields.userId.max),
    z.transform((text: string) => text.trim()),
  )
  .refine((text) => text !== '', USER_ID)

/** Exactly one user id as positional argument. */
export const UserIdArgument = z.tuple([UserId], { error: USER_ID })

const passwordOptions = { password: { type: 'string', short: 'p' } } as const

/**
 * Parses the arguments of a command. Throws UsageError also for anything that looks like a password: other users of the
 * machine can read the arguments of a process, and the shell stores them.
 */
export function parseAdminArguments<T extends { readonly files: readonly [string] }>(
  args: readonly string[],
  options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>,
  schema: z.ZodType<T>,
): T {
  const parsed = parseArguments(
    args,
    { ...options, ...passwordOptions },
    z.looseObject({ files: z.array(z.string()), password: z.string().optional() }),
  )
  if (parsed.password !== undefined || parsed.files.length > 1) {
    throw new UsageError(
      'passwords are not accepted as arguments, because other users and the shell history can see them; type the password when prompted, or set ADMIN_PASSWORD',
    )
  }
  return parseArguments(args, options, schema)
}
