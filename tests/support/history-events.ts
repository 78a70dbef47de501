import { HistoryEvent } from '../../schemas/api/history-event.ts'

/** An event of the history as the API sends it. */
export const buildEvent = (
  event: string,
  subject: string,
  details: Record<string, unknown> = {},
): HistoryEvent =>
  HistoryEvent.parse({
    id: 1,
    at: '2025-06-02T08:00:00.000Z',
    actor: 'administrator',
    event,
    subject,
    details,
    address: '127.0.0.1',
    requestId: 'r',
  })

/** A right as an event names it. */
export const right = (id: number, name: string | null) => ({ id, name })
