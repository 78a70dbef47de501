import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { ReportPlan } from '../../src/report/model/report-plan.ts'
import { parseResponse } from '../../src/report/model/report-response.ts'
import type { ResolvedOptions } from '../../src/report/selection/options.ts'
import { buildTable } from '../../src/report/table/build-table.ts'
import { emptyUrlState, type UrlState } from '../../src/report/selection/url-state.ts'
import type {
  DownloadInput,
  ImageInput,
  LoadedReport,
  LoadInput,
  OptionsInput,
  ReportEmitted,
} from '../../src/web/machines/report-context.ts'
import { reportMachine } from '../../src/web/machines/report-machine.ts'

/** One load of a screen; the test decides when and how it ends. */
export interface Call extends Pick<LoadInput, 'selection' | 'compare'> {
  readonly signal: AbortSignal
  readonly respond: (records: unknown, message?: string | null) => void
  readonly fail: (error: unknown) => void
}

/** Starts a report screen. The test gives its options, ends its loads and advances its clock. */
export function startScreen(
  plan: ReportPlan,
  urlState: Partial<UrlState>,
  loadOptions: (input: OptionsInput) => Promise<ResolvedOptions>,
  onLoad?: (call: Call) => void,
) {
  const calls: Call[] = []
  const clock = new SimulatedClock()
  const network = { isOffline: false }
  const written: ReportEmitted[] = []
  const load = ({ selection, compare, options }: LoadInput, signal: AbortSignal) =>
    new Promise<LoadedReport>((resolve, reject) => {
      const respond = (records: unknown, message: string | null = null) => {
        const table = buildTable(plan, selection, parseResponse(plan, { success: true, records }))
        resolve({ selection, options, compare, problem: null, message, readAt: new Date(0), table })
      }
      const call = { selection, compare, signal, respond, fail: reject }
      calls.push(call)
      onLoad?.(call)
    })
  const machine = reportMachine.provide({
    actors: {
      loadOptions: fromPromise<ResolvedOptions, OptionsInput>(({ input }) => loadOptions(input)),
      load: fromPromise<LoadedReport, LoadInput>(({ input, signal }) => load(input, signal)),
      download: fromPromise<void, DownloadInput>(async () => {}),
      saveImage: fromPromise<void, ImageInput>(() => Promise.reject(new Error(''))),
    },
    guards: { isOffline: () => network.isOffline },
  })
  const actor = createActor(machine, {
    clock,
    input: { plan, urlState: { ...emptyUrlState, ...urlState }, search: '' },
  })
  actor.on('url.written', (event) => written.push(event))
  actor.start()
  return { actor, calls, clock, network, written, context: () => actor.getSnapshot().context }
}
