import { hasFeature } from '../contexts/portal-settings.ts'
import { CopyLink } from '../kit/copy-buttons.tsx'
import type { LoadedReport } from '../machines/report-context.ts'
import AddColumn from './add-column.tsx'
import type { LoadReport } from './use-arranged-table.ts'
import type { NotesProps } from './notes/load-notes.ts'
import AddNote from './notes/note-dialog.tsx'
import type { ReportActor } from './use-report.ts'
import { TellMeButton } from './own-alerts/tell-me-button.tsx'
import { IgnoredParts } from './ignored-parts.tsx'
import { PrintButton } from './print-button.tsx'
import ViewButton from './views/view-button.tsx'

type Props = {
  readonly actor: ReportActor
  readonly loaded: LoadedReport
  /** False for an API without notes. */
  readonly notes: NotesProps | false
  /** Given, so that its code stays in the part of the screen. */
  readonly loadReport: LoadReport
}

/** Shows the buttons of a table or chart, which load beside it. */
const CardTools = ({ actor, loaded, notes, loadReport }: Props) => (
  <>
    <IgnoredParts actor={actor} table={loaded.table} />
    {notes && <AddNote {...notes} />}
    {hasFeature('views') && <ViewButton />}
    {hasFeature('alerts') && <TellMeButton actor={actor} loaded={loaded} />}
    <AddColumn actor={actor} loaded={loaded} loadReport={loadReport} />
    <PrintButton />
    <CopyLink />
  </>
)

export default CardTools
