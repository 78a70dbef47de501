import { Navigate } from 'react-router-dom'
import { withQueries } from '../../administration/query-provider.tsx'
import { useViews } from './view-links.tsx'

type Props = {
  readonly report: string
  /** How the address of the view has to begin: a tab opens no other one. */
  readonly start: string
}

/** Opens the default view of a report in place of an empty one. */
const DefaultView = ({ report, start }: Props) => {
  const view = useViews().data?.find(
    ({ isDefault, report: of, address }) => isDefault && of === report && address.startsWith(start),
  )
  return view === undefined ? null : <Navigate to={view.address} replace />
}

export default withQueries(DefaultView)
