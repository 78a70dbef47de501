import { Suspense, useState } from 'react'
import type { Schedule, ScheduledView } from '../../../schemas/api/schedule.ts'
import type { ReportPlan, Selection } from '../../report/plan.ts'
import { Button } from '../components/button.tsx'
import { lazyWithPreload } from '../components/lazy-loading.tsx'
import { hasFeature } from '../contexts/settings.ts'

const dialog = lazyWithPreload(() => import('./schedule-dialog.tsx'))

/** What is to be sent: a report with what is chosen on its page, a dashboard, or what a schedule sends already. */
export type Sent =
  | { readonly plan: ReportPlan; readonly selection: Selection; readonly chart: ScheduledView['chart'] }
  | { readonly dashboard: string; readonly period: string }
  | { readonly schedule: Schedule; readonly etag: string | null }

/** Opens the dialog that has a page sent by mail; nothing if the API sends none. */
export const SendButton = ({ get }: { readonly get: () => Sent }) => {
  const [sent, setSent] = useState<Sent | null>(null)
  if (!hasFeature('schedules')) return null
  return (
    <>
      <Button className="print:hidden" onClick={() => setSent(get())}>
        Send regularly
      </Button>
      {sent !== null && (
        <Suspense>
          <dialog.Component sent={sent} onClose={() => setSent(null)} />
        </Suspense>
      )}
    </>
  )
}
