import { useLocation } from 'react-router-dom'
import { useSession } from '../contexts/portal-contexts.ts'
import { classNames } from './icon.tsx'

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
