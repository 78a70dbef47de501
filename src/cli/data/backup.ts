import { createWriteStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { listDumpedTables, readTable } from '../../server/platform/database/backup.ts'
import type { Connection } from '../../server/platform/database/handle.ts'
import { listAppliedMigrations, migrationNames } from '../../server/platform/database/migrate.ts'
import { closeAfter, type Command, OneFileArgument, parseArguments, UsageError } from '../command.ts'
import { pluralize } from '../reports/folder.ts'
import { type DatabaseLocation, openDatabaseHandle } from '../../server/platform/database/open.ts'
import { withSnapshot } from '../../server/platform/database/transaction.ts'
import { requireDatabase, resolveDatabase } from '../database.ts'
import { storeReadEvent } from '../history.ts'
import { requireNewFile, writeFileAtomically } from './output-file.ts'
import { FORMAT_VERSION } from './backup-file.ts'

/** Writes a consistent snapshot of everything but sessions and login counters into one file. */
export const backupCommand: Command = {
  usage: '<file>',
  summary: 'writes all records, users, roles and rights into one file; a server may be running',
  run: async (args, terminal, context) => {
    const [path] = parseArguments(args, OneFileArgument).files
    requireNewFile(path)
    const location = resolveDatabase(context)
    requireDatabase(location)
    const { rows, tables } = await writeSnapshot(path, location, context.clock())
    await storeReadEvent(context, terminal, 'backup written', ['backup', basename(path)], { rows })
    terminal.out(`${path}: ${pluralize(rows, 'row')} of ${pluralize(tables, 'table')}`)
  },
}

interface Written {
  rows: number
  tables: number
}

/** Writes a snapshot of a database, whose schema may be older, as a backup, which gets its name only when it is complete. */
async function writeSnapshot(path: string, location: DatabaseLocation, now: Date): Promise<Written> {
  const written = { rows: 0, tables: 0 }
  await closeAfter(openDatabaseHandle(location), (handle) =>
    withSnapshot(handle.database, async (db) => {
      const migrations = await listAppliedMigrations(db)
      if (migrations.length === 0) throw new UsageError(`${handle.location} contains no data of the portal`)
      if (migrations.some((name) => !migrationNames.includes(name))) {
        throw new UsageError(
          `${handle.location} was created by a newer version of the portal; use that version`,
        )
      }
      const header = { ...FORMAT_VERSION, createdAt: now.toISOString(), migrations }
      await writeFileAtomically(path, (unfinished) =>
        pipeline(
          formatTables(db, header, written),
          createGzip(),
          // It contains password hashes, so only its owner may read it.
          createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
        ),
      )
    }),
  )
  return written
}

async function* formatTables(db: Connection, header: object, written: Written): AsyncGenerator<string> {
  const tables = await listDumpedTables(db)
  written.tables = tables.length
  written.rows = 0
  yield formatLine({ ...header, tables })
  for (const { name, columns } of tables) {
    yield formatLine({ table: name })
    for await (const rows of readTable(db, name)) {
      written.rows += rows.length
      yield rows.map((row) => formatLine(columns.map((column) => row[column] ?? null))).join('')
    }
  }
}

const formatLine = (value: object): string => `${JSON.stringify(value)}\n`
