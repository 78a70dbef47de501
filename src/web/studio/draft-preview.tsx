import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { DraftMailCall } from '../../../schemas/api/draft-mail.ts'
import { portalPermissions } from '../../../schemas/api/menu.ts'
import { findPlan, type Report, type ReportPlan } from '../../report/model/report-plan.ts'
import { emptyUrlState, formatUrlState, resolveScreen } from '../../report/selection/url-state.ts'
import { useSession } from '../contexts/portal-contexts.ts'
import { Card } from '../kit/card.tsx'
import { classNames } from '../kit/icon.tsx'
import { ErrorBoundary } from '../kit/messages.tsx'
import { SelectField } from '../kit/select-field.tsx'
import type { DraftScreen } from './draft-checks.ts'
import { type DraftProps, PlannedScreen, PreviewTiles } from './draft-screens.tsx'
import { type Answers, buildExampleAnswers, isForeign } from './foreign-answers.ts'
import { ForeignFields } from './foreign-fields.tsx'
import { MailPreview } from './mail-preview.tsx'
import { canMultiply } from './many-series.ts'
import { usePastedRecords } from './pasted-records.tsx'

const { roles, data } = portalPermissions
const STORED = 'Stored: needs Roles and Data'

/** Shows what a draft makes, as its readers would see it. */
export const DraftPreview = ({ screen }: { readonly screen: DraftScreen }) => {
  const { ids } = useSession().permissions
  const [wanted, setWanted] = useState({ show: 'Screen', state: 'records', records: 'demo', width: 'wide' })
  const [written, setWritten] = useState<Answers>({})
  const { path, report, dashboard, schedule, drafts, reports, asked } = screen
  const { plan, choices, restart } = useChosenPlan(report)
  const pasted = usePastedRecords(screen, restart)
  const answers = plan !== undefined && isForeign(screen) ? chooseAnswers(plan, written) : null
  const shows = listShows(screen, answers !== null)
  const show = shows[wanted.show] ?? Object.values(shows)[0] ?? ''
  const canBeMany = show === 'Screen' && plan !== undefined && canMultiply(plan)
  const state = wanted.state === 'many' && !canBeMany ? 'records' : wanted.state
  const records = answers === null ? wanted.records : 'demo'
  const file = records === 'pasted' ? pasted.file : null
  const call: ShownProps['options']['call'] = {
    drafts: [...drafts],
    path,
    records: records === 'stored' ? records : 'demo',
    file,
  }
  const offer = (label: string, key: keyof typeof wanted, value: string, options: Options): Choice => ({
    label,
    value,
    options,
    choose: (next) => {
      setWanted({ ...wanted, [key]: next })
      if (key === 'records') restart()
    },
  })
  const choiceOfRecords = ids.has(roles.id) && ids.has(data.id) ? 'Stored' : STORED
  const fields = [
    offer('Show', 'show', show, shows),
    offer('State', 'state', state, listStates(show, canBeMany)),
    offer('Records', 'records', records, {
      demo: 'Demo',
      ...(answers === null && { pasted: 'Pasted', stored: choiceOfRecords }),
    }),
    offer('Width', 'width', wanted.width, { wide: 'Wide', narrow: 'Narrow (390 px)' }),
    ...choices,
  ]
  const options = { call, asked, state, answers }
  const made = { ...options, report, dashboard, schedule, reports, show, key: plan?.key }
  // Only what is shown begins it again: a change of another draft does not.
  const key = JSON.stringify(made, (name, value: unknown) => (name === 'drafts' ? undefined : value))
  return (
    <div className="flex flex-col gap-3">
      <Card title="Preview">
        <div className="flex flex-col gap-3">
          <ChoiceFields choices={fields} />
          {answers !== null && <ForeignFields answers={answers} onChange={setWritten} />}
          {records === 'pasted' && pasted.fields}
        </div>
      </Card>
      {(records !== 'pasted' || file !== null) && (
        <ErrorBoundary resetKey={key}>
          <div className={classNames('flex flex-col gap-3', wanted.width === 'narrow' && 'max-w-97.5')}>
            <Shown key={key} {...{ show, screen, plan, options }} />
          </div>
        </ErrorBoundary>
      )}
    </div>
  )
}

type ShownProps = {
  readonly show: string
  readonly screen: DraftScreen
  readonly plan: ReportPlan | undefined
  readonly options: DraftProps
}

/** Shows a draft as its screen, its tiles or its mail. */
const Shown = ({ show, screen, plan, options }: ShownProps) => {
  const { report, dashboard, reports } = screen
  if (show === 'Mail') return <MailPreview call={{ ...options.call, ...buildMailForm(screen, plan) }} />
  if (show === 'Screen' && report !== null && plan !== undefined)
    return <PlannedScreen {...options} report={report} plan={plan} />
  const tiles = dashboard?.tiles ?? (plan ? listTiles(plan) : [])
  return <PreviewTiles {...options} reports={reports} tiles={tiles} />
}

/** Labels by their values. */
type Options = Readonly<Record<string, string>>

/** A choice of what a preview shows; one with a single option is not shown. */
interface Choice {
  readonly label: string
  readonly value: string
  readonly options: Options
  readonly choose: (value: string) => void
}

const ChoiceFields = ({ choices }: { readonly choices: readonly Choice[] }) => (
  <div className="flex flex-wrap gap-3">
    {choices.map(({ label, value, options, choose }) => {
      const listed = Object.entries(options).map(([id, text]) => {
        return { value: id, label: text, disabled: text === STORED }
      })
      return (
        listed.length > 1 && (
          <SelectField key={label} label={label} value={value} options={listed} onChange={choose} />
        )
      )
    })}
  </div>
)

const listShows = ({ report, schedule }: DraftScreen, isOfOthers: boolean): Options => ({
  ...(report && { Screen: 'Screen' }),
  ...(schedule === null && { Tiles: 'Tiles' }),
  ...(!isOfOthers && { Mail: 'Mail' }),
})

const listStates = (show: string, canBeMany: boolean): Options => ({
  records: 'With records',
  ...(show !== 'Mail' && { loading: 'Loading', empty: 'Empty', error: 'Error' }),
  ...(canBeMany && { many: 'Many series' }),
})

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
  const offer = (key: 'tab' | 'variant', label: string, items: Report['variants'] = []): Choice => ({
    label,
    value: plan?.[key] ?? '',
    options: Object.fromEntries(items.map((item) => [item.id, item.label])),
    choose: (id) => {
      address.set(key, id)
      go(address)
    },
  })
  return {
    plan,
    choices: [offer('tab', 'Tab', report?.tabs?.items), offer('variant', 'Variant', report?.variants)],
    /** Begins again with the latest period: other records have other ones. */
    restart: () => {
      if (plan !== undefined) go(formatUrlState({ ...emptyUrlState, view: 'table' }, plan))
    },
  }
}

/** Returns the written answers of another API; examples for the calls without one. */
const chooseAnswers = (plan: ReportPlan, written: Answers): Answers => ({
  ...buildExampleAnswers(plan, new Date().getUTCFullYear()),
  ...written,
})

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

/** Returns what a schedule sends; for a screen, what a new schedule of it would send. */
function buildMailForm(
  { path, schedule }: DraftScreen,
  plan: ReportPlan | undefined,
): Pick<DraftMailCall, 'view' | 'workbook' | 'charts' | 'owner'> {
  if (schedule !== null) {
    const { view, workbook, charts } = schedule.form
    return { owner: schedule.owner, view, workbook, charts }
  }
  const view = {
    kind: plan === undefined ? ('dashboard' as const) : ('report' as const),
    id: path.replace(/^.*\/|\.json$/g, ''),
    tab: plan?.tab ?? null,
    variant: plan?.variant ?? null,
    chart: plan?.chart.types[0] ?? null,
    selectors: {},
    compare: null,
    period: 'latest',
  }
  return { view, workbook: true, charts: true }
}
