import { assertEvent, assign, emit, or, sendTo, setup, stateIn, type PromiseActorLogic } from 'xstate'
import { type ReportPlan, resolveCompare, type View } from '../../report/model/report-plan.ts'
import { hasDependents, isDynamic, keepChosen, type ResolvedOptions } from '../../report/selection/options.ts'
import {
  isComplete,
  keepAvailable,
  listLost,
  requiredMessage,
  sameSelection,
} from '../../report/selection/selection.ts'
import type { UrlState } from '../../report/selection/url-state.ts'
import { type BannerEvent, bannerMachine } from './banner-machine.ts'
import type {
  DownloadInput,
  ImageInput,
  LoadedReport,
  LoadInput,
  OptionsInput,
  ReportContext,
  ReportEmitted,
  ReportEvent,
  ReportInput,
} from './report-context.ts'
import { formatCleared, getLoadedMessage, hasRows, LOADING_CHART, NO_CHARTS } from './report-messages.ts'

const getFirstType = ({ chart: { types } }: ReportPlan): string => types[0] ?? 'line'

const getUrlState = (context: ReportContext): UrlState => ({
  selection: (context.loaded ?? context).selection,
  compare: (context.loaded ?? context).compare,
  view: context.visibleView,
  chartType: context.chartType === getFirstType(context.plan) ? null : context.chartType,
  visibility: context.visibility,
  arrangement: context.arrangement,
})

/** Returns the state of what is chosen and was requested last, whether it is loaded or not. */
const getRequestedState = (context: ReportContext): UrlState => ({
  ...getUrlState(context),
  selection: context.selection,
  compare: context.compare,
  view: context.requestedView,
})

const write = (urlState: UrlState, history: ReportContext['history']): ReportEmitted => ({
  type: 'url.written',
  urlState,
  history,
})

const isLoadedView = (
  { plan, loaded, selection, compare, requestedView }: ReportContext,
  view: View,
): boolean =>
  loaded?.compare === compare && requestedView === view && sameSelection(plan, loaded.selection, selection)

/** Resolves what a URL asks for, as far as the screen has it: without charts the table, another chart type than offered the first. */
export const resolveUrlState = (plan: ReportPlan, { view, chartType, compare }: UrlState) => {
  const { types } = plan.chart
  const isOffered = chartType === null || types.some((type) => type === chartType)
  const isAsked = view === 'chart' || chartType !== null
  return {
    compare: resolveCompare(plan, compare),
    requestedView: types.length === 0 && view === 'chart' ? ('table' as const) : view,
    chartType: types.find((type) => type === chartType) ?? getFirstType(plan),
    chartNotice:
      types.length === 0 && isAsked ? NO_CHARTS : isOffered ? null : `Chart: ${chartType} is not available.`,
  }
}

const tell = (text: string | null | undefined): BannerEvent =>
  text ? { type: 'show', text } : { type: 'clear' }

/**
 * The actors, guards, actions and delays of the report machine. Loading, downloading and saving an image are actors
 * that the screen provides.
 */
export const reportSetup = setup({
  types: {
    context: {} as ReportContext,
    events: {} as ReportEvent,
    input: {} as ReportInput,
    emitted: {} as ReportEmitted,
    tags: {} as 'busy',
    children: {} as { banner: 'banner' },
  },
  actors: {
    banner: bannerMachine,
    /** Does not fail: options that cannot be loaded are their fallback. */
    loadOptions: {} as PromiseActorLogic<ResolvedOptions, OptionsInput>,
    load: {} as PromiseActorLogic<LoadedReport, LoadInput>,
    download: {} as PromiseActorLogic<void, DownloadInput>,
    saveImage: {} as PromiseActorLogic<void, ImageInput>,
  },
  guards: {
    hasDependents: ({ context, event }) =>
      event.type === 'selection.changed' && hasDependents(context.plan, event.name),
    isDynamic: ({ context }) => isDynamic(context.plan),
    isIncomplete: ({ context }) => !isComplete(context.plan, context.selection),
    isRequestedAndComplete: ({ context }) =>
      context.requestedView !== null && isComplete(context.plan, context.selection),
    hasRows: ({ context }) => hasRows(context),
    isChartRequested: ({ context }) => context.requestedView === 'chart',
    isBusy: or([
      stateIn({ data: 'loading' }),
      stateIn({ data: 'rendering' }),
      stateIn({ data: 'resolving' }),
    ]),
    isLoadedTable: ({ context }) => isLoadedView(context, 'table'),
    isLoadedChart: ({ context }) => isLoadedView(context, 'chart'),
    hasLoaded: ({ context }) => context.loaded !== null,
    /** Provided by the screen. */
    isOffline: () => false,
    isChartVisible: ({ context }) => context.visibleView === 'chart',
  },
  actions: {
    setOptions: assign(({ context }, { options, selection, failed, cleared }: ResolvedOptions) => ({
      options,
      selection,
      failed,
      notices: formatCleared(context, cleared),
    })),
    select: assign(({ context, event }) => {
      assertEvent(event, 'selection.changed')
      const { plan, options } = context
      const { name, value } = event
      const changed = { ...context.selection, [name]: value }
      const selection = options === null ? changed : keepChosen(plan, options, changed)
      const cleared = listLost(plan, { ...changed, [name]: '' }, selection)
      const notices = Object.entries(context.notices).filter(([key]) => key !== name)
      return {
        selection,
        notices: { ...Object.fromEntries(notices), ...formatCleared(context, cleared) },
        history: 'push' as const,
      }
    }),
    setCompare: assign(({ context, event }) => {
      assertEvent(event, 'compare.changed')
      return { compare: resolveCompare(context.plan, event.compare), history: 'push' as const }
    }),
    applyUrlState: assign(({ context, event }) => {
      assertEvent(event, 'url.changed')
      const { plan, options } = context
      const { selection: requested, visibility, arrangement } = event.urlState
      const selection =
        options === null || isDynamic(plan) ? requested : keepAvailable(plan, options, requested)
      return {
        selection,
        notices: formatCleared(context, listLost(plan, requested, selection)),
        ...resolveUrlState(plan, event.urlState),
        asked: event.search,
        visibility,
        arrangement,
        history: 'replace' as const,
      }
    }),
    requestView: assign((_, { view }: { view: View }) => ({
      requestedView: view,
      chartNotice: null,
      history: 'push' as const,
    })),
    showView: assign((_, { view }: { view: View }) => ({ visibleView: view, requestedView: view })),
    clear: assign({ loaded: null, visibleView: null }),
    writeView: emit(({ context }) => write(getUrlState(context), context.history)),
    /** After a failed load the URL names what was requested, as the controls do. */
    writeRequested: emit(({ context }) => write(getRequestedState(context), context.history)),
    writeDetail: emit(({ context }) => write(getUrlState(context), 'replace')),
    notify: sendTo('banner', (_, { text }: { text: string }) => tell(text)),
    notifyRequired: sendTo('banner', ({ context: { plan, selection } }) =>
      tell(requiredMessage(plan, selection)),
    ),
    notifyLoaded: sendTo('banner', ({ context }) => tell(getLoadedMessage(context))),
    /** A missing right is told by the page alone. */
    notifyFailure: sendTo('banner', ({ context: { failure } }) =>
      tell(failure?.isDenied ? null : failure?.text),
    ),
    notifyLoading: sendTo('banner', { type: 'persist', text: LOADING_CHART }),
    announceLoad: sendTo('banner', ({ context: { requestedView } }) =>
      requestedView === 'chart' ? { type: 'persist', text: LOADING_CHART } : { type: 'clear' },
    ),
    closeBanner: sendTo('banner', { type: 'clear' }),
  },
  delays: { chartDelay: 500, captureDelay: 500 },
})
