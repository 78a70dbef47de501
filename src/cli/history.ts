import { userInfo } from 'node:os'
import { type EventParts, storeOwnEvent } from '../server/platform/history/history-repository.ts'
import type { Connection } from '../server/platform/database/handle.ts'
import { withTransaction } from '../server/platform/database/transaction.ts'
import { getErrorReason } from '../server/platform/database/errors.ts'
import { openDatabaseHandle } from '../server/platform/database/open.ts'
import { closeAfter, type CommandContext, type Terminal } from './command.ts'
import { resolveDatabase } from './database.ts'

/**
 * Stores an event of a command in the history, in the transaction of its change. It has no address and no request id,
 * so that no user id can look like it.
 */
export const storeCommandEvent = (
  db: Connection,
  { clock }: Pick<CommandContext, 'clock'>,
  ...event: EventParts
): Promise<void> => storeOwnEvent(db, { at: clock(), actor: getCommandAuthor() }, ...event)

export const getCommandAuthor = (): string => `command line (${getSystemUser()})`

/**
 * Stores an event of a command that has only read, such as a backup. The file that the command has written is good
 * without it, so that a failure is only reported.
 */
export async function storeReadEvent(context: CommandContext, terminal: Terminal, ...event: EventParts) {
  await closeAfter(openDatabaseHandle(resolveDatabase(context)), ({ database }) =>
    withTransaction(database, (transaction) => storeCommandEvent(transaction, context, ...event)),
  ).catch((error: unknown) => terminal.err(`the history has no entry of this: ${getErrorReason(error)}`))
}

/** Returns the operating system's user; its number if it has no name, as in a container. */
function getSystemUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
