import { assign, emit, fromPromise, or, sendTo, setup, stateIn } from 'xstate'
import type { ChartType, ReportPlan, Selection, View } from '../../report/plan.ts'
import { resolveCompare } from '../../report/comparison/compare.ts'
import { hasDependents, isDynamic, keepChosen, type ResolvedOptions } from '../../report/selection/options.ts'
import {
  isComplete,
  keepAvailable,
  requiredMessage,
  sameSelection,
} from '../../report/selection/selection.ts'
import { toggleSeries, type Visibility } from '../../report/table/series.ts'
import type { Arrangement, UrlState } from '../../report/url-state.ts'
import { bannerMachine } from './banner-machine.ts'
import type {
  DownloadInput,
  ImageFormat,
  ImageInput,
  LoadedReport,
  LoadFailure,
  LoadInput,
  OptionsInput,
  ReportContext,
  ReportEmitted,
  ReportEvent,
  ReportInput,
} from './report-context.ts'
import { formatCleared, getLoadedMessage, hasRows, LOADING_CHART } from './report-messages.ts'
import { unprovidedActor } from './unprovided-actor.ts'

const getUrlState = (context: ReportContext): UrlState => ({
  selection: (context.loaded ?? context).selection,
  compare: (context.loaded ?? context).compare,
  view: context.visibleView,
  chartType: context.chartType === context.plan.chart.types[0] ? null : context.chartType,
  visibility: context.visibility,
  arrangement: context.arrangement,
})

/** The state of what is chosen and was requested last, whether it is loaded or not. */
export const getRequestedState = (context: ReportContext): UrlState => ({
  ...getUrlState(context),
  selection: context.selection,
  compare: context.compare,
  view: context.requestedView,
})

const isLoadedView = (
  { plan, loaded, selection, compare, requestedView }: ReportContext,
  view: View,
): boolean =>
  loaded?.compare === compare && requestedView === view && sameSelection(plan, loaded.selection, selection)

/** What a URL asks for, as far as the screen has it: without charts the table, another chart type than offered the first. */
export const resolveUrlState = (plan: ReportPlan, { view, chartType, compare }: UrlState) => {
  const { types } = plan.chart
  return {
    compare: resolveCompare(plan, compare),
    requestedView: types.length === 0 && view === 'chart' ? ('table' as const) : view,
    chartType: types.find((type) => type === chartType) ?? types[0] ?? 'line',
  }
}

const withoutName = <T>(values: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name))

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
    loadOptions: fromPromise<ResolvedOptions, OptionsInput>(unprovidedActor('loadOptions')),
    load: fromPromise<LoadedReport, LoadInput>(unprovidedActor('load')),
    download: fromPromise<void, DownloadInput>(unprovidedActor('download')),
    saveImage: fromPromise<void, ImageInput>(unprovidedActor('saveImage')),
  },
  guards: {
    hasDependents: ({ context }, { name }: { name: string }) => hasDependents(context.plan, name),
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
    isChartVisible: ({ context }) => context.visibleView === 'chart',
  },
  actions: {
    setOptions: assign(({ context }, { options, selection, failed, cleared }: ResolvedOptions) => ({
      options,
      selection,
      failed,
      notices: formatCleared(context, cleared),
    })),
    select: assign(({ context }, { name, value }: { name: string; value: string }) => {
      const { plan, options } = context
      const changed = { ...context.selection, [name]: value }
      const selection = options === null ? changed : keepChosen(plan, options, changed)
      const cleared = Object.entries(changed).filter(
        ([key, before]) => key !== name && selection[key] !== before,
      )
      return {
        selection,
        notices: {
          ...withoutName(context.notices, name),
          ...formatCleared(context, Object.fromEntries(cleared)),
        },
        history: 'push' as const,
      }
    }),
    setCompare: assign(({ context }, { compare }: { compare: string }) => ({
      compare: resolveCompare(context.plan, compare),
      history: 'push' as const,
    })),
    choosePeriod: assign(({ context }, { selection }: { selection: Selection }) => ({
      selection: { ...context.selection, ...selection },
      notices: {},
      history: 'push' as const,
    })),
    applyUrlState: assign(({ context }, { urlState }: { urlState: UrlState }) => ({
      selection:
        context.options === null || isDynamic(context.plan)
          ? urlState.selection
          : keepAvailable(context.plan, context.options, urlState.selection),
      ...resolveUrlState(context.plan, urlState),
      visibility: urlState.visibility,
      arrangement: urlState.arrangement,
      history: 'replace' as const,
    })),
    requestView: assign((_, { view }: { view: View }) => ({ requestedView: view, history: 'push' as const })),
    showView: assign((_, { view }: { view: View }) => ({ visibleView: view, requestedView: view })),
    setLoaded: assign((_, { loaded }: { loaded: LoadedReport }) => ({ loaded })),
    clear: assign({ loaded: null, visibleView: null }),
    setChartType: assign((_, { chartType }: { chartType: ChartType }) => ({ chartType })),
    toggleSeries: assign(({ context }, { name }: { name: string }) => ({
      visibility: toggleSeries(context.visibility, name),
    })),
    setSeries: assign((_, { mode, names }: { mode: Visibility['mode']; names?: readonly string[] }) => ({
      visibility: { mode, toggled: new Set(names) },
    })),
    arrange: assign((_, { arrangement }: { arrangement: Arrangement }) => ({ arrangement })),
    setFailure: assign((_, { failure }: { failure: LoadFailure }) => ({ failure })),
    setImageFormat: assign((_, { format }: { format: ImageFormat }) => ({ imageFormat: format })),
    writeView: emit(({ context }) => ({
      type: 'url.written' as const,
      urlState: getUrlState(context),
      history: context.history,
    })),
    /** After a failed load the URL names what was requested, as the controls do. */
    writeRequested: emit(({ context }) => ({
      type: 'url.written' as const,
      urlState: getRequestedState(context),
      history: context.history,
    })),
    writeDetail: emit(({ context }) => ({
      type: 'url.written' as const,
      urlState: getUrlState(context),
      history: 'replace' as const,
    })),
    notify: sendTo('banner', (_, { text }: { text: string }) => ({ type: 'show' as const, text })),
    notifyFailure: sendTo('banner', ({ context }) => ({
      type: 'show' as const,
      text: context.failure?.text ?? '',
    })),
    notifyRequired: sendTo('banner', ({ context }) => ({
      type: 'show' as const,
      text: requiredMessage(context.plan, context.selection) ?? '',
    })),
    notifyLoaded: sendTo('banner', ({ context }) => {
      const text = getLoadedMessage(context)
      return text === null ? { type: 'clear' as const } : { type: 'show' as const, text }
    }),
    notifyLoading: sendTo('banner', { type: 'persist', text: LOADING_CHART }),
    closeBanner: sendTo('banner', { type: 'clear' }),
  },
  delays: { chartDelay: 500, captureDelay: 500 },
})
