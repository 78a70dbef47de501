import { Suspense, useState } from 'react'
import { listAddable } from '../../../report/table/added-columns.ts'
import { Button } from '../../kit/button.tsx'
import { lazyWithPreload } from '../../kit/lazy-loading.tsx'
import type { LoadedReport } from '../../machines/report-context.ts'
import type { ReportActor } from '../use-report.ts'

const dialog = lazyWithPreload(() => import('./tell-me-dialog.tsx'))

type Props = { readonly actor: ReportActor; readonly loaded: LoadedReport }

/** Opens the dialog that sets an alert on a column; nothing for a table without numbers. */
export const TellMeButton = ({ actor, loaded }: Props) => {
  const [isOpen, setOpen] = useState(false)
  if (listAddable(loaded.table).length === 0) return null
  const { plan } = actor.getSnapshot().context
  return (
    <>
      <Button data-screen-only size="small" variant="quiet" onClick={() => setOpen(true)}>
        Tell me when…
      </Button>
      {isOpen && (
        <Suspense>
          <dialog.Component plan={plan} loaded={loaded} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
