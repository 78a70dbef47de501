import { useSelector } from '@xstate/react'
import { Suspense, useEffect, useState } from 'react'
import { resolveLabels } from '../../report/labels.ts'
import type { Report, ReportPlan, Selection } from '../../report/plan.ts'
import { Banner } from '../components/messages.tsx'
import { EmptyState, LoadingCard } from './empty-state.tsx'
import { FilterForm } from './filter-form.tsx'
import { loadFiles, today } from './report-services.ts'
import { TableCard } from './table-card.tsx'
import { useMessage, useReport } from './use-report.ts'
import { lazyWithPreload, whenIdle } from '../components/lazy-loading.tsx'

const chartCard = lazyWithPreload(() => import('./chart-card.tsx'))
/** Preloads code; a failure shows when the code is needed. */
const preload = () => void Promise.all([chartCard.preload(), loadFiles()]).catch(() => undefined)

type Props = {
  readonly report: Report
  readonly plan: ReportPlan
  readonly onSelection: (selection: Selection) => void
}

/** The screen of one plan: filter form, banner, and the card of the visible view. */
export const ReportView = ({ report, plan, onSelection }: Props) => {
  const actor = useReport(report, plan)
  const { selection, loaded, visibleView, requestedView, options, chartType } = useSelector(
    actor,
    ({ context }) => context,
  )
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const message = useMessage(actor)

  useEffect(() => onSelection(selection), [onSelection, selection])
  useEffect(() => {
    if (message !== null) window.scrollTo({ top: 0 })
  }, [message])

  // Once rendered, the chart stays mounted but hidden, so that showing it again is immediate.
  const [isChartMounted, setChartMounted] = useState(false)
  if (visibleView === 'chart' && !isChartMounted) setChartMounted(true)
  if (visibleView === null && isChartMounted) setChartMounted(false)

  // The code of the chart is preloaded: at once if a chart is requested, otherwise when the page is idle.
  const isIdle = options !== null && !isBusy
  useEffect(() => {
    if (requestedView === 'chart') preload()
    return isIdle ? whenIdle(preload) : undefined
  }, [requestedView, isIdle])

  const labels = resolveLabels(plan, loaded?.selection ?? selection, today(), options ?? {})
  return (
    <>
      <FilterForm actor={actor} message={message} />
      {message !== null && (
        <Banner text={message.text} onClose={() => actor.send({ type: 'banner.closed' })} />
      )}
      {visibleView === null && !isBusy && options !== null && (
        <EmptyState plan={plan} selection={selection} />
      )}
      {visibleView === null && isBusy && (
        <LoadingCard title={requestedView === 'chart' ? labels.chartTitle(chartType) : labels.tableTitle} />
      )}
      {loaded !== null && visibleView === 'table' && (
        <TableCard loaded={loaded} labels={labels} isBusy={isBusy} />
      )}
      {loaded !== null && isChartMounted && (
        <div hidden={visibleView !== 'chart'}>
          <Suspense fallback={<LoadingCard title={labels.chartTitle(chartType)} />}>
            <chartCard.Component actor={actor} loaded={loaded} labels={labels} isBusy={isBusy} />
          </Suspense>
        </div>
      )}
    </>
  )
}
