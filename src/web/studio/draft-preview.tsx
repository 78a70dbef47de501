import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { portalPermissions } from '../../../schemas/api/menu.ts'
import { findPlan, type Report, type ReportPlan } from '../../report/model/report-plan.ts'
import { emptyUrlState, formatUrlState, resolveScreen } from '../../report/selection/url-state.ts'
import { valuesOfTab } from '../api/session-store.ts'
import { useSession } from '../contexts/portal-contexts.ts'
import { Card, Disclosure } from '../kit/card.tsx'
import { classNames } from '../kit/icon.tsx'
import { ErrorBoundary } from '../kit/messages.tsx'
import { SelectField } from '../kit/select-field.tsx'
import type { DraftScreen } from './draft-checks.ts'
import { type DraftProps, DraftShown } from './draft-screens.tsx'
import { type Answers, buildExampleAnswers, isForeign } from './foreign-answers.ts'
import { canMultiply } from './many-series.ts'
import { type BegunFile, CodeField, usePastedRecords } from './pasted-records.tsx'

const { roles, data } = portalPermissions

type Props = { readonly screen: DraftScreen; readonly begun: BegunFile | null }

/** Shows what a draft makes; one that began with a file shows the records of that file at first. */
export const DraftPreview = ({ screen, begun }: Props) => {
  const { ids } = useSession().permissions
  const mayBeStored = ids.has(roles.id) && ids.has(data.id)
  const { path, report, dashboard, schedule, drafts, reports, asked } = screen
  // The address keeps the period, which other records may not have.
  const keptKey = `studio-records:${path}`
  const [preview, setWanted] = useState(() => ({
    show: 'Screen',
    state: 'records',
    records: begun !== null ? 'pasted' : mayBeStored ? (valuesOfTab.get(keptKey) ?? 'demo') : 'demo',
    width: 'wide',
  }))
  const [written, setWritten] = useState<Answers>({})
  const { plan, choices, restart } = useChosenPlan(report)
  const pasted = usePastedRecords(screen, begun, restart)
  const answers = plan !== undefined && isForeign(screen) ? chooseAnswers(plan, written) : null
  const shows = listShows(screen, answers !== null)
  const show = shows[preview.show] ?? Object.values(shows)[0] ?? ''
  const canBeMany = show === 'Screen' && plan !== undefined && canMultiply(plan)
  const state = preview.state === 'many' && !canBeMany ? 'records' : preview.state
  const records = answers === null ? preview.records : 'demo'
  const files = records === 'pasted' ? pasted.files : null
  const call: DraftProps['call'] = {
    drafts: [...drafts],
    path,
    records: records === 'stored' ? records : 'demo',
    ...(files ?? { file: null, others: [] }),
  }
  const offer = (label: string, key: keyof typeof preview, value: string, options: Options): Choice => ({
    label,
    value,
    options,
    choose: (next) => {
      setWanted({ ...preview, [key]: next })
      if (key !== 'records') return
      // A pasted text is not kept.
      valuesOfTab.set(keptKey, next === 'stored' ? next : null)
      restart()
    },
  })
  const fields = [
    offer('Show', 'show', show, shows),
    offer('State', 'state', state, listStates(show, canBeMany)),
    offer('Records', 'records', records, {
      demo: 'Demo',
      ...(answers === null && { pasted: 'Pasted', ...(mayBeStored && { stored: 'Stored' }) }),
    }),
    offer('Width', 'width', preview.width, { wide: 'Wide', narrow: 'Narrow (390 px)' }),
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
      {(records !== 'pasted' || files !== null) && (
        <ErrorBoundary resetKey={key}>
          <div className={classNames('flex flex-col gap-3', preview.width === 'narrow' && 'max-w-97.5')}>
            <DraftShown key={key} {...{ ...options, show, screen, plan }} />
          </div>
        </ErrorBoundary>
      )}
    </div>
  )
}

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
      const listed = Object.entries(options).map(([id, text]) => ({ value: id, label: text }))
      return (
        listed.length > 1 && (
          <SelectField key={label} label={label} value={value} options={listed} onChange={choose} />
        )
      )
    })}
  </div>
)

type ForeignProps = { readonly answers: Answers; readonly onChange: (answers: Answers) => void }

/** Shows fields for what another API answers: an example that follows from the report, or a pasted answer. */
const ForeignFields = ({ answers, onChange }: ForeignProps) => (
  <Disclosure
    summary="Answers of the API: an example, or yours"
    render={() => (
      <div className="flex flex-col gap-3 pt-2">
        {Object.entries(answers).map(([call, text]) => (
          <CodeField
            key={call}
            label={`GET ${call}`}
            value={text}
            onChange={(written) => onChange({ ...answers, [call]: written })}
          />
        ))}
      </div>
    )}
  />
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
