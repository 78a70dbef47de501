import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { listAppliedMigrations, migrate, migrationNames } from '../../server/platform/database/migrate.ts'
import * as backup from '../../server/platform/database/backup.ts'
import { lockDataDir } from '../../server/platform/database/data-dir.ts'
import type { Connection, DatabaseHandle } from '../../server/platform/database/handle.ts'
import {
  getErrorReason,
  isReferenceViolation,
  isUniqueViolation,
} from '../../server/platform/database/errors.ts'
import { describeDatabase, openDatabaseHandle } from '../../server/platform/database/open.ts'
import { withTransaction } from '../../server/platform/database/transaction.ts'
import {
  closeAfter,
  type Command,
  type CommandContext,
  CommandError,
  OneFileArgument,
  parseArguments,
} from '../command.ts'
import { pluralize } from '../reports/folder.ts'
import { checkBackup, type Header, readBackup } from './backup-file.ts'
import { resolveDatabase } from '../database.ts'
import { storeCommandEvent } from '../history.ts'

export const restoreCommand: Command = {
  usage: '<file>',
  summary: 'restores a backup into an empty database, SQLite or PostgreSQL; start the server afterwards',
  run: async (args, terminal, context) => {
    const [path] = parseArguments(args, OneFileArgument).files
    const location = resolveDatabase(context)
    const header = await checkBackup(path)
    // No server may start to write during the restore.
    const release = location.databaseUrl === undefined ? lockDataDir(location.dataDir) : () => undefined
    try {
      const rows = await closeAfter(openDatabaseHandle(location), (handle) =>
        restore(handle, path, header, context),
      )
      const where = describeDatabase(location)
      terminal.out(`${pluralize(rows, 'row')} of ${header.createdAt} restored into ${where}`)
    } finally {
      release()
    }
  },
}

async function restore(handle: DatabaseHandle, path: string, header: Header, context: CommandContext) {
  await prepare(handle, header)
  const rows = await fill(path, handle)
  // Brings the rows of an older backup up to date.
  await migrate(handle)
  const details = { createdAt: header.createdAt, rows }
  await storeCommandEvent(handle.database, context, 'backup restored', ['backup', basename(path)], details)
  return rows
}

/**
 * Creates the schema of the backup in an empty database. Throws CommandError if the database is not empty, or the backup
 * has other tables or columns: a forged one may have sessions.
 */
async function prepare(handle: DatabaseHandle, { migrations, tables }: Header): Promise<void> {
  const { database } = handle
  const applied = await listAppliedMigrations(database)
  if (applied.some((name) => !migrationNames.includes(name))) {
    throw new CommandError(`${handle.location} was created by a newer version of the portal`)
  }
  const nonEmpty = await backup.findNonEmptyTable(database)
  if (nonEmpty !== null) {
    throw new CommandError(
      `${handle.location} is not empty: ${nonEmpty.table} has ${pluralize(nonEmpty.rows, 'row')}; restore into a new DATA_DIR or a new PostgreSQL database`,
    )
  }
  if (applied.length > migrations.length) await backup.dropSchema(database)
  await migrate(handle, migrations.at(-1))
  const sortColumns = (all: readonly backup.DumpedTable[]) =>
    all.map(({ name, columns }) => ({ name, columns: columns.toSorted() }))
  if (!isDeepStrictEqual(sortColumns(tables), sortColumns(await backup.listDumpedTables(database)))) {
    throw new CommandError('the tables or columns of the backup are not those of its version')
  }
}

async function fill(path: string, handle: DatabaseHandle): Promise<number> {
  const load = async (transaction: Connection) => {
    let total = 0
    // Rows may have been written since the first check.
    if ((await backup.findNonEmptyTable(transaction)) !== null)
      throw new CommandError('the database is no longer empty')
    await backup.clearTables(transaction)
    for await (const part of readBackup(path)) {
      if (!('rows' in part)) continue
      await backup.loadRows(transaction, part.table, part.rows)
      total += part.rows.length
    }
    await backup.resetSequences(handle, transaction)
    return total
  }
  try {
    return await withTransaction(handle.database, load)
  } catch (error) {
    if (!isUniqueViolation(error) && !isReferenceViolation(error)) throw error
    const message = `the rows of the backup contradict each other: ${getErrorReason(error)}; nothing was written`
    throw new CommandError(message, { cause: error })
  }
}
