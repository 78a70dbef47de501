import { useLocation } from 'react-router-dom'
import { Button } from '../kit/button.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import './print-button.css'

/** Prints the page, with its address and who printed it; the clock above is the time, and each page has its number. */
export const PrintButton = () => {
  const { username } = useSession()
  // The address changes with what is shown.
  useLocation()
  return (
    <>
      <Button className="print:hidden" onClick={() => window.print()}>
        Print
      </Button>
      <p className="hidden basis-full break-all text-xs print:block">{`Printed by ${username} from ${location.href}`}</p>
    </>
  )
}
