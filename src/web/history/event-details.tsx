import { type HistoryEvent, listChanges } from '../../../schemas/api/history-event.ts'

const CELL = 'px-2 first:pl-0 py-0.5 text-left align-top break-words'

const Value = ({ text }: { readonly text: string }) =>
  text === '' ? <span className="text-faint">empty</span> : text

/** What an event changed, before and after, and the id of its request, which the log has as well. */
export const EventDetails = ({ event }: { readonly event: HistoryEvent }) => {
  const changes = listChanges(event)
  if (changes.length === 0 && !event.requestId) return null
  return (
    <details className="text-sm text-soft">
      <summary className="w-fit rounded-control hover:text-ink">Details</summary>
      {changes.length > 0 && (
        <table aria-label="Changes" className="mt-1 w-full min-w-80 border-collapse">
          <thead>
            <tr className="border-b text-xs">
              {['Field', 'Before', 'After'].map((header) => (
                <th key={header} scope="col" className={`${CELL} font-medium`}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.map(({ label, before, after }) => (
              <tr key={label} className="border-b last:border-b-0">
                <th scope="row" className={`${CELL} font-medium`}>
                  {label}
                </th>
                <td className={CELL}>
                  <Value text={before} />
                </td>
                <td className={CELL}>
                  <Value text={after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {event.requestId && <p className="mt-1 break-all">Request {event.requestId}</p>}
    </details>
  )
}
