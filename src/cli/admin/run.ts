import type { Terminal } from '../command.ts'
import { runDatabaseCommand } from '../with-database.ts'
import { createCommand } from './create.ts'
import { passwordCommand } from './password.ts'
import { deletePermissionsCommand, movePermissionsCommand } from './permissions.ts'
import type { AdminCommandContext } from '../context.ts'

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
