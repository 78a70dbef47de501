import { inside } from '../../../definition/diagnostic.ts'
import { namesOf } from '../../../report/labels.ts'
import type { PlacedPlan } from '../../../definition/sections.ts'
import type { Option, ReportPlan, Selection } from '../../../report/plan.ts'
import { addressOf, type Api } from '../api-client.ts'
import { askCall, bodyOf, isFault } from './request.ts'
import { type Held, joined } from './mismatch.ts'
import { holdAnswer } from './response.ts'
import { holdDownload } from './download.ts'
import { holdOptions } from './options.ts'

export interface HeldScreen extends Held {
  readonly selection: Selection
}

/** Asks every call of a screen and holds the answers against its plan. `asked` chooses; the rest is the first option. */
export async function holdScreen(placed: PlacedPlan, api: Api, asked: Selection = {}): Promise<HeldScreen> {
  const { plan, origins } = placed
  const { options, ...offered } = await holdOptions(plan, origins.selectors, api)
  const selection = choose(plan, options, asked)
  const unchosen = plan.selectors.filter(({ name }) => (selection[name] ?? '') === '')
  // Without a choice there is no call; why there is none stands in the faults of the options.
  if (unchosen.length > 0) return { ...offered, selection }
  const names = namesOf(plan, selection, api.today, Object.fromEntries(options))
  const at = inside(origins.data, 'call')
  const answer = await askCall(api, names.dataCall, at)
  const read = isFault(answer) ? answer : bodyOf(answer, names.dataCall, at)
  const data = isFault(read) ? { faults: [read], notes: [] } : holdAnswer(placed, selection, read.body)
  const download = await holdDownload(plan, origins.download, names, api)
  return { ...joined([offered, data, download]), selection }
}

/** A month in which most years have records. */
const USUAL_MONTH = '3'

/** A choice for every selector: what is asked for, March, or the first option. */
export function choose(
  plan: ReportPlan,
  options: ReadonlyMap<string, readonly Option[]>,
  asked: Selection,
): Selection {
  return Object.fromEntries(
    plan.selectors.map(({ name, kind }) => {
      const usual = kind === 'month' ? USUAL_MONTH : (options.get(name)?.[0]?.value ?? '')
      return [name, asked[name] ?? usual] as const
    }),
  )
}

/** The calls of a screen for a selection, as addresses. */
export function callsFor(
  plan: ReportPlan,
  selection: Selection,
  today: string,
): { data: string; download: string } {
  const { dataCall, downloadCall } = namesOf(plan, selection, today)
  return { data: addressOf(dataCall), download: addressOf(downloadCall) }
}
