import { dump } from '../../server/database/backup/dump.ts'
import { appliedMigrations, migrationNames } from '../../server/database/migrate.ts'
import { readSnapshot } from '../../server/database/backup/snapshot.ts'
import {
  type Command,
  type CommandContext,
  DONE,
  OneFileArgument,
  parseArguments,
  UsageError,
} from '../command.ts'
import { pluralize } from '../reports/folder.ts'
import { writeBackup } from './backup/write-backup.ts'
import { describeDatabase } from '../with-database.ts'
import { resolveDatabase, requireDatabase } from './open-database.ts'
import { createProgress, requireFree } from './output-file.ts'

/** Writes everything but sessions and login counters into one file, as it stands at one moment (S79). */
export function backupCommand(surroundings: CommandContext): Command {
  return {
    usage: '<file>',
    summary: 'writes all records, users, roles and rights into one file, also while a server runs',
    run: async (args, terminal) => {
      const [path] = parseArguments(args, {}, OneFileArgument).files
      requireFree(path)
      const location = resolveDatabase(surroundings)
      requireDatabase(location)
      const rows = await readSnapshot(location, async (db, schema) => {
        const applied = await appliedMigrations(db)
        if (applied.length === 0)
          throw new UsageError(`${describeDatabase(location)} holds no data of the portal`)
        if (applied.some((name) => !migrationNames.includes(name))) {
          throw new UsageError(
            `${describeDatabase(location)} was made by a newer version of the portal; use that one`,
          )
        }
        return writeBackup(
          path,
          dump(db, schema),
          surroundings.clock(),
          createProgress(terminal, 'rows written'),
        )
      })
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
      terminal.out(`${path}: ${pluralize(total, 'row')} of ${pluralize(Object.keys(rows).length, 'table')}`)
      return DONE
    },
  }
}
