import { assign, emit, fromPromise, or, sendTo, setup, stateIn } from 'xstate'
import type { UrlState } from '../../report/url-state.ts'
import type { ChartType, ReportPlan, Selection, View } from '../../report/plan.ts'
import type { ReportTable } from '../../report/table.ts'
import {
  isComplete,
  keepAvailable,
  type OptionsBySelector,
  requiredMessage,
  sameSelection,
} from '../../report/selection.ts'
import { toggleSeries, type Visibility } from '../../report/series.ts'
import { bannerMachine } from './banner-machine.ts'

/** What a load brought, and the selection it belongs to: titles and names follow it, not the controls. */
export interface LoadedReport {
  readonly selection: Selection
  readonly table: ReportTable
  /** What the server said beside the records. */
  readonly message: string | null
}

/** Why a load failed: `refused` is an answer that says no, `noAnswer` one that is none or does not fit. */
export class LoadFailure extends Error {
  override readonly name = 'LoadFailure'
  readonly kind: 'noAnswer' | 'refused'
  readonly serverMessage: string | null

  constructor(kind: 'noAnswer' | 'refused', serverMessage: string | null) {
    super(serverMessage ?? kind)
    this.kind = kind
    this.serverMessage = serverMessage
  }
}

export type ImageFormat = 'jpg' | 'png' | 'svg'

export interface ReportContext {
  readonly plan: ReportPlan
  /** Null until every list of options is known. */
  readonly options: OptionsBySelector | null
  /** What the controls say. */
  readonly selection: Selection
  readonly held: LoadedReport | null
  /** What is on the screen of what is held. */
  readonly shown: View | null
  /** The view asked for last; a changed selection reloads into it. Null: nothing was asked for. */
  readonly wanted: View | null
  /** How the next address is written; a load that an address asked for adds no entry. */
  readonly history: 'push' | 'replace'
  readonly chartType: ChartType
  readonly visibility: Visibility
  readonly imageFormat: ImageFormat
}

export type ReportEvent =
  | { readonly type: 'options.ready'; readonly options: OptionsBySelector }
  | { readonly type: 'selection.changed'; readonly name: string; readonly value: string }
  | { readonly type: 'submitted' }
  | { readonly type: 'chart.toggled' }
  | { readonly type: 'chartType.changed'; readonly chartType: ChartType }
  | { readonly type: 'series.toggled'; readonly name: string }
  | { readonly type: 'series.set'; readonly mode: Visibility['mode'] }
  | { readonly type: 'download.requested' }
  | { readonly type: 'image.requested'; readonly format: ImageFormat }
  | { readonly type: 'address.changed'; readonly address: UrlState }
  | { readonly type: 'banner.closed' }

export interface ReportInput {
  readonly plan: ReportPlan
  readonly address: UrlState
}

export type ReportEmitted = {
  readonly type: 'address.written'
  readonly address: UrlState
  readonly history: 'push' | 'replace'
}

export interface LoadInput {
  readonly plan: ReportPlan
  readonly selection: Selection
  /** For the shown texts of what is chosen. */
  readonly options: OptionsBySelector
}
/** What an image is made of; null where no chart is on the screen. */
export interface ImageInput {
  readonly plan: ReportPlan
  readonly held: LoadedReport | null
  readonly chartType: ChartType
  readonly visibility: Visibility
  readonly format: ImageFormat
  readonly options: OptionsBySelector
}

const notProvided = (name: string) => () => Promise.reject(new Error(`${name} is not provided`))
const NO_CHART = 'Chart container not found. Please ensure the chart is visible and try again.'

const hasRows = (held: LoadedReport | null): boolean => (held?.table.rows.length ?? 0) > 0

/** The banner after a load: the chart's success, or what is said of an empty answer. */
function loadedText({ plan, held, wanted }: ReportContext): string | null {
  const view = wanted ?? 'table'
  if (hasRows(held)) return view === 'chart' ? 'Chart data loaded successfully!' : null
  return held?.message ?? plan.data.messages[view].empty
}

function failureText({ plan, wanted }: ReportContext, error: unknown): string {
  const texts = plan.data.messages[wanted ?? 'table']
  if (!(error instanceof LoadFailure)) return texts.noAnswer
  return error.serverMessage ?? texts[error.kind]
}

const addressOf = ({ held, selection, shown, chartType, visibility }: ReportContext): UrlState => ({
  selection: held?.selection ?? selection,
  view: shown,
  chartType,
  visibility,
})

/**
 * Every report screen. It knows no report: the plan is its
 * input, and loading, downloading and saving an image are actors that the screen provides.
 */
export const reportMachine = setup({
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
    load: fromPromise<LoadedReport, LoadInput>(notProvided('load')),
    download: fromPromise<void, LoadInput>(notProvided('download')),
    saveImage: fromPromise<void, ImageInput>(notProvided('saveImage')),
  },
  guards: {
    isIncomplete: ({ context }) => !isComplete(context.plan, context.selection),
    isAsked: ({ context }) => context.wanted !== null,
    isAskedInFull: ({ context }) => context.wanted !== null && isComplete(context.plan, context.selection),
    hasRecords: ({ context }) => hasRows(context.held),
    wantsChart: ({ context }) => context.wanted === 'chart',
    isBusy: or([stateIn({ data: 'loading' }), stateIn({ data: 'drawing' })]),
    isHeldTable: ({ context }) => isHeldView(context, 'table'),
    isHeldChart: ({ context }) => isHeldView(context, 'chart'),
    isChartShown: ({ context }) => context.shown === 'chart',
  },
  actions: {
    takeOptions: assign(({ context }, { options }: { options: OptionsBySelector }) => ({
      options,
      selection: keepAvailable(context.plan, options, context.selection),
    })),
    choose: assign(({ context }, { name, value }: { name: string; value: string }) => ({
      selection: { ...context.selection, [name]: value },
      history: 'push' as const,
    })),
    takeAddress: assign(({ context }, { address }: { address: UrlState }) => ({
      selection:
        context.options === null
          ? address.selection
          : keepAvailable(context.plan, context.options, address.selection),
      wanted: address.view,
      chartType: address.chartType,
      visibility: address.visibility,
      history: 'replace' as const,
    })),
    want: assign((_, { view }: { view: View }) => ({ wanted: view, history: 'push' as const })),
    show: assign((_, { view }: { view: View }) => ({ shown: view, wanted: view })),
    hold: assign((_, { held }: { held: LoadedReport }) => ({ held })),
    clear: assign({ held: null, shown: null }),
    setChartType: assign((_, { chartType }: { chartType: ChartType }) => ({ chartType })),
    toggleSeries: assign(({ context }, { name }: { name: string }) => ({
      visibility: toggleSeries(context.visibility, name),
    })),
    setSeries: assign((_, { mode }: { mode: Visibility['mode'] }) => ({
      visibility: { mode, toggled: new Set<string>() },
    })),
    setImageFormat: assign((_, { format }: { format: ImageFormat }) => ({ imageFormat: format })),
    writeView: emit(({ context }) => ({
      type: 'address.written' as const,
      address: addressOf(context),
      history: context.history,
    })),
    writeDetail: emit(({ context }) => ({
      type: 'address.written' as const,
      address: addressOf(context),
      history: 'replace' as const,
    })),
    tell: sendTo('banner', (_, { text }: { text: string | null }) =>
      text === null ? { type: 'clear' as const } : { type: 'show' as const, text },
    ),
    tellRequired: sendTo('banner', ({ context }) => ({
      type: 'show' as const,
      text: requiredMessage(context.plan, context.selection) ?? '',
    })),
    tellLoaded: sendTo('banner', ({ context }) => {
      const text = loadedText(context)
      return text === null ? { type: 'clear' as const } : { type: 'show' as const, text }
    }),
    tellLoading: sendTo('banner', { type: 'hold', text: 'Loading data for chart...' }),
    closeBanner: sendTo('banner', { type: 'clear' }),
  },
  delays: { chartDelay: 500, captureDelay: 500 },
}).createMachine({
  id: 'report',
  context: ({ input: { plan, address } }) => ({
    plan,
    options: null,
    selection: address.selection,
    held: null,
    shown: null,
    wanted: address.view,
    history: 'replace',
    chartType: address.chartType,
    visibility: address.visibility,
    imageFormat: 'jpg',
  }),
  invoke: { id: 'banner', src: 'banner', input: { time: 5000 } },
  on: {
    'chartType.changed': {
      actions: [{ type: 'setChartType', params: ({ event }) => event }, 'writeDetail'],
    },
    'series.toggled': { actions: [{ type: 'toggleSeries', params: ({ event }) => event }, 'writeDetail'] },
    'series.set': { actions: [{ type: 'setSeries', params: ({ event }) => event }, 'writeDetail'] },
    'banner.closed': { actions: 'closeBanner' },
  },
  type: 'parallel',
  states: {
    data: {
      initial: 'starting',
      on: {
        'selection.changed': {
          target: '.choosing',
          actions: { type: 'choose', params: ({ event }) => event },
        },
        'address.changed': {
          target: '.following',
          actions: { type: 'takeAddress', params: ({ event }) => event },
        },
      },
      states: {
        /** The options are not known yet: nothing can be said of a selection. */
        starting: {
          on: {
            'options.ready': {
              target: 'following',
              actions: { type: 'takeOptions', params: ({ event }) => event },
            },
            'selection.changed': { actions: { type: 'choose', params: ({ event }) => event } },
            'address.changed': { actions: { type: 'takeAddress', params: ({ event }) => event } },
          },
        },
        /** An address decides: what is held is shown at once, what is not is loaded. */
        following: {
          always: [
            { guard: 'isHeldTable', target: 'table' },
            { guard: 'isHeldChart', target: 'chart' },
            { guard: 'isAskedInFull', target: 'loading' },
            { target: 'blank', actions: 'closeBanner' },
          ],
        },
        /** A control was changed: a complete selection reloads what was asked for. */
        choosing: {
          always: [
            { guard: 'isAskedInFull', target: 'loading' },
            { target: 'blank', actions: 'closeBanner' },
          ],
        },
        blank: {
          entry: 'clear',
          on: {
            submitted: [{ guard: 'isIncomplete', actions: 'tellRequired' }, { target: 'askingTable' }],
            'chart.toggled': [{ guard: 'isIncomplete', actions: 'tellRequired' }, { target: 'askingChart' }],
          },
        },
        askingTable: {
          entry: { type: 'want', params: { view: 'table' } },
          always: 'loading',
        },
        askingChart: {
          entry: { type: 'want', params: { view: 'chart' } },
          always: [{ guard: 'hasRecords', target: 'drawing' }, { target: 'loading' }],
        },
        loading: {
          tags: 'busy',
          entry: [{ type: 'tell', params: { text: null } }],
          initial: 'telling',
          invoke: {
            id: 'load',
            src: 'load',
            input: ({ context: { plan, selection, options } }) => ({
              plan,
              selection,
              options: options ?? {},
            }),
            onDone: {
              target: 'loaded',
              actions: [{ type: 'hold', params: ({ event }) => ({ held: event.output }) }, 'tellLoaded'],
            },
            onError: {
              target: 'blank',
              actions: [
                {
                  type: 'tell',
                  params: ({ context, event }) => ({ text: failureText(context, event.error) }),
                },
              ],
            },
          },
          states: {
            telling: { always: [{ guard: 'wantsChart', target: 'chart' }, { target: 'table' }] },
            table: {},
            chart: { entry: 'tellLoading' },
          },
        },
        loaded: {
          always: [{ guard: 'wantsChart', target: 'chart' }, { target: 'table' }],
        },
        /** Data is held: the chart comes after a moment. */
        drawing: {
          tags: 'busy',
          entry: 'tellLoading',
          after: { chartDelay: { target: 'chart', actions: 'tellLoaded' } },
        },
        table: {
          entry: [{ type: 'show', params: { view: 'table' } }, 'writeView'],
          on: {
            submitted: 'askingTable',
            'chart.toggled': 'askingChart',
          },
        },
        chart: {
          entry: [{ type: 'show', params: { view: 'chart' } }, 'writeView'],
          on: {
            submitted: 'askingTable',
            'chart.toggled': { target: 'table', actions: { type: 'want', params: { view: 'table' } } },
          },
        },
      },
    },
    download: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'download.requested': [
              { guard: 'isBusy' },
              { guard: 'isIncomplete', actions: 'tellRequired' },
              { target: 'running' },
            ],
          },
        },
        running: {
          invoke: {
            id: 'download',
            src: 'download',
            input: ({ context: { plan, selection, options } }) => ({
              plan,
              selection,
              options: options ?? {},
            }),
            onDone: {
              target: 'idle',
              actions: { type: 'tell', params: { text: 'Download started successfully!' } },
            },
            onError: {
              target: 'idle',
              actions: { type: 'tell', params: ({ event }) => ({ text: messageOf(event.error) }) },
            },
          },
        },
      },
    },
    image: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'image.requested': {
              target: 'settling',
              actions: { type: 'setImageFormat', params: ({ event }) => event },
            },
          },
        },
        /** The chart comes to rest before it is captured. */
        settling: {
          after: {
            captureDelay: [
              { guard: 'isChartShown', target: 'saving' },
              { target: 'idle', actions: { type: 'tell', params: { text: NO_CHART } } },
            ],
          },
        },
        saving: {
          invoke: {
            id: 'saveImage',
            src: 'saveImage',
            input: ({ context: { plan, held, chartType, visibility, imageFormat, options } }) => ({
              plan,
              held,
              chartType,
              visibility,
              format: imageFormat,
              options: options ?? {},
            }),
            onDone: {
              target: 'idle',
              actions: { type: 'tell', params: { text: 'Chart downloaded successfully!' } },
            },
            onError: {
              target: 'idle',
              actions: {
                type: 'tell',
                params: ({ event }) => ({ text: messageOf(event.error) || 'Chart download failed' }),
              },
            },
          },
        },
      },
    },
  },
})

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '')

function isHeldView({ plan, held, selection, wanted }: ReportContext, view: View): boolean {
  return held !== null && wanted === view && sameSelection(plan, held.selection, selection)
}
