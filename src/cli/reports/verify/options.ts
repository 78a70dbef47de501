import { suggest, childRef, type SourceRef } from '../../../definition/diagnostic.ts'
import { getAtPath } from '../../../report/json-path.ts'
import { parseOptions } from '../../../report/options.ts'
import type { Option, ReportPlan, SelectorPlan, ServerOptions } from '../../../report/plan.ts'
import { parseRequestUrl } from '../../../report/template.ts'
import type { ApiClient } from '../api-client.ts'
import { sendRequest, parseEnvelope, isMismatch, getPath } from './request.ts'
import { type Mismatch, type Verification, mergeVerifications } from './mismatch.ts'

/** Requests the options of each selector and verifies them. */
export async function verifyOptions(
  plan: ReportPlan,
  origin: SourceRef,
  api: ApiClient,
): Promise<Verification & { readonly options: ReadonlyMap<string, readonly Option[]> }> {
  const options = new Map<string, readonly Option[]>()
  const results = await Promise.all(
    plan.selectors.map(async (selector, index) => {
      const { found, faults } = await fetchOptions(selector, childRef(origin, index, 'options'), api)
      options.set(selector.name, found)
      return { faults, warnings: [] }
    }),
  )
  return { ...mergeVerifications(results), options }
}

interface FetchedOptions {
  readonly found: readonly Option[]
  readonly faults: readonly Mismatch[]
}

async function fetchOptions(
  { options }: SelectorPlan,
  origin: SourceRef,
  api: ApiClient,
): Promise<FetchedOptions> {
  if ('fixed' in options) return { found: options.fixed, faults: [] }
  const call = parseRequestUrl(options.url)
  const at = childRef(origin, 'url')
  const response = await sendRequest(api, call, at)
  if (isMismatch(response)) return { found: [], faults: [response] }
  const read = parseEnvelope(response, call, at)
  if (isMismatch(read)) return { found: [], faults: [read] }
  const list = getPath(read.body, options.recordsPath)
  const missing = (message: string): FetchedOptions => ({
    found: [],
    faults: [{ origin: childRef(origin, 'recordsPath'), rule: 'options-missing', message }],
  })
  if ('missing' in list) return missing(list.missing)
  if (!Array.isArray(list.value)) return missing(`'${options.recordsPath.join('.')}' is no list`)
  if (list.value.length === 0) return missing(`'${options.recordsPath.join('.')}' is an empty list`)
  const found = parseOptions({ ...options, fallback: { fixed: [] } }, read.body, 0)
  return { found, faults: fieldFaults(options, list.value, origin) }
}

function fieldFaults(options: ServerOptions, entries: readonly unknown[], origin: SourceRef): Mismatch[] {
  return (['value', 'label'] as const).flatMap((key): Mismatch[] => {
    const field = options[key]
    const fits = (entry: unknown) => {
      const value = field === null ? entry : (getAtPath(entry, [field]) ?? null)
      return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
    }
    const index = key === 'label' && field === null ? -1 : entries.findIndex((entry) => !fits(entry))
    if (index < 0) return []
    const names = Object.keys(Object(entries[index]) as object)
    const message =
      field === null
        ? `entry ${index + 1} is neither a text nor a number; name the field by "value"`
        : `no text or number '${field}' in entry ${index + 1}${suggest(field, names)}`
    return [{ origin: childRef(origin, key), rule: 'options-field', message }]
  })
}
