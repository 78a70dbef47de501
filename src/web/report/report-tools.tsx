import { Suspense } from 'react'
import type { Report } from '../../report/model/report-plan.ts'
import { hasFeature } from '../contexts/portal-settings.ts'
import { lazyWithPreload } from '../kit/lazy-loading.tsx'
import { SendButton } from './schedules/send-button.tsx'
import type { Sent } from './schedules/schedule-dialog.tsx'

const alertReplay = lazyWithPreload(() => import('./alert-replay.tsx').catch(() => ({ default: () => null })))

type Props = {
  readonly report: Report
  readonly get: () => Sent
}

/** The buttons beside the title of a report, as far as the API offers what they do. */
const ReportTools = ({ report, get }: Props) => (
  <>
    {hasFeature('alerts') && report.plans.some(({ alerts }) => alerts.length > 0) && (
      <Suspense>
        <alertReplay.Component report={report.id} />
      </Suspense>
    )}
    <SendButton get={get} />
  </>
)

export default ReportTools
