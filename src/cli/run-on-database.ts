import { DataFolderTaken } from '../server/database/data-folder.ts'
import { isUnavailable } from '../server/database/faults.ts'
import { NewerSchema } from '../server/database/newer-schema.ts'
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
    const told = tell(error)
    // Anything else that comes here is a fault of the program.
    if (told === null) throw error
    terminal.err(told)
    return FOUND
  }
}

/** What is wrong around the program: a database that is another's, or away for now, or a disk that is full. */
function tell(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof DataFolderTaken || error instanceof NewerSchema) return error.message
  // A file of the operator's, which has the same codes as the socket of a database.
  if ('syscall' in error && 'path' in error) return error.message
  return isUnavailable(error) ? `the database cannot be used now: ${error.message}` : null
}
