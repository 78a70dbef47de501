import { isUnavailable } from '../../server/database/faults.ts'
import { FOUND, type Terminal } from '../command.ts'
import { type Commands, runCommand } from '../run-command.ts'
import { createCommand } from './create.ts'
import { passwordCommand } from './password.ts'
import type { AdminSurroundings } from './surroundings.ts'

/** Runs one command about accounts; its answer is the exit code. */
export async function runAdmin(
  args: readonly string[],
  terminal: Terminal,
  surroundings: AdminSurroundings,
): Promise<number> {
  const commands: Commands = new Map([
    ['create', createCommand(surroundings)],
    ['password', passwordCommand(surroundings)],
  ])
  try {
    return await runCommand('admin', commands, args, terminal)
  } catch (error) {
    // What cannot be reached may be there later; anything else that comes here is a fault of the program.
    if (!isUnavailable(error)) throw error
    terminal.err(`the database cannot be used now: ${error instanceof Error ? error.message : String(error)}`)
    return FOUND
  }
}
