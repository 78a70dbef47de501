import { getSelectorDefinitionKind } from '../../../definition/selectors.ts'
import { childRef, type SourceRef, suggest } from '../../../definition/diagnostic.ts'
import { type Labels, resolveLabels } from '../../../report/labels.ts'
import type { PlanWithSource } from '../../../definition/sections.ts'
import type { Option, ReportPlan, Selection, SelectorPlan, ServerOptions } from '../../../report/plan.ts'
import { type ApiClient, formatUrl, parseJson } from '../api-client.ts'
import {
  getPath,
  isMismatch,
  mergeVerifications,
  type Mismatch,
  noMismatches,
  parseEnvelope,
  sendRequest,
  type Verification,
} from './request.ts'
import { verifyResponse } from './response.ts'
import { getAtPath } from '../../../report/json-path.ts'
import { parseOptions } from '../../../report/selectors.ts'
import { parseRequestUrl } from '../../../report/template.ts'
import { classifyDownload } from '../../../report/download.ts'

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
    ? { mismatches: [read], warnings: [] }
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

/** Requests the options of each selector and verifies them. */
async function verifyOptions(
  plan: ReportPlan,
  origin: SourceRef,
  api: ApiClient,
): Promise<Verification & { readonly options: ReadonlyMap<string, readonly Option[]> }> {
  const options = new Map<string, readonly Option[]>()
  const results = await Promise.all(
    plan.selectors.map(async (selector, index) => {
      const { found, mismatches } = await fetchOptions(selector, childRef(origin, index, 'options'), api)
      options.set(selector.name, found)
      return { mismatches, warnings: [] }
    }),
  )
  return { ...mergeVerifications(results), options }
}

interface FetchedOptions {
  readonly found: readonly Option[]
  readonly mismatches: readonly Mismatch[]
}

async function fetchOptions(
  { options }: SelectorPlan,
  origin: SourceRef,
  api: ApiClient,
): Promise<FetchedOptions> {
  if ('fixed' in options) return { found: options.fixed, mismatches: [] }
  const call = parseRequestUrl(options.url)
  const at = childRef(origin, 'url')
  const response = await sendRequest(api, call, at)
  if (isMismatch(response)) return { found: [], mismatches: [response] }
  const read = parseEnvelope(response, call, at)
  if (isMismatch(read)) return { found: [], mismatches: [read] }
  const list = getPath(read.body, options.recordsPath)
  const missing = (message: string): FetchedOptions => ({
    found: [],
    mismatches: [{ origin: childRef(origin, 'recordsPath'), rule: 'options-missing', message }],
  })
  if ('missing' in list) return missing(list.missing)
  if (!Array.isArray(list.value)) return missing(`'${options.recordsPath.join('.')}' is no list`)
  if (list.value.length === 0) return missing(`'${options.recordsPath.join('.')}' is an empty list`)
  const found = parseOptions({ ...options, fallback: { fixed: [] } }, read.body, 0)
  return { found, mismatches: findFieldMismatches(options, list.value, origin) }
}

function findFieldMismatches(
  options: ServerOptions,
  entries: readonly unknown[],
  origin: SourceRef,
): Mismatch[] {
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

const WORKBOOK = /spreadsheetml|ms-excel|octet-stream/

/** Verifies that the download of a screen is a workbook with the file name of the definition. */
async function verifyDownload(
  plan: ReportPlan,
  origin: SourceRef | null,
  names: Labels,
  api: ApiClient,
): Promise<Verification> {
  if (plan.download === null || origin === null) return noMismatches
  const call = names.downloadCall
  const at = childRef(origin, 'url')
  const response = await sendRequest(api, call, at)
  if (isMismatch(response)) return { mismatches: [response], warnings: [] }
  const mismatch = (key: string, rule: Mismatch['rule'], message: string): Verification => ({
    mismatches: [{ origin: childRef(origin, key), rule, message: `GET ${formatUrl(call)}: ${message}` }],
    warnings: [],
  })
  if (response.status !== 200) {
    const read = parseEnvelope(response, call, at)
    return isMismatch(read) ? { mismatches: [read], warnings: [] } : noMismatches
  }
  const { contentType, bytes, fileName } = response
  const outcome = classifyDownload(plan, { ok: true, status: 200, statusText: '', contentType, bytes })
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  if (outcome.kind === 'failed' || !WORKBOOK.test(contentType) || !isZip) {
    const found = parseJson(response) === undefined ? contentType || 'no type' : 'JSON'
    return mismatch('url', 'download-type', `found ${found}, ${bytes.length} bytes; a workbook is expected`)
  }
  const { workbookName } = names
  if (fileName !== null && fileName !== workbookName) {
    return mismatch(
      'fileName',
      'download-name',
      `the server calls it '${fileName}', the definition '${workbookName}'`,
    )
  }
  if (fileName === null && plan.download.useServerFileName) {
    return mismatch(
      'useServerFileName',
      'download-name',
      `the response has no file name; '${workbookName}' would be used`,
    )
  }
  return noMismatches
}
