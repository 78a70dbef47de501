import { dump } from '../../server/database/backup/dump.ts'
import { listAppliedMigrations, migrationNames } from '../../server/database/migrate.ts'
import { readSnapshot } from '../../server/database/backup/snapshot.ts'
import {
  type Command,
  type CommandContext,
  ExitCode,
  OneFileArgument,
  parseArguments,
  UsageError,
} from '../command.ts'
import { pluralize } from '../reports/folder.ts'
import { writeBackup } from './backup/write-backup.ts'
import { describeDatabase } from '../with-database.ts'
import { resolveDatabase, requireDatabase } from './open-database.ts'
import { createProgress, requireNewFile } from './output-file.ts'

/** Writes a consistent snapshot of everything but sessions and login counters into one file (S79). */
export function backupCommand(context: CommandContext): Command {
  return {
    usage: '<file>',
    summary: 'writes all records, users, roles and rights into one file; a server may be running',
    run: async (args, terminal) => {
      const [path] = parseArguments(args, {}, OneFileArgument).files
      requireNewFile(path)
      const location = resolveDatabase(context)
      requireDatabase(location)
      const rows = await readSnapshot(location, async (db, schema) => {
        const applied = await listAppliedMigrations(db)
        if (applied.length === 0)
          throw new UsageError(`${describeDatabase(location)} contains no data of the portal`)
        if (applied.some((name) => !migrationNames.includes(name))) {
          throw new UsageError(
            `${describeDatabase(location)} was created by a newer version of the portal; use that version`,
          )
        }
        return writeBackup(path, dump(db, schema), context.clock(), createProgress(terminal, 'rows written'))
      })
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
      terminal.out(`${path}: ${pluralize(total, 'row')} of ${pluralize(Object.keys(rows).length, 'table')}`)
      return ExitCode.Ok
    },
  }
}
