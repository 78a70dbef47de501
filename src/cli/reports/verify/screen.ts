import { getUsualValue } from '../../../report/selection/sample-values.ts'
import { type Place, suggest } from '../../../diagnostics/diagnostic.ts'
import { getPreviousYear } from '../../../report/table/resolve-columns.ts'
import { resolveLabels } from '../../../report/selection/titles-and-file-names.ts'
import type { PlanWithSource } from '../../../definition/sections.ts'
import type {
  Option,
  OptionsBySelector,
  ReportPlan,
  Selection,
  SelectorPlan,
  ServerOptions,
} from '../../../report/model/report-plan.ts'
import { type ApiClient, formatUrl } from '../api-client.ts'
import { type Finding, getPath, isFinding, isWarning, requestBody, verifyDownload } from './request.ts'
import { verifyResponse } from './response.ts'
import { getAtPath } from '../../../report/model/report-response.ts'
import { findLatest, fillOptionsUrl, parseOptionList } from '../../../report/selection/options.ts'
import { isComplete } from '../../../report/selection/selection.ts'
import { getSelectorKind, getYear, isPeriod } from '../../../report/selection/selector-kinds.ts'
import { parseRequestUrl, type RequestUrl } from '../../../report/model/template.ts'

interface VerifiedScreen {
  readonly findings: readonly Finding[]
  readonly selection: Selection
  /** The options of every selector. */
  readonly options: OptionsBySelector
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
  const { plan } = planWithSource
  const { options, selection, ...ofOptions } = await verifyOptions(planWithSource, api, chosen)
  const findings = [...ofOptions.findings]
  // Without a complete selection there is no data call. The findings of the options contain the reason.
  if (!isComplete(plan, selection)) return { findings, selection, options }
  findings.push(...(await verifySelection(planWithSource, selection, options, api)))
  const first = [...findings]
  if (!everyOption || first.some(({ rule }) => rule === 'records-empty')) {
    return { findings, selection, options }
  }
  for (const { name, value } of listOtherSelections(plan, selection, options, chosen)) {
    const verified = await verifyScreen(planWithSource, api, { ...chosen, [name]: value })
    findings.push(...describeOther(verified.findings, first, `${plan.key}: ${name}=${value}`))
  }
  return { findings, selection, options }
}

async function verifySelection(
  planWithSource: PlanWithSource,
  selection: Selection,
  options: OptionsBySelector,
  api: ApiClient,
): Promise<readonly Finding[]> {
  const { plan, origins } = planWithSource
  const names = resolveLabels(plan, selection, api.today, options)
  return [
    ...(await verifyCall(planWithSource, selection, names.dataCall, api)),
    ...(await verifyPreviousYear(planWithSource, selection, options, api)),
    ...(await verifyDownload(plan, origins.download, names, api)),
  ]
}

/** Sends the data call of a selection and verifies its response. */
async function verifyCall(
  planWithSource: PlanWithSource,
  selection: Selection,
  call: RequestUrl,
  api: ApiClient,
): Promise<readonly Finding[]> {
  const read = await requestBody(api, call, planWithSource.origins.data.at('url'))
  if (isFinding(read)) return [read]
  return verifyResponse(planWithSource, selection, read.body, api.explainEmpty(call))
}

/** Verifies the response to the same selection one year earlier. It only causes warnings, as the load does not fail. */
async function verifyPreviousYear(
  planWithSource: PlanWithSource,
  selection: Selection,
  options: OptionsBySelector,
  api: ApiClient,
): Promise<readonly Finding[]> {
  const { plan, origins } = planWithSource
  const earlier = getPreviousYear(plan, selection)
  if (earlier === null) return []
  const call = resolveLabels(plan, earlier, api.today, options).dataCall
  const findings = await verifyCall(planWithSource, earlier, call, api)
  return findings
    .filter((finding) => !isWarning(finding))
    .map(({ message }) => ({
      origin: origins.data.at('url'),
      rule: 'previous-year' as const,
      message: `${plan.key}: one year earlier (GET ${formatUrl(call)}): ${message.replace(`GET ${formatUrl(call)}: `, '')}`,
    }))
}

/** Returns every option but the selected one, of each list that `chosen` leaves open. Periods are not repeated. */
function listOtherSelections(
  plan: ReportPlan,
  selection: Selection,
  options: OptionsBySelector,
  chosen: Selection,
): { readonly name: string; readonly value: string }[] {
  return plan.selectors
    .filter((selector) => !isPeriod(selector) && chosen[selector.name] === undefined)
    .flatMap(({ name }) =>
      (options[name] ?? [])
        .filter(({ value }) => value !== selection[name])
        .map(({ value }) => ({ name, value })),
    )
}

/** Says what another option adds to the result of the first. An option without records is a warning. */
function describeOther(findings: readonly Finding[], first: readonly Finding[], option: string): Finding[] {
  const empty = findings.find(({ rule }) => rule === 'records-empty')
  if (empty !== undefined) return [{ ...empty, rule: 'option-empty', message: `${option}: no records` }]
  const alreadySaid = new Set(first.map(({ rule, message }) => `${rule} ${message}`))
  return findings
    .filter((finding) => !isWarning(finding) && !alreadySaid.has(`${finding.rule} ${finding.message}`))
    .map((finding) => ({ ...finding, message: `${option}: ${finding.message}` }))
}

/** Chooses a value of a selector: its default, the one that is usual for its kind, or the first option. */
function chooseOption(selector: SelectorPlan, options: readonly Option[]): string {
  const { control, keepOffered } = getSelectorKind(selector)
  const { default: first } = selector
  const wanted = [first === 'latest' ? findLatest(options) : first?.value, getUsualValue(selector.kind)]
  const value = wanted.map((value) => keepOffered(value ?? '', options)).find((value) => value !== '')
  // Two of several options show that the API separates them.
  const others = options.slice(0, control === 'checkboxes' ? 2 : 1)
  return value ?? others.map(({ value }) => value).join(',')
}

/** Requests the options of each selector in order, verifies them, and chooses those that `chosen` leaves open. */
async function verifyOptions({ plan, origins }: PlanWithSource, api: ApiClient, chosen: Selection) {
  const options: Record<string, readonly Option[]> = {}
  const selection: Record<string, string> = {}
  const findings: Finding[] = []
  for (const [index, selector] of plan.selectors.entries()) {
    const { name, options: offered } = selector
    if ('fixed' in offered) options[name] = offered.fixed
    else {
      const place = origins.selectors.at(index, 'options')
      const fetched = await fetchOptions(offered, { plan, selection, options }, place, api)
      options[name] = getSelectorKind(selector).narrowOptions(fetched.found, getYear(plan, selection))
      findings.push(...fetched.findings)
    }
    selection[name] = chosen[name] ?? chooseOption(selector, options[name])
  }
  return { options, selection, findings }
}

interface FetchedOptions {
  readonly found: readonly Option[]
  readonly findings: readonly Finding[]
}

async function fetchOptions(
  from: ServerOptions,
  { plan, selection, options }: { plan: ReportPlan } & Pick<VerifiedScreen, 'selection' | 'options'>,
  origin: Place,
  api: ApiClient,
): Promise<FetchedOptions> {
  const url = fillOptionsUrl(plan, from, selection, options)
  // What it depends on has no value, for which there is a finding.
  if (url === null) return { found: [], findings: [] }
  const call = parseRequestUrl(url)
  const read = await requestBody(api, call, origin.at('url'))
  if (isFinding(read)) return { found: [], findings: [read] }
  const list = getPath(read.body, from.recordsPath)
  const missing = (message: string): FetchedOptions => ({
    found: [],
    findings: [{ origin: origin.at('recordsPath'), rule: 'options-missing', message }],
  })
  if ('missing' in list) return missing(list.missing)
  if (!Array.isArray(list.value)) return missing(`'${from.recordsPath.join('.')}' is no list`)
  const path = from.recordsPath.join('.')
  if (list.value.length === 0) return missing(`'${path}' is an empty list; ${api.explainEmpty(call)}`)
  const found = parseOptionList(from, read.body) ?? []
  return { found, findings: verifyFields(from, list.value, origin) }
}

/** Finds an entry whose value or label is neither a text nor a number. */
function verifyFields(options: ServerOptions, entries: readonly unknown[], origin: Place): Finding[] {
  return (['value', 'label'] as const).flatMap((key): Finding[] => {
    const field = options[key]
    const path = field === null ? [] : [field]
    const index = entries.findIndex((entry) => {
      const value = getAtPath(entry, path)
      return typeof value === 'string' ? value.trim() === '' : typeof value !== 'number'
    })
    if (index < 0 || (key === 'label' && field === null)) return []
    const names = Object.keys(Object(entries[index]) as object)
    const name = field === null ? '; name the field by "value"' : ` '${field}'${suggest(field, names)}`
    const message = `entry ${index + 1} has no text or number${name}`
    return [{ origin: origin.at(key), rule: 'options-field', message }]
  })
}
