import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { ReportPlan, Selection } from '../../report/plan.ts'
import { chooseEnd, findStep, pickPeriod, type Step } from '../../report/selection/period-steps.ts'
import { selectionValues } from '../../report/selection/selection.ts'
import type { Direction } from '../../report/selection/selector-kind.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { notify } from '../components/toaster.tsx'
import { type ReportActor, useOptionsLoader, useReportClient } from './use-report.ts'

/** Screen readers and browsers leave these keys free. With Ctrl, Page Up and Page Down step through sheets and tabs. */
const KEYS: Readonly<Record<string, Direction | 'latest'>> = { PageUp: -1, PageDown: 1, End: 'latest' }

const formatPeriod = (plan: ReportPlan, selection: Selection): string =>
  selectionValues(plan, selection, '').get('period') ?? ''

/** Buttons for the period before, the one after, and the latest one with data; Alt with Page Up, Page Down and End. */
export const PeriodStepper = ({ actor }: { readonly actor: ReportActor }) => {
  const { plan, options, selection } = useSelector(actor, ({ context }) => context)
  const isResolving = useSelector(actor, (snapshot) => snapshot.matches({ data: 'resolving' }))
  const id = useId()
  const api = useReportClient()
  const loadOptions = useOptionsLoader()
  const [announced, setAnnounced] = useState('')
  const [isSearching, setSearching] = useState(false)
  const search = useRef<AbortController | null>(null)
  useEffect(() => () => search.current?.abort(), [])

  const steps =
    options === null
      ? null
      : { back: findStep(plan, options, selection, -1), on: findStep(plan, options, selection, 1) }
  const isReady = steps !== null && !isResolving

  const choose = (next: Selection) => {
    const period = pickPeriod(plan, next)
    setAnnounced(formatPeriod(plan, period))
    actor.send({ type: 'period.changed', selection: period })
  }
  /** The selection of a step; the options of another year are loaded first, and count if nothing else was chosen. */
  const complete = async (step: Step, by: Direction): Promise<Step> => {
    if (step.kind !== 'in year') return step
    const wanted = { ...step.selection, [step.finest]: '' }
    const loaded = await loadOptions({ plan, selection: wanted })
    return chooseEnd(plan, loaded.options, step.selection, step.finest, by)
  }
  const go = async (by: Direction) => {
    if (!isReady) return
    const before = actor.getSnapshot().context.selection
    const step = await complete(by < 0 ? steps.back : steps.on, by)
    if (actor.getSnapshot().context.selection !== before) return
    if (step.kind === 'known') choose(step.selection)
    else if (step.kind === 'none') notify(step.reason)
  }
  const goToLatest = async () => {
    if (!isReady || isSearching) return
    const controller = new AbortController()
    search.current = controller
    setSearching(true)
    const before = actor.getSnapshot().context.selection
    const found = await import('./latest-with-data.ts').then(
      ({ findLatest }) => findLatest(plan, before, api, controller.signal),
      () => 'The latest period could not be found.',
    )
    setSearching(false)
    if (controller.signal.aborted || actor.getSnapshot().context.selection !== before) return
    if (typeof found === 'string') notify(found)
    else if (formatPeriod(plan, found) === formatPeriod(plan, pickPeriod(plan, before))) {
      notify('This is the latest period with data.', 'success')
    } else choose(found)
  }

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const action = KEYS[event.key]
    const isOther = !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    if (action === undefined || isOther || document.querySelector('dialog[open]') !== null) return
    event.preventDefault()
    void (action === 'latest' ? goToLatest() : go(action))
  })
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])

  return (
    <fieldset aria-labelledby={id} className="flex min-w-0 flex-col gap-1">
      <span id={id} className="text-sm font-medium text-soft">
        Period
      </span>
      <div className="flex">
        <StepButton by={-1} plan={plan} step={steps?.back} isReady={isReady} onStep={go} />
        <StepButton by={1} plan={plan} step={steps?.on} isReady={isReady} onStep={go} />
        <Button
          className="ml-1 px-2"
          busy={isSearching}
          aria-disabled={!isReady || undefined}
          aria-label="Latest with data"
          aria-keyshortcuts="Alt+End"
          title="The latest period with data (Alt+End)"
          onClick={() => void goToLatest()}
        >
          Latest
        </Button>
      </div>
      <span aria-live="polite" className="sr-only">
        {announced}
      </span>
    </fieldset>
  )
}

type StepButtonProps = {
  readonly by: Direction
  readonly plan: ReportPlan
  readonly step: Step | undefined
  readonly isReady: boolean
  readonly onStep: (by: Direction) => Promise<void>
}

/** A step that leads nowhere stays focusable and says why. */
const StepButton = ({ by, plan, step, isReady, onStep }: StepButtonProps) => {
  const name = by < 0 ? 'Previous period' : 'Next period'
  const keys = by < 0 ? 'Page Up' : 'Page Down'
  const reason = step?.kind === 'none' ? step.reason : null
  const target = step?.kind === 'known' ? formatPeriod(plan, step.selection) : name
  return (
    <Button
      className={`w-7.5 px-0 [&[aria-disabled]]:opacity-50 ${by < 0 ? 'rounded-r-none' : 'rounded-l-none border-l-0'}`}
      aria-disabled={reason !== null || !isReady || undefined}
      aria-label={name}
      aria-keyshortcuts={by < 0 ? 'Alt+PageUp' : 'Alt+PageDown'}
      title={reason ?? `${target} (Alt+${keys})`}
      onClick={() => void onStep(by)}
    >
      <Icon name="chevron" className={by < 0 ? 'rotate-90' : '-rotate-90'} />
    </Button>
  )
}
