import { useLocation } from 'react-router-dom'
import { Button } from '../kit/button.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import '../table/printed-table.css'

export const PrintButton = () => (
  <Button variant="quiet" size="small" data-screen-only onClick={() => window.print()}>
    Print
  </Button>
)

/** Says on paper who printed a page, and its address; the clock above is the time, and each page has its number. */
export const PrintedFrom = () => {
  const { username } = useSession()
  // The address changes with what is shown.
  useLocation()
  return (
    <p className="hidden break-all text-xs print:block">{`Printed by ${username} from ${location.href}`}</p>
  )
}
