import { useSelector } from '@xstate/react'
import { type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { formatCounted, resolveLabels } from '../../report/selection/titles-and-file-names.ts'
import { keepOpenLinks } from '../../report/model/links.ts'
import type { Report, ReportPlan, Selection } from '../../report/model/report-plan.ts'
import { findValueError, missingSelectors } from '../../report/selection/selection.ts'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { DataTable } from '../table/data-table.tsx'
import { lazyWithPreload, whenIdle } from '../kit/lazy-loading.tsx'
import { MessagePanel, PageBanner, Remarks } from '../kit/messages.tsx'
import { Skeleton } from '../kit/page.tsx'
import { PreparedView } from '../kit/prepared-view.tsx'
import type { ReportTable } from '../../report/model/report-table.ts'
import { useSession } from '../contexts/portal-contexts.ts'
import { hasFeature } from '../contexts/portal-settings.ts'
import type { CardProps } from './chart-card.tsx'
import { FilterForm } from './filter-form.tsx'
import { loadFiles, loadReport, today } from './report-services.ts'
import { type ReportActor, type ScreenChoice, useMessage, useReport } from './use-report.ts'

const chartCard = lazyWithPreload(() => import('./chart-card.tsx'))
/** Stands for code that a report can do without. */
export const notLoaded = () => ({ default: () => null })
const belowReport = lazyWithPreload(() => import('./below-report.tsx').catch(notLoaded))
const cardTools = lazyWithPreload(() => import('./card-tools.tsx').catch(notLoaded))
const requestId = lazyWithPreload(() =>
  import('../kit/copy-buttons.tsx').then(({ RequestId }) => ({ default: RequestId }), notLoaded),
)
/** Preloads code; a failure shows when the code is needed. */
const preload = (hasChart: boolean) =>
  void Promise.all([hasChart && chartCard.preload(), loadFiles()]).catch(() => undefined)

type Props = {
  readonly report: Report
  readonly plan: ReportPlan
  readonly onChoice: (choice: ScreenChoice) => void
  readonly children?: ReactNode
}

/** Shows the screen of one plan: filter form, banner, and the card of the visible view. */
export const ReportView = ({ report, plan, onChoice, children }: Props) => {
  const actor = useReport(report, plan)
  const snapshot = useSelector(actor, (current) => current)
  const { selection, compare, arrangement, visibleView, requestedView, options, chartType } = snapshot.context
  const loadedReport = snapshot.context.loaded
  const { ids } = useSession().permissions
  const loaded = useMemo(
    () => loadedReport && { ...loadedReport, table: keepOpenLinks(loadedReport.table, ids) },
    [loadedReport, ids],
  )
  const isBusy = snapshot.hasTag('busy')
  const message = useMessage(actor)

  useEffect(
    () => onChoice({ selection, compare, view: requestedView, arrangement }),
    [onChoice, selection, compare, requestedView, arrangement],
  )
  useEffect(() => {
    if (message !== null) window.scrollTo({ top: 0 })
  }, [message])

  // The code of the chart is preloaded: at once if a chart is requested, otherwise when the page is idle.
  const isIdle = options !== null && !isBusy
  const hasChart = plan.chart.types.length > 0
  useEffect(() => {
    if (requestedView === 'chart') preload(hasChart)
    return isIdle ? whenIdle(() => preload(hasChart)) : undefined
  }, [requestedView, isIdle, hasChart])

  const shown = loaded ?? { selection, options }
  const labels = resolveLabels(plan, shown.selection, today(), shown.options ?? {})
  const notes = loadedReport !== null &&
    hasFeature('notes') && {
      plan,
      loaded: loadedReport,
      onPlace: (table: ReportTable) =>
        actor.send({ type: 'table.replaced', readAt: loadedReport.readAt, table }),
    }
  const tools = loadedReport && (
    <Suspense>
      <cardTools.Component {...{ actor, notes, loadReport }} loaded={loadedReport} />
    </Suspense>
  )
  const chartTitle = labels.chartTitle(chartType)
  const isChart = visibleView === 'chart'
  const card = loaded && { actor, loaded, labels, isBusy, tools }
  return (
    <>
      <FilterForm actor={actor} message={message}>
        {children}
      </FilterForm>
      {message !== null && (
        <PageBanner text={message.text} onClose={() => actor.send({ type: 'banner.closed' })} />
      )}
      {visibleView === null && !isBusy && options !== null && <EmptyState actor={actor} />}
      {visibleView === null && isBusy && (
        <LoadingCard title={requestedView === 'chart' ? chartTitle : labels.tableTitle} />
      )}
      {card !== null && visibleView !== null && (
        <div className="relative" data-report>
          {!isChart && <TableCard {...card} />}
          <PreparedView
            isShown={isChart}
            prepare={isIdle && hasChart && card.loaded.table.rows.length > 0 ? chartCard.preload : null}
          >
            <Suspense fallback={<LoadingCard title={chartTitle} />}>
              <chartCard.Component {...card} isShown={isChart} />
            </Suspense>
          </PreparedView>
          <Suspense>
            <belowReport.Component key={card.loaded.readAt.getTime()} plan={plan} notes={notes} />
          </Suspense>
        </div>
      )}
    </>
  )
}

/** Shows the loaded table, or the message that its period is empty. */
const TableCard = ({ actor, loaded, labels, isBusy, tools }: CardProps) => {
  const arrangement = useSelector(actor, ({ context }) => context.arrangement)
  if (loaded.table.rows.length === 0) return <MessagePanel icon="table" text={labels.empty} />
  return (
    <DataTable
      table={loaded.table}
      caption={labels.tableTitle}
      busy={isBusy}
      period={labels.period}
      kept={{ arrangement, onArrange: (next) => actor.send({ type: 'table.arranged', arrangement: next }) }}
      renderFrame={(menu, grid) => (
        <Card
          title={labels.tableTitle}
          hint={formatCounted(labels)}
          actions={
            <div className="flex flex-wrap items-center gap-0.5 max-sm:-mx-1.5">
              {isBusy && <span className="text-sm text-soft">Loading...</span>}
              {tools}
              {menu}
            </div>
          }
          busy={isBusy}
          flush
        >
          {grid}
          <Remarks texts={loaded.table.remarks} className="px-4 py-2" />
        </Card>
      )}
    />
  )
}

/** Shows why a report is not loaded, or what to do next. */
const EmptyState = ({ actor }: { readonly actor: ReportActor }) => {
  const snapshot = useSelector(actor, (current) => current)
  const { plan, selection, requestedView, failure } = snapshot.context
  const retry = () => actor.send({ type: requestedView === 'chart' ? 'chart.toggled' : 'form.submitted' })
  return (
    <div className="print:hidden">
      {failure !== null && snapshot.matches({ data: { blank: 'failed' } }) ? (
        <MessagePanel
          icon="alert"
          text={failure.text}
          detail={
            failure.requestId === null ? (
              (failure.reason ?? undefined)
            ) : (
              <Suspense>
                <requestId.Component id={failure.requestId} />
              </Suspense>
            )
          }
          role={failure.isDenied ? 'alert' : undefined}
          action={
            failure.isDenied ? (
              <Link to="/" className="underline">
                Home
              </Link>
            ) : (
              <Button onClick={retry}>Try again</Button>
            )
          }
        />
      ) : (
        <MessagePanel icon="table" text={getNextStep(plan, selection)} />
      )}
    </div>
  )
}

const getNextStep = (plan: ReportPlan, selection: Selection): string => {
  const missing = missingSelectors(plan, selection)
  const wrong = plan.selectors.filter((selector) => findValueError(selector, selection) !== null)
  const [verb, selectors] = missing.length > 0 ? ['Choose', missing] : ['Change', wrong]
  const names = new Intl.ListFormat('en-GB').format(selectors.map(({ label }) => label.toLowerCase()))
  return names === '' ? 'Submit loads the report.' : `${verb} ${names}, then Submit.`
}

const LINES = 12

const LoadingCard = ({ title }: { title: string }) => (
  <Card title={title} busy>
    <div className="flex flex-col gap-2">
      <p className="text-soft">Loading...</p>
      {Array.from({ length: LINES }, (_, index) => (
        <Skeleton key={index} className="h-4 w-full" />
      ))}
    </div>
  </Card>
)
