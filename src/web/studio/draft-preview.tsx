import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { DraftCall } from '../../../schemas/api/definitions.ts'
import type { DraftMailCall } from '../../../schemas/api/draft-mail.ts'
import type { ImportPreview } from '../../../schemas/api/imports.ts'
import { portalPermissions } from '../../../schemas/api/menu.ts'
import type { SchedulePlan } from '../../report/model/dashboard-plan.ts'
import { findPlan, type Report, type ReportPlan } from '../../report/model/report-plan.ts'
import { emptyUrlState, formatUrlState, resolveScreen } from '../../report/selection/url-state.ts'
import { useSession } from '../contexts/portal-contexts.ts'
import { SelectField } from '../kit/select-field.tsx'
import { ErrorBoundary } from '../kit/messages.tsx'
import type { DraftScreen } from './draft-checks.ts'
import { type Answers, buildExampleAnswers, isForeign } from './foreign-answers.ts'
import { ForeignFields } from './foreign-fields.tsx'
import { PlannedScreen, PreviewTiles } from './draft-screens.tsx'
import { MailPreview } from './mail-preview.tsx'
import { canMultiply } from './many-series.ts'
import { nothingPasted, PastedRecords, toDraftFile, usePastedPreview } from './pasted-records.tsx'
import type { PreviewState } from './draft-client.ts'

const { roles, data } = portalPermissions
const recordChoices = ['demo', 'stored', 'pasted'] as const
type RecordChoice = (typeof recordChoices)[number]

/** What a preview shows: the screen of a report, tiles of a dashboard, or the mail of a schedule. */
const shows = ['Screen', 'Tiles', 'Mail'] as const

/** What a draft makes, as its readers would see it. */
export const DraftPreview = ({ screen }: { readonly screen: DraftScreen }) => {
  const { ids } = useSession().permissions
  const [wanted, setShow] = useState<(typeof shows)[number]>('Screen')
  const [chosenState, setState] = useState<PreviewState>('records')
  const [records, setRecords] = useState<RecordChoice>('demo')
  const [isNarrow, setNarrow] = useState(false)
  const [typed, setTyped] = useState(nothingPasted)
  const { path, report, dashboard, schedule, drafts, reports, tables } = screen
  const { plan, choices, restart } = useChosenPlan(report)
  const [written, setWritten] = useState<Answers>({})
  const answers = plan !== undefined && isForeign(screen) ? chooseAnswers(plan, written) : null
  const offered = shows.filter((show) =>
    show === 'Mail' ? answers === null : show === 'Tiles' ? schedule === null : plan !== undefined,
  )
  const show = offered.includes(wanted) ? wanted : (offered[0] ?? 'Mail')
  const canBeMany = show === 'Screen' && plan !== undefined && canMultiply(plan)
  const state = chosenState === 'many' && !canBeMany ? 'records' : chosenState
  // The first table until one of them is chosen.
  const pasted = tables.includes(typed.dataset) ? typed : { ...typed, dataset: tables[0] ?? '' }
  const preview = usePastedPreview(screen, pasted)
  const file = records === 'pasted' && isReadable(preview.data) ? toDraftFile(pasted) : null
  const call: Omit<DraftCall, 'call'> = {
    drafts: [...drafts],
    path,
    records: records === 'stored' ? 'stored' : 'demo',
    file,
  }
  const states: readonly { readonly value: PreviewState; readonly label: string }[] = [
    { value: 'records', label: 'With records' },
    { value: 'loading', label: 'Loading' },
    { value: 'empty', label: 'Empty' },
    { value: 'error', label: 'Error' },
    ...(canBeMany ? [{ value: 'many', label: 'Many series' } as const] : []),
  ]
  const isOpen = ids.has(roles.id) && ids.has(data.id)
  const mail = schedule ? pickMail(schedule) : plan ? describeMail(plan) : describeDashboardMail(path)
  // Only what is shown begins it again.
  const used = drafts.filter(({ kind }) => kind === 'datasets')
  const key = JSON.stringify([
    report,
    dashboard,
    schedule,
    reports,
    used,
    show,
    state,
    records,
    file,
    plan?.key,
    answers,
  ])
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        {offered.length > 1 && (
          <SelectField
            label="Show"
            value={show}
            onChange={(value) => setShow(shows.find((one) => one === value) ?? 'Screen')}
            options={offered.map((value) => ({ value, label: value }))}
          />
        )}
        {show !== 'Mail' && (
          <SelectField
            label="State"
            value={state}
            onChange={(value) => setState(states.find((one) => one.value === value)?.value ?? 'records')}
            options={states}
          />
        )}
        {answers === null && (
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
              {
                value: 'stored',
                label: isOpen ? 'Stored' : 'Stored: needs Roles and Data',
                disabled: !isOpen,
              },
            ]}
          />
        )}
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
          ({ label, items, value, choose }) =>
            items.length > 1 && (
              <SelectField
                key={label}
                label={label}
                value={value ?? ''}
                onChange={choose}
                options={items.map((item) => ({ value: item.id, label: item.label }))}
              />
            ),
        )}
      </div>
      {answers !== null && <ForeignFields answers={answers} onChange={setWritten} />}
      {records === 'pasted' && answers === null && (
        <PastedRecords
          pasted={pasted}
          onChange={(next) => {
            setTyped(next)
            restart()
          }}
          tables={tables}
          preview={preview}
        />
      )}
      {(records !== 'pasted' || file !== null || answers !== null) && (
        <ErrorBoundary resetKey={key}>
          <div className={isNarrow ? 'flex max-w-97.5 flex-col gap-3' : 'flex flex-col gap-3'}>
            {show === 'Mail' && <MailPreview call={{ ...call, ...mail }} />}
            {show === 'Tiles' && (
              <PreviewTiles
                key={key}
                {...{ call, state, answers, reports }}
                tiles={dashboard?.tiles ?? (plan ? listTiles(plan) : [])}
              />
            )}
            {show === 'Screen' && report !== null && plan !== undefined && (
              <PlannedScreen key={key} {...{ call, state, answers, report, plan }} />
            )}
          </div>
        </ErrorBoundary>
      )}
    </div>
  )
}

/** Returns the plan of the tab and variant in the address, with the choices of others. */
function useChosenPlan(report: Report | null) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const address = new URLSearchParams(search)
  const go = (query: URLSearchParams) => void navigate({ search: query.toString() }, { replace: true })
  const chosen = report && resolveScreen(report, address.get('tab') ?? '', address)
  const plan = report
    ? (findPlan(report, chosen?.tab ?? null, chosen?.variant ?? null) ?? report.plans[0])
    : undefined
  const choose = (name: string) => (value: string) => {
    address.set(name, value)
    go(address)
  }
  return {
    plan,
    choices: [
      { label: 'Tab', items: report?.tabs?.items ?? [], value: plan?.tab, choose: choose('tab') },
      { label: 'Variant', items: report?.variants ?? [], value: plan?.variant, choose: choose('variant') },
    ],
    /** Begins again with the latest period: other records have other ones. */
    restart: () => {
      if (plan !== undefined) go(formatUrlState({ ...emptyUrlState, view: 'table' }, plan))
    },
  }
}

/** Returns whether pasted records can be shown: nothing is unclear or wrong. */
const isReadable = (preview: ImportPreview | undefined): boolean =>
  preview !== undefined && preview.rows > 0 && preview.questions.length === 0 && preview.errorCount === 0

/** Returns the written answers of another API; examples for the calls without one. */
function chooseAnswers(plan: ReportPlan, written: Answers): Answers {
  const examples = buildExampleAnswers(plan, new Date().getUTCFullYear())
  return Object.fromEntries(
    Object.entries(examples).map(([call, example]) => [call, written[call] ?? example]),
  )
}

/** Lists a tile of each kind over a report. */
function listTiles({ reportId: report, tab, variant, chart: { types } }: ReportPlan) {
  const view = { report, tab, variant, period: null, selectors: {} }
  const [type] = types
  return [
    { id: 'figure', kind: 'figure', width: 6, view } as const,
    ...(type === undefined ? [] : [{ id: 'chart', kind: 'chart', width: 12, view, type } as const]),
    { id: 'table', kind: 'table', width: 12, view, rows: 8 } as const,
  ]
}

type MailForm = Pick<DraftMailCall, 'view' | 'workbook' | 'charts' | 'owner'>

const pickMail = ({ owner, form: { view, workbook, charts } }: SchedulePlan): MailForm => ({
  owner,
  view,
  workbook,
  charts,
})

/** Returns what a schedule of a screen sends unless its user chooses otherwise. */
const describeMail = ({ reportId: id, tab, variant, chart: { types } }: ReportPlan): MailForm =>
  buildMailForm({ kind: 'report', id, tab, variant, chart: types[0] ?? null })

const describeDashboardMail = (path: string): MailForm =>
  buildMailForm({
    kind: 'dashboard',
    id: path.replace(/^.*\/|\.json$/g, ''),
    tab: null,
    variant: null,
    chart: null,
  })

function buildMailForm(shown: Pick<MailForm['view'], 'kind' | 'id' | 'tab' | 'variant' | 'chart'>): MailForm {
  return {
    view: { ...shown, selectors: {}, compare: null, period: 'latest' },
    workbook: true,
    charts: true,
  }
}
