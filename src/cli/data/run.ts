import type { CommandContext, Commands, Terminal } from '../command.ts'
import { runDatabaseCommand } from '../database.ts'
import { backupCommand } from './backup.ts'
import { checkCommand } from './check.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { listCommand } from './list.ts'
import { restoreCommand } from './restore.ts'

const createCommands = (context: CommandContext): Commands =>
  new Map([
    ['list', listCommand(context)],
    ['import', importCommand(context)],
    ['export', exportCommand(context)],
    ['check', checkCommand(context)],
    ['backup', backupCommand(context)],
    ['restore', restoreCommand(context)],
  ])

/** Runs one data command; returns the exit code. */
export function runData(
  args: readonly string[],
  terminal: Terminal,
  context: CommandContext,
): Promise<number> {
  return runDatabaseCommand('data', createCommands(context), args, terminal, context.environment)
}
