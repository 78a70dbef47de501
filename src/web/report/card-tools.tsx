import { hasFeature } from '../contexts/portal-settings.ts'
import type { LoadedReport } from '../machines/report-context.ts'
import AddColumn from './add-column.tsx'
import type { NotesProps } from './notes/load-notes.ts'
import AddNote from './notes/note-dialog.tsx'
import type { ReportActor } from './use-report.ts'
import { TellMeButton } from './own-alerts/tell-me-button.tsx'
import { PrintButton } from './print-button.tsx'
import ViewButton from './views/view-button.tsx'

type Props = {
  readonly actor: ReportActor
  readonly loaded: LoadedReport
  /** False for an API without notes. */
  readonly notes: NotesProps | false
}

/** Shows the buttons of a table or chart, which load beside it. */
const CardTools = ({ actor, loaded, notes }: Props) => (
  <>
    {notes && <AddNote {...notes} />}
    {hasFeature('views') && <ViewButton />}
    {hasFeature('alerts') && <TellMeButton actor={actor} loaded={loaded} />}
    <AddColumn actor={actor} loaded={loaded} />
    <PrintButton />
  </>
)

export default CardTools
