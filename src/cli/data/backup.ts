import { createWriteStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { dump, type DumpPart } from '../../server/database/backup.ts'
import { listAppliedMigrations, migrationNames } from '../../server/database/migrate.ts'
import {
  type Command,
  type CommandContext,
  ExitCode,
  OneFileArgument,
  parseArguments,
  UsageError,
} from '../command.ts'
import { pluralize } from '../reports/folder.ts'
import { describeDatabase, type DatabaseLocation, openDatabaseHandle } from '../../server/database/open.ts'
import { withSnapshot } from '../../server/database/transaction.ts'
import { requireDatabase, resolveDatabase } from '../database.ts'
import { storeReadEvent } from '../history.ts'
import { joinBlocks, requireNewFile, writeFileAtomically } from './output-file.ts'
import { FORMAT_VERSION } from './backup-file.ts'

/** Writes a consistent snapshot of everything but sessions and login counters into one file (S79). */
export function backupCommand(context: CommandContext): Command {
  return {
    usage: '<file>',
    summary: 'writes all records, users, roles and rights into one file; a server may be running',
    run: async (args, terminal) => {
      const [path] = parseArguments(args, OneFileArgument).files
      requireNewFile(path)
      const location = resolveDatabase(context)
      requireDatabase(location)
      const rows = await writeSnapshot(path, location, context.clock())
      const total = [...rows.values()].reduce((sum, count) => sum + count, 0)
      const event = { event: 'backup written', subjectKind: 'backup', subject: basename(path) } as const
      await storeReadEvent(context, { ...event, details: { rows: total } }, terminal)
      terminal.out(`${path}: ${pluralize(total, 'row')} of ${pluralize(rows.size, 'table')}`)
      return ExitCode.Ok
    },
  }
}

/** Writes a snapshot of a database, whose schema may be older, as a backup. */
async function writeSnapshot(
  path: string,
  location: DatabaseLocation,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const handle = openDatabaseHandle(location)
  try {
    return await withSnapshot(handle.database, async (db) => {
      const applied = await listAppliedMigrations(db)
      const where = describeDatabase(location)
      if (applied.length === 0) throw new UsageError(`${where} contains no data of the portal`)
      if (applied.some((name) => !migrationNames.includes(name))) {
        throw new UsageError(`${where} was created by a newer version of the portal; use that version`)
      }
      return writeBackup(path, dump(db), now)
    })
  } finally {
    await handle.close()
  }
}

/** Writes a backup, which gets its name only when it is complete; returns the number of rows of each table. */
async function writeBackup(
  path: string,
  parts: AsyncIterable<DumpPart>,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = new Map<string, number>()
  await writeFileAtomically(path, (unfinished) =>
    pipeline(
      Readable.from(joinBlocks(formatLines(parts, now, rows))),
      createGzip(),
      // It contains password hashes, so only its owner may read it.
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
    ),
  )
  return rows
}

async function* formatLines(
  parts: AsyncIterable<DumpPart>,
  now: Date,
  rows: Map<string, number>,
): AsyncGenerator<string> {
  let table = ''
  for await (const part of parts) {
    if ('migrations' in part) {
      yield `${JSON.stringify({ ...FORMAT_VERSION, createdAt: now.toISOString(), ...part })}\n`
      continue
    }
    if ('table' in part) {
      table = part.table
      rows.set(table, 0)
    } else rows.set(table, (rows.get(table) ?? 0) + 1)
    yield `${JSON.stringify(part)}\n`
  }
}
