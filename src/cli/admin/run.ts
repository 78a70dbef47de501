import type { Terminal } from '../command.ts'
import { runOnDatabase } from '../with-database.ts'
import { createCommand } from './create.ts'
import { passwordCommand } from './password.ts'
import { dropRightsCommand, moveRightsCommand } from './permissions.ts'
import type { AdminSurroundings } from '../context.ts'

/** Runs one command about accounts and rights; its answer is the exit code. */
export function runAdmin(
  args: readonly string[],
  terminal: Terminal,
  surroundings: AdminSurroundings,
): Promise<number> {
  const commands = new Map([
    ['create', createCommand(surroundings)],
    ['password', passwordCommand(surroundings)],
    ['drop-rights', dropRightsCommand(surroundings)],
    ['move-rights', moveRightsCommand(surroundings)],
  ])
  return runOnDatabase('admin', commands, args, terminal, surroundings.environment)
}
