import type { Terminal } from '../command.ts'
import type { AdminCommandContext } from './open-portal.ts'
import { runDatabaseCommand } from '../with-database.ts'
import { createCommand, passwordCommand } from './accounts.ts'
import { deletePermissionsCommand, movePermissionsCommand } from './permissions.ts'

/** Runs one command about accounts and rights; its answer is the exit code. */
export function runAdmin(
  args: readonly string[],
  terminal: Terminal,
  surroundings: AdminCommandContext,
): Promise<number> {
  const commands = new Map([
    ['create', createCommand(surroundings)],
    ['password', passwordCommand(surroundings)],
    ['drop-rights', deletePermissionsCommand(surroundings)],
    ['move-rights', movePermissionsCommand(surroundings)],
  ])
  return runDatabaseCommand('admin', commands, args, terminal, surroundings.environment)
}
