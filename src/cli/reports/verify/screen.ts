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

/** Verifies every call of a screen. A selector without a value in `chosen` gets its default or its first option. */
export async function verifyScreen(
  planWithSource: PlanWithSource,
  api: ApiClient,
  chosen: Selection = {},
): Promise<VerifiedScreen> {
  const { plan, origins } = planWithSource
  const { options, ...optionsResult } = await verifyOptions(plan, origins.selectors, api)
  const selection = selectOptions(plan, options, chosen)
  const unchosen = plan.selectors.filter(({ name }) => (selection[name] ?? '') === '')
  // Without a complete selection there is no data call. The mismatches of the options contain the reason.
  if (unchosen.length > 0) return { ...optionsResult, selection }
  const names = resolveLabels(plan, selection, api.today, Object.fromEntries(options))
  const at = childRef(origins.data, 'url')
  const response = await sendRequest(api, names.dataCall, at)
  const read = isMismatch(response) ? response : parseEnvelope(response, names.dataCall, at)
  const data = isMismatch(read)
    ? { faults: [read], warnings: [] }
    : verifyResponse(planWithSource, selection, read.body)
  const download = await verifyDownload(plan, origins.download, names, api)
  return { ...mergeVerifications([optionsResult, data, download]), selection }
}

/** Selects a value for every selector: the one in `chosen`, the default, or the first option. */
export function selectOptions(
  plan: ReportPlan,
  options: ReadonlyMap<string, readonly Option[]>,
  chosen: Selection,
): Selection {
  return Object.fromEntries(
    plan.selectors.map((selector) => {
      const { name } = selector
      const { usualValue } = getSelectorDefinitionKind(selector)
      const usual = usualValue ?? options.get(name)?.[0]?.value ?? ''
      return [name, chosen[name] ?? usual] as const
    }),
  )
}
