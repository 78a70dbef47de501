import { hasFeature } from '../contexts/portal-settings.ts'
import type { ReportPlan } from '../../report/model/report-plan.ts'
import CoverageLine from './coverage-line.tsx'
import type { NotesProps } from './notes/load-notes.ts'
import NoteList from './notes/note-list.tsx'
import { PrintedFrom } from './print-button.tsx'

type Props = {
  readonly plan: ReportPlan
  /** False for an API without notes. */
  readonly notes: NotesProps | false
}

/** Shows what stands below a table or chart, and loads beside it. Mounted anew for each load. */
const BelowReport = ({ plan, notes }: Props) => (
  <>
    {notes && <NoteList {...notes} />}
    {hasFeature('coverage') && <CoverageLine plan={plan} />}
    <PrintedFrom />
  </>
)

export default BelowReport
