import { Link } from 'react-router-dom'
import { reportEntries } from 'virtual:report-entries'
import { undoableEvents } from '../../../../schemas/api/audit-event.ts'
import { formatValue, type HistoryEvent, listChanges } from '../../../../schemas/api/history-event.ts'
import { listRolesPages } from '../../../../schemas/api/menu.ts'
import { useSession } from '../../contexts/portal-contexts.ts'
import { getSettings } from '../../contexts/portal-settings.ts'
import { Button } from '../../kit/button.tsx'

/** The pages that show the subjects of events; `{}` is the subject. */
const PAGES: Readonly<Record<string, string>> = {
  user: '/roles/system-user?search={}',
  role: '/roles?search={}',
  schedule: '/roles/deliveries',
  alert: '/roles/alerts?search={}',
  dataset: '/roles/data',
}

/** Returns the report of an event: the one that was exported, or on which a note is. */
function findReport({ subjectKind, details: { report, place } }: HistoryEvent) {
  const [kind, name] = subjectKind === 'note' ? formatValue(place).split('/') : [subjectKind, report]
  return kind === 'report' ? reportEntries.find(({ id }) => id === name) : undefined
}

/** Returns the page of a subject that the user may open. */
const usePage = (event: HistoryEvent): string | null => {
  const { subjectKind, subject } = event
  const { ids } = useSession().permissions
  const report = findReport(event)
  if (report !== undefined) return ids.has(report.menu.permission) ? report.path : null
  const page = PAGES[subjectKind ?? ''] ?? ''
  const isOpen = listRolesPages(ids, getSettings().features).some(({ to }) => to === page.split('?')[0])
  return isOpen ? page.replace('{}', encodeURIComponent(subject)) : null
}

const CHANGE_CELL = 'px-2 first:pl-0 py-1 text-left align-top'

type Props = { readonly event: HistoryEvent; readonly onUndo: (event: HistoryEvent) => void }

/**
 * Shows what an event changed, before and after, with the page of its subject and the way to undo it, and the id of its request,
 * which the log has as well.
 */
export const EventDetails = ({ event, onUndo }: Props) => {
  const changes = listChanges(event)
  const page = usePage(event)
  if (changes.length === 0 && !event.requestId) return null
  return (
    <details className="text-sm text-soft open:w-full">
      <summary className="w-fit rounded-control hover:text-ink">Details</summary>
      {changes.length > 0 && (
        <table aria-label="Changes" className="mt-1 w-full min-w-80 border-collapse">
          <thead>
            <tr className="border-b text-sm text-soft">
              {['Field', 'Before', 'After'].map((header) => (
                <th key={header} scope="col" className={`${CHANGE_CELL} font-medium`}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.map(({ label, before, after }, row) => (
              <tr key={row} className="border-b last:border-b-0">
                <th scope="row" className={`${CHANGE_CELL} font-medium`}>
                  {label}
                </th>
                <td className={`${CHANGE_CELL} wrap-anywhere`}>{before || 'empty'}</td>
                <td className={`${CHANGE_CELL} wrap-anywhere`}>{after || 'empty'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
        {page !== null && (
          <Link to={page} className="underline">
            {`Show ${event.subject}`}
          </Link>
        )}
        {undoableEvents.has(event.event) && changes.length > 0 && (
          <Button size="small" onClick={() => onUndo(event)}>
            Undo
          </Button>
        )}
        {event.requestId && <span className="break-all">Request {event.requestId}</span>}
      </div>
    </details>
  )
}
