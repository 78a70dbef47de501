import { type CommandContext, runIfStarted, type Terminal } from './command.ts'
import { backupCommand } from './data/backup.ts'
import { checkCommand } from './data/check.ts'
import { exportCommand } from './data/export.ts'
import { importCommand } from './data/import.ts'
import { listCommand } from './data/list.ts'
import { restoreCommand } from './data/restore.ts'
import { importsCommand, undoCommand } from './data/undo.ts'
import { runDatabaseCommand } from './database.ts'

export function runData(
  args: readonly string[],
  terminal: Terminal,
  context: CommandContext,
): Promise<number> {
  const commands = new Map([
    ['list', listCommand(context)],
    ['import', importCommand(context)],
    ['imports', importsCommand(context)],
    ['undo', undoCommand(context)],
    ['export', exportCommand(context)],
    ['check', checkCommand(context)],
    ['backup', backupCommand(context)],
    ['restore', restoreCommand(context)],
  ])
  return runDatabaseCommand('data', commands, args, terminal, context.environment)
}

await runIfStarted(import.meta.filename, runData)
