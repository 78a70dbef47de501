import { and, assign } from 'xstate'
import type { ResolvedOptions } from '../../report/selection/options.ts'
import { toggleSeries } from '../../report/model/series.ts'
import { getFailure } from './load-error.ts'
import type { ReportContext } from './report-context.ts'
import {
  DOWNLOAD_STARTED,
  getErrorMessage,
  IMAGE_FAILED,
  IMAGE_SAVED,
  NO_CHART,
  OFFLINE,
} from './report-messages.ts'
import { reportSetup, resolveUrlState } from './report-setup.ts'

const getLoadInput = ({ context }: { context: ReportContext }) => ({
  ...context,
  options: context.options ?? {},
})

const loadOptions = {
  id: 'loadOptions',
  src: 'loadOptions',
  input: getLoadInput,
  onDone: {
    target: 'applyingUrl',
    actions: {
      type: 'setOptions',
      params: ({ event }: { event: { output: ResolvedOptions } }) => event.output,
    },
  },
} as const

/** Describes what happens while options are loaded: a change loads them again if they depend on it. */
const whileResolving = (target: 'starting' | 'resolving') =>
  ({
    'selection.changed': { target, reenter: true, actions: 'select' },
    'compare.changed': { actions: 'setCompare' },
    'url.changed': { target, reenter: true, actions: 'applyUrlState' },
  }) as const

/** The machine of every report screen. It is independent of any report: the plan is its input. */
export const reportMachine = reportSetup.createMachine({
  id: 'report',
  context: ({ input: { plan, urlState, search } }) => ({
    plan,
    options: null,
    failed: [],
    notices: {},
    selection: urlState.selection,
    loaded: null,
    visibleView: null,
    history: 'replace',
    ...resolveUrlState(plan, urlState),
    asked: search,
    visibility: urlState.visibility,
    arrangement: urlState.arrangement,
    imageFormat: 'jpg',
    failure: null,
  }),
  invoke: { id: 'banner', src: 'banner', input: { time: 5000 } },
  on: {
    'chartType.changed': {
      actions: [assign({ chartType: ({ event }) => event.chartType }), 'writeDetail'],
    },
    'series.toggled': {
      actions: [
        assign({ visibility: ({ context, event }) => toggleSeries(context.visibility, event.name) }),
        'writeDetail',
      ],
    },
    'series.set': {
      actions: [
        assign({ visibility: ({ event }) => ({ mode: event.mode, toggled: new Set(event.names) }) }),
        'writeDetail',
      ],
    },
    'table.arranged': {
      actions: [assign({ arrangement: ({ event }) => event.arrangement }), 'writeDetail'],
    },
    'table.replaced': {
      actions: assign({
        loaded: ({ context: { loaded }, event }) =>
          loaded?.readAt === event.readAt ? { ...loaded, table: event.table } : loaded,
      }),
    },
    'banner.closed': { actions: 'closeBanner' },
  },
  type: 'parallel',
  states: {
    data: {
      initial: 'starting',
      on: {
        'selection.changed': [
          { guard: 'hasDependents', target: '.resolving', actions: 'select' },
          { target: '.selecting', actions: 'select' },
        ],
        'compare.changed': { target: '.selecting', actions: 'setCompare' },
        'options.retried': '.resolving',
        'url.changed': [
          { guard: 'isDynamic', target: '.resolving', actions: 'applyUrlState' },
          { target: '.applyingUrl', actions: 'applyUrlState' },
        ],
      },
      states: {
        /** A selection cannot be checked until the options are known. A change meanwhile starts again. */
        starting: { invoke: loadOptions, on: whileResolving('starting') },
        /** Options that depend on what was chosen are loaded. What is shown stays until they are known. */
        resolving: { invoke: loadOptions, on: whileResolving('resolving') },
        /** The URL decides: what is loaded is shown at once, anything else is loaded. */
        applyingUrl: {
          always: [
            { guard: 'isLoadedTable', target: 'table' },
            { guard: 'isLoadedChart', target: 'chart' },
            { guard: 'isRequestedAndComplete', target: 'loading' },
            { target: 'blank', actions: 'closeBanner' },
          ],
        },
        /** A control was changed: a complete selection reloads the requested view. */
        selecting: {
          always: [
            { guard: 'isRequestedAndComplete', target: 'loading' },
            { target: 'blank', actions: 'closeBanner' },
          ],
        },
        blank: {
          entry: 'clear',
          initial: 'idle',
          states: { idle: {}, failed: {} },
          on: {
            'form.submitted': [
              { guard: 'isIncomplete', actions: 'notifyRequired' },
              { target: 'requestingTable' },
            ],
            'chart.toggled': [
              { guard: 'isIncomplete', actions: 'notifyRequired' },
              { target: 'requestingChart' },
            ],
          },
        },
        requestingTable: {
          entry: { type: 'requestView', params: { view: 'table' } },
          always: 'loading',
        },
        requestingChart: {
          entry: { type: 'requestView', params: { view: 'chart' } },
          always: [{ guard: 'hasRows', target: 'rendering' }, { target: 'loading' }],
        },
        loading: {
          tags: 'busy',
          entry: 'announceLoad',
          invoke: {
            id: 'load',
            src: 'load',
            input: getLoadInput,
            onDone: {
              target: 'loaded',
              actions: [assign({ loaded: ({ event }) => event.output }), 'notifyLoaded'],
            },
            onError: [
              {
                // Without a network, what is loaded stays.
                guard: and(['hasLoaded', 'isOffline']),
                target: 'loaded',
                actions: { type: 'notify', params: { text: OFFLINE } },
              },
              {
                target: 'blank.failed',
                actions: [
                  assign({ failure: ({ context, event }) => getFailure(context, event.error) }),
                  'notifyFailure',
                  'writeRequested',
                ],
              },
            ],
          },
        },
        loaded: {
          always: [{ guard: 'isChartRequested', target: 'chart' }, { target: 'table' }],
        },
        /** The data is loaded: the chart follows after a short delay. */
        rendering: {
          tags: 'busy',
          entry: 'notifyLoading',
          after: { chartDelay: { target: 'chart', actions: 'notifyLoaded' } },
        },
        table: {
          entry: [{ type: 'showView', params: { view: 'table' } }, 'writeView'],
          on: {
            'form.submitted': 'requestingTable',
            'chart.toggled': 'requestingChart',
          },
        },
        chart: {
          entry: [{ type: 'showView', params: { view: 'chart' } }, 'writeView'],
          on: {
            'form.submitted': 'requestingTable',
            'chart.toggled': {
              target: 'table',
              actions: { type: 'requestView', params: { view: 'table' } },
            },
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
              { guard: 'isIncomplete', actions: 'notifyRequired' },
              { target: 'running' },
            ],
          },
        },
        running: {
          invoke: {
            id: 'download',
            src: 'download',
            input: getLoadInput,
            onDone: { target: 'idle', actions: { type: 'notify', params: { text: DOWNLOAD_STARTED } } },
            onError: {
              target: 'idle',
              actions: { type: 'notify', params: ({ event }) => ({ text: getErrorMessage(event.error) }) },
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
              actions: assign({ imageFormat: ({ event }) => event.format }),
            },
          },
        },
        /** Waits until the chart is rendered before it is captured. */
        settling: {
          after: {
            captureDelay: [
              { guard: 'isChartVisible', target: 'saving' },
              { target: 'idle', actions: { type: 'notify', params: { text: NO_CHART } } },
            ],
          },
        },
        saving: {
          invoke: {
            id: 'saveImage',
            src: 'saveImage',
            input: ({ context }) => ({
              ...context,
              options: context.loaded?.options ?? context.options ?? {},
            }),
            onDone: { target: 'idle', actions: { type: 'notify', params: { text: IMAGE_SAVED } } },
            onError: {
              target: 'idle',
              actions: {
                type: 'notify',
                params: ({ event }) => ({ text: getErrorMessage(event.error) || IMAGE_FAILED }),
              },
            },
          },
        },
      },
    },
  },
})
