import { Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { portalPermissions } from '../../../schemas/api/menu.ts'
import type { ReportPlan } from '../../report/model/report-plan.ts'
import { resolveScreen } from '../../report/selection/url-state.ts'
import { ApiContext, SessionScopeContext, useApi, useSession } from '../contexts/portal-contexts.ts'
import { lazyWithPreload } from '../kit/lazy-loading.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { ErrorBoundary, MessagePanel } from '../kit/messages.tsx'
import type { DraftScreen } from './draft-checks.ts'
import { createDraftClient, type PreviewState } from './draft-client.ts'

const STATES: readonly { readonly value: PreviewState; readonly label: string }[] = [
  { value: 'records', label: 'With records' },
  { value: 'loading', label: 'Loading' },
  { value: 'empty', label: 'Empty' },
  { value: 'error', label: 'Error' },
]
const { roles, data } = portalPermissions
const ignore = () => undefined
const reportView = lazyWithPreload(async () => ({
  default: (await import('../report/report-screen.tsx')).ReportView,
}))

/** The screen of a draft as its readers would see it. */
export const DraftPreview = ({ screen }: { readonly screen: DraftScreen }) => {
  const { ids } = useSession().permissions
  const [state, setState] = useState<PreviewState>('records')
  const [records, setRecords] = useState<'demo' | 'stored'>('demo')
  const { search } = useLocation()
  const navigate = useNavigate()
  const { report, drafts } = screen
  const address = new URLSearchParams(search)
  const chosen = resolveScreen(report, address.get('tab') ?? '', address)
  const plan =
    report.plans.find(({ tab, variant }) => tab === chosen.tab && variant === chosen.variant) ??
    report.plans[0]
  // Only what a screen is made of begins it again.
  const tables = drafts.filter(({ kind }) => kind === 'datasets')
  const key = JSON.stringify([report, tables, state, records, plan?.key])
  if (plan === undefined) return <MessagePanel text="This report has no screen." />
  const isOpen = ids.has(roles.id) && ids.has(data.id)
  const choose = (name: string) => (value: string) => {
    address.set(name, value)
    void navigate({ search: address.toString() }, { replace: true })
  }
  const choices = [
    ['tab', report.tabs?.items ?? [], plan.tab],
    ['variant', report.variants, plan.variant],
  ] as const
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        <SelectField
          label="State"
          value={state}
          onChange={(value) => setState(STATES.find((one) => one.value === value)?.value ?? 'records')}
          options={STATES}
        />
        <SelectField
          label="Records"
          value={records}
          onChange={(value) => setRecords(value === 'stored' ? 'stored' : 'demo')}
          options={[
            { value: 'demo', label: 'Demo' },
            { value: 'stored', label: isOpen ? 'Stored' : 'Stored: needs Roles and Data', disabled: !isOpen },
          ]}
        />
        {choices.map(
          ([name, items, value]) =>
            items.length > 1 && (
              <SelectField
                key={name}
                label={name === 'tab' ? 'Tab' : 'Variant'}
                value={value ?? ''}
                onChange={choose(name)}
                options={items.map(({ id, label }) => ({ value: id, label }))}
              />
            ),
        )}
      </div>
      <ErrorBoundary resetKey={key}>
        <PlannedScreen key={key} report={report} plan={plan} {...{ drafts, records, state }} />
      </ErrorBoundary>
    </div>
  )
}

type PlannedProps = Pick<DraftScreen, 'report' | 'drafts'> & {
  readonly plan: ReportPlan
  readonly records: 'demo' | 'stored'
  readonly state: PreviewState
}

/** The screen of a plan, which does not change: another draft begins again. */
const PlannedScreen = ({ report, plan, drafts, records, state }: PlannedProps) => {
  const api = useApi()
  const { recordsPath } = plan.data
  const [client] = useState(() =>
    createDraftClient(api, { drafts, path: `reports/${report.id}.json`, records, state, recordsPath }),
  )
  const [scope] = useState(() => ({}))
  return (
    <ApiContext value={client}>
      <SessionScopeContext value={scope}>
        <Suspense>
          <reportView.Component report={withQueryTabs(report)} plan={plan} onChoice={ignore} />
        </Suspense>
      </SessionScopeContext>
    </ApiContext>
  )
}

/** Keeps the tab in the query: the path of the page is that of the editor. */
const withQueryTabs = (report: DraftScreen['report']): DraftScreen['report'] => ({
  ...report,
  tabs: report.tabs && { ...report.tabs, navigation: 'query' },
})
