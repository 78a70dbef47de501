import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { DraftCall } from '../../../schemas/api/definitions.ts'
import type { DraftMailCall } from '../../../schemas/api/draft-mail.ts'
import type { ImportPreview } from '../../../schemas/api/imports.ts'
import { portalPermissions } from '../../../schemas/api/menu.ts'
import { findPlan, type Report, type ReportPlan } from '../../report/model/report-plan.ts'
import { emptyUrlState, formatUrlState, resolveScreen } from '../../report/selection/url-state.ts'
import { useSession } from '../contexts/portal-contexts.ts'
import { Card } from '../kit/card.tsx'
import { ErrorBoundary } from '../kit/messages.tsx'
import { SelectField } from '../kit/select-field.tsx'
import type { DraftScreen } from './draft-checks.ts'
import { PlannedScreen, PreviewTiles } from './draft-screens.tsx'
import { type Answers, buildExampleAnswers, isForeign } from './foreign-answers.ts'
import { ForeignFields } from './foreign-fields.tsx'
import { MailPreview } from './mail-preview.tsx'
import { canMultiply } from './many-series.ts'
import { nothingPasted, PastedRecords, toDraftFile, usePastedPreview } from './pasted-records.tsx'

const { roles, data } = portalPermissions

/** A field that chooses what a preview shows; one with a single option is not shown. */
interface Choice {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[]
  readonly choose: (value: string) => void
}

/** What a draft makes, as its readers would see it. */
export const DraftPreview = ({ screen }: { readonly screen: DraftScreen }) => {
  const { ids } = useSession().permissions
  const [wanted, setWanted] = useState({ show: 'Screen', state: 'records', records: 'demo', width: 'wide' })
  const [typed, setTyped] = useState(nothingPasted)
  const [written, setWritten] = useState<Answers>({})
  const { path, report, dashboard, schedule, drafts, reports, tables, asked } = screen
  const { plan, choices, restart } = useChosenPlan(report)
  const answers = plan !== undefined && isForeign(screen) ? chooseAnswers(plan, written) : null
  const set = (key: keyof typeof wanted) => (value: string) => setWanted({ ...wanted, [key]: value })

  const shows = [
    ...(plan ? ['Screen'] : []),
    ...(schedule === null ? ['Tiles'] : []),
    ...(answers === null ? ['Mail'] : []),
  ]
  const show = shows.includes(wanted.show) ? wanted.show : shows[0]
  const canBeMany = show === 'Screen' && plan !== undefined && canMultiply(plan)
  const state = wanted.state === 'many' && !canBeMany ? 'records' : wanted.state
  const isOpen = ids.has(roles.id) && ids.has(data.id)
  const isPasted = wanted.records === 'pasted' && answers === null
  // The first table until one of them is chosen.
  const pasted = tables.includes(typed.dataset) ? typed : { ...typed, dataset: tables[0] ?? '' }
  const preview = usePastedPreview(screen, pasted)
  const file = isPasted && isReadable(preview.data) ? toDraftFile(pasted) : null
  const call: Omit<DraftCall, 'call'> = {
    drafts: [...drafts],
    path,
    records: wanted.records === 'stored' ? 'stored' : 'demo',
    file,
  }
  const fields: readonly Choice[] = [
    {
      label: 'Show',
      value: show ?? '',
      options: shows.map((value) => ({ value, label: value })),
      choose: set('show'),
    },
    {
      label: 'State',
      value: state,
      options: [
        { value: 'records', label: 'With records' },
        ...(show === 'Mail'
          ? []
          : [
              { value: 'loading', label: 'Loading' },
              { value: 'empty', label: 'Empty' },
              { value: 'error', label: 'Error' },
            ]),
        ...(canBeMany ? [{ value: 'many', label: 'Many series' }] : []),
      ],
      choose: set('state'),
    },
    {
      label: 'Records',
      value: wanted.records,
      options: [
        { value: 'demo', label: 'Demo' },
        ...(answers === null
          ? [
              { value: 'pasted', label: 'Pasted' },
              {
                value: 'stored',
                label: isOpen ? 'Stored' : 'Stored: needs Roles and Data',
                disabled: !isOpen,
              },
            ]
          : []),
      ],
      choose: (value) => {
        set('records')(value)
        restart()
      },
    },
    {
      label: 'Width',
      value: wanted.width,
      options: [
        { value: 'wide', label: 'Wide' },
        { value: 'narrow', label: 'Narrow (390 px)' },
      ],
      choose: set('width'),
    },
    ...choices,
  ]
  const made = { call, asked, state, answers, report, dashboard, schedule, reports, show, key: plan?.key }
  // Only what is shown begins it again: a change of another draft does not.
  const key = JSON.stringify(made, (name, value: unknown) => (name === 'drafts' ? undefined : value))
  return (
    <div className="flex flex-col gap-3">
      <Card title="Preview">
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap gap-3">
            {fields.map(
              ({ choose, ...field }) =>
                field.options.length > 1 && <SelectField key={field.label} {...field} onChange={choose} />,
            )}
          </div>
          {answers !== null && <ForeignFields answers={answers} onChange={setWritten} />}
          {isPasted && (
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
        </div>
      </Card>
      {(!isPasted || file !== null) && (
        <ErrorBoundary resetKey={key}>
          <div
            className={wanted.width === 'narrow' ? 'flex max-w-97.5 flex-col gap-3' : 'flex flex-col gap-3'}
          >
            {show === 'Mail' && <MailPreview call={{ ...call, ...buildMailForm(screen, plan) }} />}
            {show === 'Tiles' && (
              <PreviewTiles
                key={key}
                {...{ call, asked, state, answers, reports }}
                tiles={dashboard?.tiles ?? (plan ? listTiles(plan) : [])}
              />
            )}
            {show === 'Screen' && report !== null && plan !== undefined && (
              <PlannedScreen key={key} {...{ call, asked, state, answers, report, plan }} />
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
  const buildChoice = (
    label: 'Tab' | 'Variant',
    value: string | null | undefined,
    items: readonly { readonly id: string; readonly label: string }[] = [],
  ): Choice => ({
    label,
    value: value ?? '',
    options: items.map((item) => ({ value: item.id, label: item.label })),
    choose: (id) => {
      address.set(label.toLowerCase(), id)
      go(address)
    },
  })
  return {
    plan,
    choices: [
      buildChoice('Tab', plan?.tab, report?.tabs?.items),
      buildChoice('Variant', plan?.variant, report?.variants),
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
