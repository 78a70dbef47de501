import { useSelector } from '@xstate/react'
import { Suspense, useEffect, useState } from 'react'
import { resolveLabels } from '../../report/labels.ts'
import type { Report, ReportPlan, Selection } from '../../report/plan.ts'
import { Banner } from '../components/banner.tsx'
import { EmptyState, LoadingCard } from './empty-state.tsx'
import { FilterForm } from './filter-form.tsx'
import { loadFiles, today } from './report-services.ts'
import { TableCard } from './table-card.tsx'
import { useMessage, useReport } from './use-report.ts'
import { lazyWithPreload } from '../components/lazy-with-preload.tsx'
import { whenIdle } from '../components/when-idle.ts'

const chartCode = lazyWithPreload(() => import('./chart-card.tsx'))
/** Code that does not come now is asked for again when it is needed, and its failure shows there. */
const loadAhead = () => void Promise.all([chartCode.bring(), loadFiles()]).catch(() => undefined)

type Props = {
  readonly report: Report
  readonly plan: ReportPlan
  readonly onSelection: (selection: Selection) => void
}

/** One plan on the screen: controls, banner, and the card of what is shown. */
export const ReportView = ({ report, plan, onSelection }: Props) => {
  const actor = useReport(report, plan)
  const { selection, held, shown, wanted, options, chartType } = useSelector(actor, ({ context }) => context)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const message = useMessage(actor)

  useEffect(() => onSelection(selection), [onSelection, selection])
  useEffect(() => {
    if (message !== null) window.scrollTo({ top: 0 })
  }, [message])

  // Once drawn the chart stays, hidden beside the table, so that showing it again draws nothing anew.
  const [isDrawn, setDrawn] = useState(false)
  if (shown === 'chart' && !isDrawn) setDrawn(true)
  if (shown === null && isDrawn) setDrawn(false)

  // The chart's code comes ahead: at once when a chart is asked for, else while the page rests.
  const rests = options !== null && !isBusy
  useEffect(() => {
    if (wanted === 'chart') loadAhead()
    return rests ? whenIdle(loadAhead) : undefined
  }, [wanted, rests])

  const names = resolveLabels(plan, held?.selection ?? selection, today(), options ?? {})
  return (
    <>
      <FilterForm actor={actor} message={message} />
      {message !== null && (
        <Banner text={message.text} onClose={() => actor.send({ type: 'banner.closed' })} />
      )}
      {shown === null && !isBusy && options !== null && <EmptyState plan={plan} selection={selection} />}
      {shown === null && isBusy && (
        <LoadingCard title={wanted === 'chart' ? names.chartTitle(chartType) : names.tableTitle} />
      )}
      {held !== null && shown === 'table' && <TableCard held={held} names={names} isBusy={isBusy} />}
      {held !== null && isDrawn && (
        <div hidden={shown !== 'chart'}>
          <Suspense fallback={<LoadingCard title={names.chartTitle(chartType)} />}>
            <chartCode.Component actor={actor} held={held} names={names} isBusy={isBusy} />
          </Suspense>
        </div>
      )}
    </>
  )
}
