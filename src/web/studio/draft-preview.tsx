import { Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { DraftCall } from '../../../schemas/api/definitions.ts'
import type { ImportPreview } from '../../../schemas/api/imports.ts'
import { portalPermissions } from '../../../schemas/api/menu.ts'
import type { ReportPlan } from '../../report/model/report-plan.ts'
import { emptyUrlState, formatUrlState, resolveScreen } from '../../report/selection/url-state.ts'
import { ApiContext, SessionScopeContext, useApi, useSession } from '../contexts/portal-contexts.ts'
import { lazyWithPreload } from '../kit/lazy-loading.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { ErrorBoundary, MessagePanel } from '../kit/messages.tsx'
import type { DraftScreen } from './draft-checks.ts'
import { PastedRecords, type PastedText, toDraftFile, usePastedPreview } from './pasted-records.tsx'
import { createDraftClient, type PreviewState } from './draft-client.ts'

const STATES: readonly { readonly value: PreviewState; readonly label: string }[] = [
  { value: 'records', label: 'With records' },
  { value: 'loading', label: 'Loading' },
  { value: 'empty', label: 'Empty' },
  { value: 'error', label: 'Error' },
]
const { roles, data } = portalPermissions
const recordChoices = ['demo', 'stored', 'pasted'] as const
type RecordChoice = (typeof recordChoices)[number]
const ignore = () => undefined
const reportView = lazyWithPreload(async () => ({
  default: (await import('../report/report-screen.tsx')).ReportView,
}))

/** The screen of a draft as its readers would see it. */
export const DraftPreview = ({ screen }: { readonly screen: DraftScreen }) => {
  const { ids } = useSession().permissions
  const [state, setState] = useState<PreviewState>('records')
  const [records, setRecords] = useState<RecordChoice>('demo')
  const [isNarrow, setNarrow] = useState(false)
  const [typed, setTyped] = useState<PastedText>({ dataset: '', text: '', read: {} })
  const { search } = useLocation()
  const navigate = useNavigate()
  const { report, drafts, tables: asked } = screen
  // The first table until one of them is chosen.
  const pasted = asked.includes(typed.dataset) ? typed : { ...typed, dataset: asked[0] ?? '' }
  const preview = usePastedPreview(screen, pasted)
  const address = new URLSearchParams(search)
  const chosen = resolveScreen(report, address.get('tab') ?? '', address)
  const plan =
    report.plans.find(({ tab, variant }) => tab === chosen.tab && variant === chosen.variant) ??
    report.plans[0]
  // Only what a screen is made of begins it again.
  const tables = drafts.filter(({ kind }) => kind === 'datasets')
  const file = records === 'pasted' && isReadable(preview.data) ? toDraftFile(pasted) : null
  const key = JSON.stringify([report, tables, state, records, file, plan?.key])
  if (plan === undefined) return <MessagePanel text="This report has no screen." />
  const isOpen = ids.has(roles.id) && ids.has(data.id)
  const choose = (name: string) => (value: string) => {
    address.set(name, value)
    void navigate({ search: address.toString() }, { replace: true })
  }
  /** Begins again with the latest period: other records have other ones. */
  const restart = () => {
    const { tab, variant } = plan
    void navigate(
      {
        search: formatUrlState({ ...emptyUrlState, view: 'table' }, { tab, variant }).toString(),
      },
      { replace: true },
    )
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
          onChange={(value) => {
            setRecords(recordChoices.find((one) => one === value) ?? 'demo')
            restart()
          }}
          options={[
            { value: 'demo', label: 'Demo' },
            { value: 'pasted', label: 'Pasted' },
            { value: 'stored', label: isOpen ? 'Stored' : 'Stored: needs Roles and Data', disabled: !isOpen },
          ]}
        />
        <SelectField
          label="Width"
          value={isNarrow ? 'narrow' : 'wide'}
          onChange={(value) => setNarrow(value === 'narrow')}
          options={[
            { value: 'wide', label: 'Wide' },
            { value: 'narrow', label: 'Narrow (390 px)' },
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
      {records === 'pasted' && (
        <PastedRecords
          pasted={pasted}
          onChange={(next) => {
            setTyped(next)
            restart()
          }}
          tables={asked}
          preview={preview}
        />
      )}
      {(records !== 'pasted' || file !== null) && (
        <ErrorBoundary resetKey={key}>
          <div className={isNarrow ? 'max-w-97.5' : ''}>
            <PlannedScreen
              key={key}
              records={records === 'stored' ? 'stored' : 'demo'}
              {...{ report, plan, drafts, file, state }}
            />
          </div>
        </ErrorBoundary>
      )}
    </div>
  )
}

/** Returns whether pasted records can be shown: nothing is unclear or wrong. */
const isReadable = (preview: ImportPreview | undefined): boolean =>
  preview !== undefined && preview.rows > 0 && preview.questions.length === 0 && preview.errorCount === 0

type PlannedProps = Pick<DraftScreen, 'report' | 'drafts'> &
  Pick<DraftCall, 'records' | 'file'> & {
    readonly plan: ReportPlan
    readonly state: PreviewState
  }

/** The screen of a plan, which does not change: another draft begins again. */
const PlannedScreen = ({ report, plan, drafts, records, file, state }: PlannedProps) => {
  const api = useApi()
  const { recordsPath } = plan.data
  const [client] = useState(() =>
    createDraftClient(api, { drafts, path: `reports/${report.id}.json`, records, file, state, recordsPath }),
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
