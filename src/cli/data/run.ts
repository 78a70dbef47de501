import { DataFolderTaken } from '../../server/database/data-folder.ts'
import { isUnavailable } from '../../server/database/faults.ts'
import { FOUND, type Terminal } from '../command.ts'
import { type Commands, runCommand } from '../run-command.ts'
import { backupCommand } from './backup.ts'
import { importCommand } from './import.ts'
import { restoreCommand } from './restore.ts'
import type { Surroundings } from './surroundings.ts'

/** What an operator can ask for. */
const dataCommands = (surroundings: Surroundings): Commands =>
  new Map([
    ['import', importCommand(surroundings)],
    ['backup', backupCommand(surroundings)],
    ['restore', restoreCommand(surroundings)],
  ])

/** Runs one command about the data; its answer is the exit code. */
export async function runData(
  args: readonly string[],
  terminal: Terminal,
  surroundings: Surroundings,
): Promise<number> {
  try {
    return await runCommand('data', dataCommands(surroundings), args, terminal)
  } catch (error) {
    // What cannot be reached may be there later; anything else that comes here is a fault of the program.
    if (!(error instanceof DataFolderTaken) && !isUnavailable(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    terminal.err(error instanceof DataFolderTaken ? reason : `the database cannot be used now: ${reason}`)
    return FOUND
  }
}
