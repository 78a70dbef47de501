import { suggest, childRef, type SourceRef } from '../diagnostic.ts'
import type { PlanWithSource } from '../sections.ts'
import type { SelectorPlan, ServerOptions } from '../../report/plan.ts'
import type { CompatibilityError } from './check-compatibility.ts'
import { getSelectorDefinitionKind } from '../selectors.ts'
import { findRoute, suggestUrl, type ReadKind, type Route } from './routes.ts'
import { noChoice } from './sample-requests.ts'
import { resolveParameters } from './sent-parameters.ts'

/** Compares the lists of options that are loaded by a request with the datasets. */
export function checkOptions(
  { plan, origins }: PlanWithSource,
  routes: readonly Route[],
): CompatibilityError[] {
  return plan.selectors.flatMap((selector, index) => {
    const { options } = selector
    const at = childRef(origins.selectors, index, 'options')
    return 'url' in options ? checkList(selector, options, at, routes) : []
  })
}

function checkList(
  selector: SelectorPlan,
  { url, recordsPath, value, label }: ServerOptions,
  at: SourceRef,
  routes: readonly Route[],
): CompatibilityError[] {
  const kinds = getSelectorDefinitionKind(selector).optionEndpoints
  const call = resolveParameters([], url, url, noChoice)
  const found = findRoute(call, routes)
  const origin = childRef(at, 'url')
  if (found === null) return [buildUnservedWarning(url, origin, routes, kinds)]
  const { dataset, kind, endpoint } = found.route
  if (!kinds.includes(kind)) {
    const known = routes.filter((route) => kinds.includes(route.kind)).map((route) => route.endpoint.url)
    const own = kinds.map((one) => dataset.endpoints[one]?.url).find((one) => one !== undefined)
    const end = own === undefined ? suggest(url, new Set(known)) : `; allowed is '${own}'`
    const needed = kinds.join(' or ')
    const message = `'${endpoint.url}' of '${dataset.id}' does not return ${needed}${end}`
    return [{ origin, rule: 'served-options', message }]
  }
  const faults: CompatibilityError[] = []
  for (const name of call.query.keys()) {
    const message = `'${endpoint.url}' has no parameter '${name}'; it has none`
    faults.push({ origin, rule: 'served-parameter', message })
  }
  const path = recordsPath.join('.')
  if (path !== 'records') {
    const message = `'${dataset.id}' sends no ${kind} in '${path}'; allowed is 'records'`
    faults.push({ origin: childRef(at, 'recordsPath'), rule: 'served-options', message })
  }
  for (const [key, field] of Object.entries({ value, label })) {
    if (field === null) continue
    const message = `the ${kind} of '${dataset.id}' are plain values without a field '${field}'; leave '${key}' out`
    faults.push({ origin: childRef(at, key), rule: 'served-options', message })
  }
  return faults
}

/** Builds the warning on a URL that no dataset serves. */
export function buildUnservedWarning(
  url: string,
  origin: SourceRef,
  routes: readonly Route[],
  kinds: readonly ReadKind[],
): CompatibilityError {
  const end = suggestUrl(url, routes, kinds) || suggestUrl(url, routes)
  const message = `no dataset serves GET ${url}: it is another server's, or its dataset is missing${end}`
  return { origin, rule: 'served-nowhere', message }
}
