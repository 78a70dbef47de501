import { useQuery } from '@tanstack/react-query'
import type { ReportPlan } from '../../report/model/report-plan.ts'
import { describeCoverage } from '../../report/table/describe-coverage.ts'
import { QueryProvider } from '../administration/query-provider.tsx'
import { useApi } from '../contexts/portal-contexts.ts'
import { loadCoverage } from './load-coverage.ts'

/** Says up to when there are records, and who changed them last. Mounted anew for each load. */
const CoverageLine = ({ screen }: { readonly screen: string }) => {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['coverage', screen],
    queryFn: ({ signal }) => loadCoverage(api, screen, signal),
  })
  if (data === undefined) return null
  return <p className="mt-2 px-4 text-sm text-soft">{describeCoverage(data).join(' ')}</p>
}

/** Shows the line with a query cache of its own, which a report does not need. */
const CoverageWithQueries = ({ plan }: { readonly plan: ReportPlan }) => (
  <QueryProvider>
    <CoverageLine screen={plan.key} />
  </QueryProvider>
)

export default CoverageWithQueries
