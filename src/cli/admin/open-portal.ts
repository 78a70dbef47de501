import type { Report } from '../../report/plan.ts'
import type { DatabaseHandle } from '../../server/database/handle.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabaseHandle } from '../../server/database/open.ts'
import { withTransaction } from '../../server/database/transaction.ts'
import { demoUsers } from '../../server/demo/accounts.ts'
import { syncMenu } from '../../server/permissions/menu-sync.ts'
import { loadReports } from '../../definition/load.ts'
import { hasDemoAccounts } from '../../server/users/accounts.ts'
import { listMenuNodes } from '../../server/permissions/menu-items.ts'
import { type CommandContext, parseArguments, type Terminal, UsageError } from '../command.ts'
import { describeDatabase, parseDatabaseSettings } from '../with-database.ts'
import { z } from 'zod'
import { boundedText } from '../../../schemas/api/text.ts'

/** What the admin commands read besides their arguments. */
export interface AdminCommandContext extends CommandContext {
  /** The root folder of the product, which relative default paths start from. */
  readonly root: string
  /** Reads a line without echo; null if the input is not a terminal. Throws Cancelled on Ctrl+C or Ctrl+D. */
  readonly promptPassword: (question: string) => Promise<string | null>
}

/** The database as a server would find it after its start; where it is, in words without a password. */
export interface AdminContext {
  readonly engine: DatabaseHandle
  /** The definitions that the environment names. */
  readonly reports: readonly Report[]
  readonly place: string
}

/**
 * Runs work on the database that the environment names, new or in use by a server: its schema is brought up to date
 * first, as a server does, and an empty menu filled. Throws UsageError for an environment that is not valid.
 */
export function withPortal<T>(
  surroundings: AdminCommandContext,
  work: (portal: AdminContext) => Promise<T>,
): Promise<T> {
  return withDatabase(surroundings, async (portal) => {
    // A server's menu is its own: this command may run without that server's definitions.
    await withTransaction(portal.engine.database, async (trx) => {
      if ((await listMenuNodes(trx)).length === 0) await syncMenu(trx, portal.reports)
    })
    return work(portal)
  })
}

/** The same with the menu left as it is, for work that a server needs before it can start. */
export async function withDatabase<T>(
  { environment, root }: AdminCommandContext,
  work: (portal: AdminContext) => Promise<T>,
): Promise<T> {
  const settings = parseDatabaseSettings(environment, root)
  const reports = loadReports(settings.reportsDir)
  const engine = openDatabaseHandle(settings)
  try {
    await migrate(engine)
    return await work({ engine, reports, place: describeDatabase(settings) })
  } finally {
    await engine.close()
  }
}

/** Says what it means that a database holds the accounts whose password everyone knows. */
export async function warnAboutDemoAccounts(
  { engine, place }: AdminContext,
  terminal: Terminal,
): Promise<void> {
  if (!(await hasDemoAccounts(engine.database))) return
  terminal.err(
    `${place} holds the demo accounts ${demoUsers.join(', ')} with their known password: a server on it answers this machine only, and none starts on it with NODE_ENV=production. For production name a database of its own by DATA_DIR or DATABASE_URL.`,
  )
}

const USER_ID = 'one user id'
const UserId = boundedText(100)
  .transform((text) => text.trim())
  .refine((text) => text !== '', USER_ID)

/** The one user id that a command is about. */
export const UserIdArgument = z.tuple([UserId], { error: USER_ID })

const passwordOptions = { password: { type: 'string', short: 'p' } } as const

/**
 * The arguments of a command. Throws UsageError also for what looks like a password: other users of the machine see
 * the arguments of a process, and the shell keeps them.
 */
export function parseAdminArguments<T extends { readonly files: readonly [string] }>(
  args: readonly string[],
  options: Readonly<Record<string, { readonly type: 'string' }>>,
  schema: z.ZodType<T>,
): T {
  const given = parseArguments(
    args,
    { ...options, ...passwordOptions },
    z.looseObject({ files: z.array(z.string()), password: z.string().optional() }),
  )
  if (given.password !== undefined || given.files.length > 1) {
    throw new UsageError(
      'a password is never taken from the arguments, which other users and the history of the shell keep; type it when it is asked for, or set ADMIN_PASSWORD',
    )
  }
  return parseArguments(args, options, schema)
}
