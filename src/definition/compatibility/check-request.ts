import { type CompatibilityError, type Place, suggest } from '../diagnostic.ts'
import { getPlaceholders, type ReadKind } from '../datasets/dataset-plan.ts'
import type { RuleId } from '../rules/catalogue.ts'
import { findPartError, isPeriodPlaceholder } from '../datasets/periods.ts'
import {
  findRoute,
  type Found,
  type Route,
  type SentParameter,
  type SentRequest,
  suggestUrl,
} from './routes.ts'
import { noChoice, resolveParameters, type SampleRequest } from './sample-requests.ts'
import type { PlanWithSource } from '../sections.ts'
import type { SelectorPlan, ServerOptions } from '../../report/plan.ts'
import { getSelectorDefinitionKind } from '../selectors.ts'

/** Where the parts of a call are written. */
interface CallPaths {
  readonly call: Place
  readonly selectors: Place
  readonly params: Place | null
}

/** The result of checking one sample request against its endpoint. */
interface CallContext {
  readonly errors: readonly CompatibilityError[]
  /** The requested values of dimensions, as far as they are known. */
  readonly dimensions: ReadonlyMap<string, readonly string[]>
}

/** Compares the parts of a call with the placeholders of the endpoint that serves it. */
export function checkRequest(
  call: SentRequest,
  { route: { dataset, endpoint }, isPeriodOther }: Found,
  sample: SampleRequest,
  paths: CallPaths,
): CallContext {
  const errors: CompatibilityError[] = []
  const add = (origin: Place, rule: RuleId, message: string) => errors.push({ origin, rule, message })
  const single = dataset.dimensions.filter(({ values }) => values.length === 1)
  const dimensions = new Map(single.map(({ id, values }) => [id, values]))
  if (isPeriodOther) {
    const message = `the period is sent in another format in '${call.url}'; allowed is '${endpoint.url}'`
    add(paths.call, 'served-period', message)
    return { errors, dimensions }
  }
  const isYearSent = getPlaceholders(endpoint).includes('year')
  const checkParameter = (placeholder: string, sent: SentParameter, isInPath: boolean) => {
    if (sent.isOpen) return
    const origin = findOrigin(sent, sample, paths)
    if (isPeriodPlaceholder(placeholder)) {
      const error = findPartError(placeholder, sent.text, isYearSent)
      // Of two parts that were exchanged one says so.
      if (error === null || errors.some(({ rule }) => rule === 'served-period')) return
      const message = `'${sent.text}' is sent for {${placeholder}} of '${endpoint.url}'; allowed is ${error}`
      add(origin, 'served-period', message)
      return
    }
    const dimension = dataset.dimensions.find(({ id }) => id === placeholder)
    if (sent.isMultiple && !dimension?.multiple) {
      const message = `several values can be chosen for {${placeholder}} of '${endpoint.url}', which takes one; set "multiple" of the dimension in '${dataset.id}'`
      add(paths.call, 'served-multiple', message)
    }
    if (dimension === undefined) return
    const { id, values } = dimension
    const spelled = values.map((value) => (isInPath ? (dimension.paths?.[value] ?? value) : value))
    for (const text of dimension.multiple ? sent.text.split(',') : [sent.text]) {
      const value = values[spelled.indexOf(text)]
      if (value !== undefined) dimensions.set(id, [...(dimensions.get(id) ?? []), value])
      else {
        const message = `'${text}' is not a value of ${id} in '${dataset.id}'${suggest(text, spelled)}`
        add(origin, 'served-value', message)
      }
    }
  }
  for (const [index, part] of endpoint.path.entries()) {
    const sent = call.path[index]
    if (sent !== undefined && 'placeholder' in part) checkParameter(part.placeholder, sent, true)
  }
  const names = endpoint.query.map(({ name }) => name)
  const unknown = [...call.query.keys()].filter((name) => !names.includes(name))
  for (const { name, placeholder } of endpoint.query) {
    const sent = call.query.get(name)
    if (sent !== undefined) checkParameter(placeholder, sent, false)
    // An unknown parameter stands for a missing one, and names what is known.
    else if (unknown.length === 0) {
      add(paths.call, 'served-parameter', `the parameter '${name}' is missing; '${endpoint.url}' requires it`)
    }
  }
  for (const name of unknown) {
    const known = names.length === 0 ? '; it has none' : suggest(name, names)
    add(paths.call, 'served-parameter', `'${endpoint.url}' has no parameter '${name}'${known}`)
  }
  return { errors, dimensions }
}

/** Finds the option or the parameter of a tab that contains the value, else the URL. */
function findOrigin(
  { names }: SentParameter,
  sample: SampleRequest,
  { call, selectors, params }: CallPaths,
): Place {
  const [name, ...more] = names
  if (name === undefined || more.length > 0) return call
  const option = sample.paths.get(name)
  if (option !== undefined) return selectors.at(...option)
  return params === null || sample.values.has(name) ? call : params.at(name)
}

/** Compares the lists of options that are loaded by a request with the datasets. */
export function checkOptions(
  { plan, origins }: PlanWithSource,
  routes: readonly Route[],
): CompatibilityError[] {
  return plan.selectors.flatMap((selector, index) => {
    const { options } = selector
    const at = origins.selectors.at(index, 'options')
    return 'url' in options ? checkList(selector, options, at, routes) : []
  })
}

function checkList(
  selector: SelectorPlan,
  { url, recordsPath, value, label }: ServerOptions,
  at: Place,
  routes: readonly Route[],
): CompatibilityError[] {
  const kinds = getSelectorDefinitionKind(selector).optionEndpoints
  const call = resolveParameters([], url, noChoice)
  const found = findRoute(call, routes)
  const origin = at.at('url')
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
  const errors: CompatibilityError[] = [...call.query.keys()].map((name) => {
    const message = `'${endpoint.url}' has no parameter '${name}'; it has none`
    return { origin, rule: 'served-parameter', message }
  })
  const path = recordsPath.join('.')
  if (path !== 'records') {
    const message = `'${dataset.id}' sends no ${kind} in '${path}'; allowed is 'records'`
    errors.push({ origin: at.at('recordsPath'), rule: 'served-options', message })
  }
  for (const [key, field] of Object.entries({ value, label })) {
    if (field === null) continue
    const message = `the ${kind} of '${dataset.id}' are plain values without a field '${field}'; leave '${key}' out`
    errors.push({ origin: at.at(key), rule: 'served-options', message })
  }
  return errors
}

/** Builds the warning on a URL that no dataset serves. */
export function buildUnservedWarning(
  url: string,
  origin: Place,
  routes: readonly Route[],
  kinds: readonly ReadKind[],
): CompatibilityError {
  const end = suggestUrl(url, routes, kinds) || suggestUrl(url, routes)
  const message = `no dataset serves GET ${url}: it is another server's, or its dataset is missing${end}`
  return { origin, rule: 'served-nowhere', message }
}
