import { hasFeature } from '../contexts/portal-settings.ts'
import type { ReportPlan } from '../../report/model/report-plan.ts'
import type { NotesProps } from './notes/load-notes.ts'
import NoteList from './notes/note-list.tsx'
import { PrintedFrom } from '../kit/printed-from.tsx'
import { useQuery } from '@tanstack/react-query'
import { describeCoverage } from '../../report/table/describe-coverage.ts'
import { withQueries } from '../administration/query-provider.tsx'
import { useApi } from '../contexts/portal-contexts.ts'
import { loadCoverage } from './load-coverage.ts'

type Props = {
  readonly plan: ReportPlan
  /** False for an API without notes. */
  readonly notes: NotesProps | false
}

/** Shows what stands below a table or chart, and loads beside it. Mounted anew for each load. */
const BelowReport = ({ plan, notes }: Props) => (
  <>
    {notes && <NoteList {...notes} />}
    {hasFeature('coverage') && <CoverageLine screen={plan.key} />}
    <PrintedFrom />
  </>
)

export default BelowReport

/** Says up to when there are records, and who changed them last. */
const CoverageLine = withQueries(({ screen }: { readonly screen: string }) => {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['coverage', screen],
    queryFn: ({ signal }) => loadCoverage(api, screen, signal),
  })
  if (data === undefined) return null
  return <p className="mt-2 px-4 text-sm text-soft">{describeCoverage(data).join(' ')}</p>
})
