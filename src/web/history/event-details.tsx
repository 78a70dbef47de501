import { type HistoryEvent, listChanges } from '../../../schemas/api/history-event.ts'
import { ComparisonTable } from '../administration/comparison-table.tsx'

/** What an event changed, before and after, and the id of its request, which the log has as well. */
export const EventDetails = ({ event }: { readonly event: HistoryEvent }) => {
  const changes = listChanges(event)
  if (changes.length === 0 && !event.requestId) return null
  return (
    <details className="text-sm text-soft">
      <summary className="w-fit rounded-control hover:text-ink">Details</summary>
      {changes.length > 0 && (
        <ComparisonTable
          aria-label="Changes"
          className="mt-1 min-w-80"
          headers={['Field', 'Before', 'After']}
          rows={changes.map(({ label, before, after }) => [label, before, after])}
        />
      )}
      {event.requestId && <p className="mt-1 break-all">Request {event.requestId}</p>}
    </details>
  )
}
