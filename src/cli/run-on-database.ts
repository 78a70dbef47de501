import { DataFolderTaken } from '../server/database/data-folder.ts'
import { isUnavailable } from '../server/database/faults.ts'
import { FOUND, type Terminal } from './command.ts'
import { type Commands, runCommand } from './run-command.ts'

/** Runs a command that works on the database; one that cannot be used now is told, and ends it with 1. */
export async function runOnDatabase(
  program: string,
  commands: Commands,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  try {
    return await runCommand(program, commands, args, terminal)
  } catch (error) {
    // What cannot be reached may be there later; anything else that comes here is a fault of the program.
    if (!(error instanceof DataFolderTaken) && !isUnavailable(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    terminal.err(error instanceof DataFolderTaken ? reason : `the database cannot be used now: ${reason}`)
    return FOUND
  }
}
