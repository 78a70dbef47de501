import { useLocation } from 'react-router-dom'
import { hasFeature } from '../contexts/portal-settings.ts'
import { listAddable } from '../../report/table/added-columns.ts'
import { CopyLink } from '../kit/copy-buttons.tsx'
import { DialogButton } from '../kit/dialog-button.tsx'
import { lazyWithPreload } from '../kit/lazy-loading.tsx'
import type { LoadedReport } from '../machines/report-context.ts'
import AddColumn from './add-column.tsx'
import type { LoadReport } from './use-arranged-table.ts'
import type { NotesProps } from './notes/load-notes.ts'
import AddNote from './notes/note-dialog.tsx'
import type { ReportActor } from './use-report.ts'
import { IgnoredParts } from './ignored-parts.tsx'
import { PrintButton } from './print-button.tsx'

const viewDialog = lazyWithPreload(() => import('./views/save-view-dialog.tsx'))
const tellMeDialog = lazyWithPreload(() => import('./own-alerts/tell-me-dialog.tsx'))

type Props = {
  readonly actor: ReportActor
  readonly loaded: LoadedReport
  /** False for an API without notes. */
  readonly notes: NotesProps | false
  /** Given, so that its code stays in the part of the screen. */
  readonly loadReport: LoadReport
}

const quiet = { variant: 'quiet', size: 'small', 'data-screen-only': true } as const

/** Shows the buttons of a table or chart, which load beside it. */
const CardTools = ({ actor, loaded, notes, loadReport }: Props) => {
  const { pathname, search } = useLocation()
  return (
    <>
      <IgnoredParts actor={actor} table={loaded.table} />
      {notes && <AddNote {...notes} />}
      {hasFeature('views') && (
        <DialogButton {...quiet} dialog={viewDialog} get={() => ({ address: pathname + search })}>
          Save view
        </DialogButton>
      )}
      {hasFeature('alerts') && listAddable(loaded.table).length > 0 && (
        <DialogButton
          {...quiet}
          dialog={tellMeDialog}
          get={() => ({ plan: actor.getSnapshot().context.plan, loaded })}
        >
          Tell me when…
        </DialogButton>
      )}
      <AddColumn actor={actor} loaded={loaded} loadReport={loadReport} />
      <PrintButton />
      <CopyLink />
    </>
  )
}

export default CardTools
