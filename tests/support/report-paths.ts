import { getShortestPaths } from '@xstate/graph'
import { type EventObject, getNextSnapshot, type SnapshotFrom } from 'xstate'
import { addComparison, findEarlierPeriod } from '../../src/report/comparison/add-comparison.ts'
import { emptyUrlState } from '../../src/report/url-state.ts'
import { parseResponse } from '../../src/report/request/response.ts'
import type { Option, ReportPlan, Selection, SelectorPlan } from '../../src/report/plan.ts'
import { buildTable } from '../../src/report/table/build-table.ts'
import {
  fillOptionsUrl,
  isDependent,
  type ResolvedOptions,
  resolveSelector,
} from '../../src/report/selection/options.ts'
import { isComplete } from '../../src/report/selection/selection.ts'
import type { LoadedReport, ReportContext, ReportEvent } from '../../src/web/machines/report-context.ts'
import { reportMachine } from '../../src/web/machines/report-machine.ts'
import { LoadError } from '../../src/web/machines/report-messages.ts'
import { generateResponse } from './generate-response.ts'

export type ReportSnapshot = SnapshotFrom<typeof reportMachine>

/** What happens to a screen: actions of the user, and responses and time. */
type ModelEvent =
  | Extract<
      ReportEvent,
      { type: 'selection.changed' | 'compare.changed' | 'form.submitted' | 'chart.toggled' }
    >
  | { readonly type: 'options.loaded' }
  | { readonly type: 'load.succeeds'; readonly rows: number }
  | { readonly type: 'load.rejected' }
  | { readonly type: 'time.passes' }

interface ModelStep {
  readonly event: ModelEvent
  readonly before: ReportSnapshot
  readonly after: ReportSnapshot
}

const SERVER_MESSAGE = 'The server says no.'
const CURRENT_YEAR = 2025

/**
 * The list that a model's request for options returns. One that depends on other selectors has an option that is always
 * offered and one that is offered for their values only; any other one is empty, so that the fallback is offered.
 */
function buildOptionList(selector: SelectorPlan, selection: Selection): readonly Option[] {
  const { options } = selector
  if (!('url' in options) || options.dependsOn.length === 0) return []
  const only = options.dependsOn.map((name) => selection[name] ?? '').join('-')
  return ['always', `only-${only}`].map((value) => ({ value, label: value }))
}

/** What the options of a screen are once they are loaded. */
function buildResolvedOptions({ plan, selection }: ReportContext): ResolvedOptions {
  return plan.selectors.reduce<ResolvedOptions>(
    (before, selector) => {
      const { name, options } = selector
      const isRequested = 'url' in options && fillOptionsUrl(plan, options, before.selection, {}) !== null
      const list = isRequested ? buildOptionList(selector, before.selection) : 'not requested'
      return resolveSelector(plan, selector, list, selection[name], before, CURRENT_YEAR)
    },
    { options: {}, selection: {}, failed: [], cleared: {} },
  )
}

/** The loaded report; of the period with which it is compared there are no records. */
function buildLoadedReport({ plan, selection, compare, options }: ReportContext, rows: number): LoadedReport {
  const response = parseResponse(plan, generateResponse(plan, selection, rows))
  const table = buildTable(plan, selection, response)
  const earlier = compare && findEarlierPeriod(plan, selection, compare, options ?? {})
  const findProblem = () => {
    if (compare === null || earlier === null) return null
    if (earlier.problem !== null) return earlier.problem
    const none = parseResponse(plan, generateResponse(plan, earlier.selection, 0))
    return addComparison({ plan, selection, compare, response, table }, earlier, none).problem
  }
  return {
    selection,
    options: options ?? {},
    compare,
    problem: findProblem(),
    table,
    readAt: new Date(0),
    message: null,
  }
}

/** The event as the machine gets it. */
function machineEvent(event: ModelEvent, context: ReportContext): EventObject {
  switch (event.type) {
    case 'options.loaded':
      return {
        type: 'xstate.done.actor.loadOptions',
        output: buildResolvedOptions(context),
        actorId: 'loadOptions',
      } as EventObject
    case 'load.succeeds':
      return {
        type: 'xstate.done.actor.load',
        output: buildLoadedReport(context, event.rows),
        actorId: 'load',
      } as EventObject
    case 'load.rejected':
      return {
        type: 'xstate.error.actor.load',
        error: new LoadError('rejected', SERVER_MESSAGE),
        actorId: 'load',
      } as EventObject
    case 'time.passes':
      return { type: 'xstate.after.chartDelay.report.data.rendering' }
    default:
      return event
  }
}

/** What can happen in a state. The last selector also changes its value, or loses it. */
function eventsIn(snapshot: ReportSnapshot): ModelEvent[] {
  const { context } = snapshot
  const { plan } = context
  const [earlier] = plan.compare
  const comparisons: ModelEvent[] =
    earlier === undefined
      ? []
      : [{ type: 'compare.changed', compare: context.compare === null ? earlier : '' }]
  if (context.options === null) return [{ type: 'options.loaded' }, ...comparisons]
  const isResolving = snapshot.matches({ data: 'resolving' })
  const last = plan.selectors.at(-1)?.name ?? ''
  const full = isComplete(plan, context.selection)
  const choices = plan.selectors.flatMap((selector): ModelEvent[] => {
    const { name } = selector
    if (isResolving && isDependent(selector)) return []
    const [first, second] = context.options?.[name] ?? []
    const values = name === last && full ? [first, second, { value: '' }] : [first]
    return values.flatMap((option) =>
      option === undefined || option.value === (context.selection[name] ?? '')
        ? []
        : [{ type: 'selection.changed' as const, name, value: option.value }],
    )
  })
  const answers: ModelEvent[] = snapshot.matches({ data: 'loading' })
    ? [{ type: 'load.succeeds', rows: 3 }, { type: 'load.succeeds', rows: 0 }, { type: 'load.rejected' }]
    : []
  const delays: ModelEvent[] = snapshot.matches({ data: 'rendering' }) ? [{ type: 'time.passes' }] : []
  if (isResolving) return [...choices, ...comparisons, { type: 'options.loaded' }]
  return [
    ...choices,
    ...comparisons,
    { type: 'form.submitted' },
    { type: 'chart.toggled' },
    ...answers,
    ...delays,
  ]
}

const chosen = (plan: ReportPlan, selection: Selection) =>
  plan.selectors.map(({ name }) => selection[name] ?? '').join('/')

/** Two snapshots are the same state when a user could not tell what can come of them. */
export function stateKey({ value, context }: ReportSnapshot): string {
  const { plan, selection, compare, loaded, visibleView, requestedView, options } = context
  const of = loaded && [chosen(plan, loaded.selection), loaded.compare, loaded.table.rows.length]
  return JSON.stringify([
    value.data,
    options === null,
    chosen(plan, selection),
    compare,
    of,
    visibleView,
    requestedView,
  ])
}

/** Every transition out of the states that paths lead to: what can happen there, and where it leads. */
export function listTransitions(paths: readonly ModelStep[][]): ModelStep[] {
  const states = new Map<string, ReportSnapshot>()
  for (const { before, after } of paths.flat())
    states.set(stateKey(before), before).set(stateKey(after), after)
  return [...states.values()].flatMap((before) =>
    eventsIn(before).map((event) => ({
      event,
      before,
      after: getNextSnapshot(reportMachine, before, machineEvent(event, before.context) as ReportEvent),
    })),
  )
}

/** The shortest path to every state of a plan's screen that events can lead to. */
export function findPaths(plan: ReportPlan): ModelStep[][] {
  const modelled = new WeakMap<EventObject, ModelEvent>()
  const paths = getShortestPaths(reportMachine, {
    input: { plan, urlState: emptyUrlState },
    events: (snapshot: ReportSnapshot) =>
      eventsIn(snapshot).map((event) => {
        const made = { ...machineEvent(event, snapshot.context) }
        modelled.set(made, event)
        return made as ReportEvent
      }),
    serializeState: (snapshot) => stateKey(snapshot),
    serializeEvent: (event) => JSON.stringify(modelled.get(event) ?? event.type),
  })
  return paths.map(({ steps }) =>
    steps.flatMap(({ event, state: after }, index) => {
      const model = modelled.get(event)
      const before = steps[index - 1]?.state
      return model === undefined || before === undefined ? [] : [{ event: model, before, after }]
    }),
  )
}
