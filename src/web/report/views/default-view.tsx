import { Navigate } from 'react-router-dom'
import { withQueries } from '../../administration/query-provider.tsx'
import { useViews } from './view-links.tsx'

type Props = { readonly report: string }

/** Opens the default view of a report in place of an empty one. */
const DefaultView = ({ report }: Props) => {
  const view = useViews().data?.find((saved) => saved.isDefault && saved.report === report)
  return view === undefined ? null : <Navigate to={view.address} replace />
}

export default withQueries(DefaultView)
