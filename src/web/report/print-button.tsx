import { useLocation } from 'react-router-dom'
import { Button } from '../kit/button.tsx'
import { classNames } from '../kit/icon.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import '../table/printed-table.css'

export const PrintButton = () => (
  <Button variant="quiet" size="small" data-screen-only onClick={() => window.print()}>
    Print
  </Button>
)

/** Says on paper who printed a page, and its address; the clock above is the time, and each page has its number. */
export const PrintedFrom = ({ className = 'print:block' }: { readonly className?: string }) => {
  const { username } = useSession()
  // The address changes with what is shown.
  useLocation()
  return (
    <p
      className={classNames('hidden break-all text-xs', className)}
    >{`Printed by ${username} from ${location.href}`}</p>
  )
}
