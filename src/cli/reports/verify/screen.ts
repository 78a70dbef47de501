import { getSelectorDefinitionKind } from '../../../definition/selectors.ts'
import { childRef, type SourceRef, suggest } from '../../../definition/diagnostic.ts'
import { resolveLabels } from '../../../report/labels.ts'
import type { PlanWithSource } from '../../../definition/sections.ts'
import type { Option, ReportPlan, Selection, SelectorPlan, ServerOptions } from '../../../report/plan.ts'
import type { ApiClient } from '../api-client.ts'
import { verifyDownload } from './download.ts'
import {
  getPath,
  isMismatch,
  mergeVerifications,
  type Mismatch,
  parseEnvelope,
  sendRequest,
  type Verification,
} from './request.ts'
import { verifyResponse } from './response.ts'
import { getAtPath } from '../../../report/json-path.ts'
import { listOffered } from '../../../report/selection.ts'
import { getSelectorKind, parseOptions } from '../../../report/selectors.ts'
import { parseRequestUrl } from '../../../report/template.ts'

export interface VerifiedScreen extends Verification {
  readonly selection: Selection
}

/**
 * Verifies every call of a screen. A selector without a value in `chosen` gets its default or its first option. With
 * `everyOption` the calls are repeated for each further option of a list, one list at a time.
 */
export async function verifyScreen(
  planWithSource: PlanWithSource,
  api: ApiClient,
  chosen: Selection = {},
  everyOption = false,
): Promise<VerifiedScreen> {
  const { plan, origins } = planWithSource
  const { options, ...optionsResult } = await verifyOptions(plan, origins.selectors, api)
  const selection = selectOptions(plan, options, chosen)
  const unknown = findUnknownOptions(plan, origins.selectors, options, chosen)
  if (unknown.length > 0) {
    return { ...mergeVerifications([optionsResult, { mismatches: unknown, warnings: [] }]), selection }
  }
  const unchosen = plan.selectors.filter(({ name }) => (selection[name] ?? '') === '')
  // Without a complete selection there is no data call. The mismatches of the options contain the reason.
  if (unchosen.length > 0) return { ...optionsResult, selection }
  const first = await verifySelection(planWithSource, selection, options, api)
  const others = everyOption ? listOtherSelections(plan, selection, options, chosen) : []
  const results = [optionsResult, first]
  for (const { name, value } of others) {
    const other = await verifySelection(planWithSource, { ...selection, [name]: value }, options, api)
    results.push(describeOther(other, first, `${plan.key}: ${name}=${value}`))
  }
  return { ...mergeVerifications(results), selection }
}

/** Verifies the calls of a screen for one selection. */
async function verifySelection(
  planWithSource: PlanWithSource,
  selection: Selection,
  options: ReadonlyMap<string, readonly Option[]>,
  api: ApiClient,
): Promise<Verification> {
  const { plan, origins } = planWithSource
  const names = resolveLabels(plan, selection, api.today, Object.fromEntries(options))
  const at = childRef(origins.data, 'url')
  const response = await sendRequest(api, names.dataCall, at)
  const read = isMismatch(response) ? response : parseEnvelope(response, names.dataCall, at)
  const data = isMismatch(read)
    ? { mismatches: [read], warnings: [] }
    : verifyResponse(planWithSource, selection, read.body)
  const download = await verifyDownload(plan, origins.download, names, api)
  return mergeVerifications([data, download])
}

interface OtherOption {
  readonly name: string
  readonly value: string
}

/** Every option but the selected one, of each list that `chosen` leaves open. Periods are not repeated. */
function listOtherSelections(
  plan: ReportPlan,
  selection: Selection,
  options: ReadonlyMap<string, readonly Option[]>,
  chosen: Selection,
): OtherOption[] {
  return plan.selectors
    .filter(
      (selector) => getSelectorDefinitionKind(selector).part === null && chosen[selector.name] === undefined,
    )
    .flatMap(({ name }) =>
      (options.get(name) ?? [])
        .filter(({ value }) => value !== selection[name])
        .map(({ value }) => ({ name, value })),
    )
}

/** What another option adds to the result of the first. An option without records is a warning. */
function describeOther(other: Verification, first: Verification, option: string): Verification {
  const isEmpty = other.mismatches.some(({ rule }) => rule === 'records-empty')
  const known = new Set(first.mismatches.map(({ rule, message }) => `${rule} ${message}`))
  const mismatches = isEmpty
    ? []
    : other.mismatches
        .filter(({ rule, message }) => !known.has(`${rule} ${message}`))
        .map((mismatch) => ({ ...mismatch, message: `${option}: ${mismatch.message}` }))
  const warnings = other.mismatches
    .filter(({ rule }) => rule === 'records-empty')
    .map(({ origin }) => ({ origin, rule: 'option-empty' as const, message: `${option}: no records` }))
  return { mismatches, warnings }
}

/** The chosen values that are not on offer, so that no user can send them. */
function findUnknownOptions(
  plan: ReportPlan,
  origin: SourceRef,
  options: ReadonlyMap<string, readonly Option[]>,
  chosen: Selection,
): Mismatch[] {
  const offered = listOffered(plan, Object.fromEntries(options), chosen)
  return plan.selectors.flatMap((selector, index): Mismatch[] => {
    const { name } = selector
    const { control, isOffered } = getSelectorKind(selector)
    const values = (offered[name] ?? []).map((option) => option.value)
    const value = chosen[name]
    if (value === undefined || isOffered(value, offered[name] ?? [])) return []
    // Without options there is another mismatch.
    if (control === 'list' && values.length === 0) return []
    const known = control === 'list' ? suggest(value, values) : '; allowed is a date such as 2025-03-07'
    const message = `'${value}' is not an option of ${name}${known}`
    return [{ origin: childRef(origin, index), rule: 'option-unknown', message }]
  })
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
        : names.includes(field)
          ? `'${field}' of entry ${index + 1} is neither a text nor a number`
          : `no text or number '${field}' in entry ${index + 1}${suggest(field, names)}`
    return [{ origin: childRef(origin, key), rule: 'options-field', message }]
  })
}
