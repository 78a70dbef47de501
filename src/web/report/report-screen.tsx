import { type MouseEvent, type ReactNode, Suspense, use, useReducer, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom'
import { findPlan, type ListedReport, type Report, type ReportPlan } from '../../report/model/report-plan.ts'
import {
  emptyUrlState,
  formatScreenUrl,
  resolveScreen,
  type UrlState,
} from '../../report/selection/url-state.ts'
import { Button } from '../kit/button.tsx'
import { forgetPlans, lazyWithPreload, loadPlans } from '../kit/lazy-loading.tsx'
import { MessagePanel } from '../kit/messages.tsx'
import { Page } from '../kit/page.tsx'
import { TabLinks, Tabs } from '../kit/tabs.tsx'
import { ToggleGroup } from '../kit/toggle-group.tsx'
import { notify } from '../kit/toaster.tsx'
import { OFFLINE } from '../machines/report-messages.ts'
import { hasFeature } from '../contexts/portal-settings.ts'
import { notLoaded, ReportView } from './report-view.tsx'
import { isOwn, type ScreenChoice } from './use-report.ts'

const loadTools = () => import('./report-tools.tsx')
const tools = lazyWithPreload(() => loadTools().catch(notLoaded))
const defaultView = lazyWithPreload(() => import('./views/default-view.tsx').catch(notLoaded))
const daysReport = lazyWithPreload(() => loadTools().then(({ DaysReport }) => ({ default: DaysReport })))
const daysButton = lazyWithPreload(() =>
  loadTools().then(({ DaysButton }) => ({ default: DaysButton }), notLoaded),
)
// It loads beside the plans, so that nothing moves when it is there.
void tools.preload()

/** Marks the first tab of a link that names none, such as one of the menu. */
const ANY_TAB = 'any tab'

type Props = { readonly report: ListedReport }

/** Shows a report: loads its plans and checks the rest of the path, which can only be a tab. */
const ReportScreen = ({ report: listed }: Props) => {
  const { '*': rest = '' } = useParams()
  const { pathname, search, state } = useLocation()
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const report = use(loadPlans(listed))
  if (report === null) {
    const retry = () => {
      forgetPlans(listed)
      renderAgain()
    }
    const button = <Button onClick={retry}>Retry</Button>
    return <MessagePanel role="alert" icon="alert" text="This report could not be loaded." action={button} />
  }

  const tabs = report.tabs?.navigation === 'route' ? report.tabs.items : []
  if (tabs.length > 0 && rest === '') {
    const to = { pathname: `${report.path}/${tabs[0]?.id ?? ''}`, search }
    return <Navigate to={to} state={ANY_TAB} replace />
  }
  if (rest !== '' && !tabs.some(({ id }) => id === rest)) return <Navigate to="/report" replace />
  return (
    <>
      {search === '' && !isOwn(state) && hasFeature('views') && (
        <Suspense>
          <defaultView.Component report={report.id} start={state === ANY_TAB ? '' : `${pathname}?`} />
        </Suspense>
      )}
      <TabbedReport report={report} routeTab={rest} search={search} />
    </>
  )
}

type TabbedProps = { readonly report: Report; readonly routeTab: string; readonly search: string }

/** Shows the frame of a report and the plan that tab and variant select. */
const TabbedReport = ({ report, routeTab, search }: TabbedProps) => {
  const [choice, setChoice] = useState<ScreenChoice>(emptyUrlState)
  const query = new URLSearchParams(search)
  const { tab, variant } = resolveScreen(report, routeTab, query)
  const plan = findPlan(report, tab, variant)
  if (plan === undefined) return null
  const isInDays = /[?&]days=[\d.-]*(&|$)/.test(search)
  const chartType = plan.chart.types.find((type) => type === query.get('chart')) ?? null
  const shared = { ...choice, chartType }
  const renderView = (shown: ReportPlan) => (
    <ReportView key={shown.key} report={report} plan={shown} onChoice={setChoice}>
      {hasFeature('days') && (
        <Suspense>
          <daysButton.Component plan={plan} selection={choice.selection} />
        </Suspense>
      )}
    </ReportView>
  )
  return (
    <Page
      title={plan.title}
      breadcrumb={plan.breadcrumb}
      description={(isInDays && plan.ownDays?.description) || plan.description}
      actions={
        <>
          <VariantSwitch report={report} plan={plan} choice={shared} />
          <Suspense>
            <tools.Component report={report} get={() => ({ ...choice, plan, chart: chartType })} />
          </Suspense>
        </>
      }
    >
      <ScreenTabs report={report} plan={plan} choice={shared}>
        {isInDays ? (
          <Suspense>
            <daysReport.Component plan={plan} selection={choice.selection} render={renderView} />
          </Suspense>
        ) : (
          renderView(plan)
        )}
      </ScreenTabs>
    </Page>
  )
}

export default ReportScreen

/** Exported by this part: a part of its own would be more bytes of the first table. */
export { ReportView }

type TabsProps = {
  readonly report: Report
  readonly plan: ReportPlan
  readonly choice: ScreenChoice & Pick<UrlState, 'chartType'>
  readonly children: ReactNode
}

/** Keeps what is loaded while no other tab can be. */
function stayOffline(event: MouseEvent): void {
  if (navigator.onLine) return
  event.preventDefault()
  notify(OFFLINE)
}

/** Shows the tabs of a report: links if they are routes, otherwise tabs of the page. */
const ScreenTabs = ({ report, plan, choice, children }: TabsProps) => {
  const navigate = useNavigate()
  const { tab, variant } = plan
  const buildUrl = (to: string, shared: Partial<UrlState>) =>
    formatScreenUrl(report, { tab: to, variant }, shared)
  if (report.tabs === null || tab === null) return children
  const content = (
    <div data-below-tabs className="contents">
      {children}
    </div>
  )
  const { menu, tabs } = report
  return tabs.navigation === 'query' ? (
    <Tabs
      label={menu.label}
      tabs={tabs.items.map(({ id, label }) => ({ value: id, label }))}
      value={tab}
      // A tab of the page starts with nothing loaded.
      onChange={(id) => void navigate(buildUrl(id, { ...choice, view: null, chartType: null }))}
    >
      {content}
    </Tabs>
  ) : (
    <>
      <TabLinks
        label={menu.label}
        onClick={stayOffline}
        tabs={tabs.items.map(({ id, label }) => ({ to: buildUrl(id, choice), label }))}
      />
      {content}
    </>
  )
}

const VariantSwitch = ({ report, plan, choice }: Omit<TabsProps, 'children'>) => {
  const navigate = useNavigate()
  if (report.variants.length < 2 || plan.variant === null) return null
  return (
    <div className="print:hidden">
      <ToggleGroup
        label="Variant"
        options={report.variants.map(({ id, label }) => ({ value: id, label }))}
        value={plan.variant}
        onChange={(variant) => void navigate(formatScreenUrl(report, { tab: plan.tab, variant }, choice))}
      />
    </div>
  )
}
