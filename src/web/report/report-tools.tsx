import type { Report } from '../../report/model/report-plan.ts'
import { hasFeature } from '../contexts/portal-settings.ts'
import { DialogButton } from '../kit/dialog-button.tsx'
import { lazyWithPreload } from '../kit/lazy-loading.tsx'
import { DaysButton, DaysReport } from './own-days.tsx'
import { SendButton } from './schedules/send-button.tsx'
import type { Sent } from './schedules/schedule-dialog.tsx'

const replayDialog = lazyWithPreload(() => import('./alert-replay.tsx'))

type Props = {
  readonly report: Report
  readonly get: () => Extract<Sent, { readonly plan: unknown }>
}

/** Shows the buttons beside the title of a report, as far as the API offers what they do. */
const ReportTools = ({ report, get }: Props) => (
  <div className="flex flex-wrap gap-2 empty:hidden">
    {hasFeature('alerts') && report.plans.some(({ alerts }) => alerts.length > 0) && (
      <DialogButton
        className="print:hidden"
        aria-haspopup="dialog"
        dialog={replayDialog}
        get={() => ({ report: report.id })}
      >
        Try alerts
      </DialogButton>
    )}
    <SendButton get={get} />
  </div>
)

export default ReportTools

/** Exported by this part: a part of its own would be more bytes of the first table. */
export { DaysButton, DaysReport }
