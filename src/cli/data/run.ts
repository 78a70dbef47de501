import type { CommandContext, Commands, Terminal } from '../command.ts'
import { runDatabaseCommand } from '../with-database.ts'
import { backupCommand } from './backup.ts'
import { checkCommand } from './check.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { listCommand } from './list.ts'
import { restoreCommand } from './restore.ts'

/** What an operator can ask for. */
const dataCommands = (surroundings: CommandContext): Commands =>
  new Map([
    ['list', listCommand(surroundings)],
    ['import', importCommand(surroundings)],
    ['export', exportCommand(surroundings)],
    ['check', checkCommand(surroundings)],
    ['backup', backupCommand(surroundings)],
    ['restore', restoreCommand(surroundings)],
  ])

/** Runs one command about the data; its answer is the exit code. */
export function runData(
  args: readonly string[],
  terminal: Terminal,
  surroundings: CommandContext,
): Promise<number> {
  return runDatabaseCommand('data', dataCommands(surroundings), args, terminal, surroundings.environment)
}
