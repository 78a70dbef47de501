import { getSelectorDefinitionKind } from '../../../definition/selectors.ts'
import { childRef } from '../../../definition/diagnostic.ts'
import { resolveLabels } from '../../../report/labels.ts'
import type { PlanWithSource } from '../../../definition/sections.ts'
import type { Option, ReportPlan, Selection } from '../../../report/plan.ts'
import type { ApiClient } from '../api-client.ts'
import { sendRequest, parseEnvelope, isMismatch } from './request.ts'
import { type Verification, mergeVerifications } from './mismatch.ts'
import { verifyResponse } from './response.ts'
import { verifyDownload } from './download.ts'
import { verifyOptions } from './options.ts'

export interface VerifiedScreen extends Verification {
  readonly selection: Selection
}

/** Asks every call of a screen and holds the answers against its plan. `asked` chooses; the rest is the first option. */
export async function verifyScreen(
  placed: PlanWithSource,
  api: ApiClient,
  asked: Selection = {},
): Promise<VerifiedScreen> {
  const { plan, origins } = placed
  const { options, ...offered } = await verifyOptions(plan, origins.selectors, api)
  const selection = selectOptions(plan, options, asked)
  const unchosen = plan.selectors.filter(({ name }) => (selection[name] ?? '') === '')
  // Without a choice there is no call; why there is none stands in the faults of the options.
  if (unchosen.length > 0) return { ...offered, selection }
  const names = resolveLabels(plan, selection, api.today, Object.fromEntries(options))
  const at = childRef(origins.data, 'url')
  const answer = await sendRequest(api, names.dataCall, at)
  const read = isMismatch(answer) ? answer : parseEnvelope(answer, names.dataCall, at)
  const data = isMismatch(read) ? { faults: [read], notes: [] } : verifyResponse(placed, selection, read.body)
  const download = await verifyDownload(plan, origins.download, names, api)
  return { ...mergeVerifications([offered, data, download]), selection }
}

/** A choice for every selector: what is asked for, March, or the first option. */
export function selectOptions(
  plan: ReportPlan,
  options: ReadonlyMap<string, readonly Option[]>,
  asked: Selection,
): Selection {
  return Object.fromEntries(
    plan.selectors.map((selector) => {
      const { name } = selector
      const { usualValue } = getSelectorDefinitionKind(selector)
      const usual = usualValue ?? options.get(name)?.[0]?.value ?? ''
      return [name, asked[name] ?? usual] as const
    }),
  )
}
