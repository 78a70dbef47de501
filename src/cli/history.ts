import { userInfo } from 'node:os'
import type { AuditSubject, StoredEvent } from '../../schemas/api/audit-event.ts'
import { storeAuditEvents } from '../server/audit/repository.ts'
import type { Connection } from '../server/database/handle.ts'
import type { CommandContext } from './command.ts'

/** What a command has changed. */
interface CommandEvent {
  readonly event: StoredEvent
  readonly subjectKind: AuditSubject
  readonly subject: string
  readonly details?: Readonly<Record<string, unknown>>
}

/**
 * Stores an event of a command in the history, in the transaction of its change. It has no address and no request id,
 * so that no user id can look like it.
 */
export function storeCommandEvent(
  db: Connection,
  { clock }: Pick<CommandContext, 'clock'>,
  { details = {}, ...event }: CommandEvent,
): Promise<void> {
  const actor = `command line (${getSystemUser()})`
  return storeAuditEvents(db, [{ ...event, details, at: clock(), actor, address: null, requestId: null }])
}

/** The operating system's user; its number if it has no name, as in a container. */
function getSystemUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
