import { type Place, suggest } from '../../diagnostics/diagnostic.ts'
import { findOwner, getPlaceholders, isSingle, type ReadKind } from '../../dataset/dataset-plan.ts'
import { findPartError, isPeriodPlaceholder } from '../../dataset/placeholders.ts'
import {
  findRoute,
  type Found,
  type Route,
  type SentParameter,
  type SentRequest,
  suggestUrl,
} from '../../dataset/routes.ts'
import { noChoice, resolveParameters, type SampleRequest } from '../../dataset/sample-requests.ts'
import type { RequestedRead } from '../columns/check-column.ts'
import type { PlanWithSource } from '../sections.ts'
import type { SelectorPlan } from '../../report/model/report-plan.ts'

interface CallPaths {
  readonly call: Place
  readonly selectors: Place
  readonly params: Place | null
}

/**
 * Compares the parts of a call with the placeholders of the endpoint that serves it. Returns the requested values of
 * dimensions, as far as they are known; null for another period, by which another dataset may well be meant.
 */
export function checkRequest(
  call: SentRequest,
  { route: { dataset, endpoint }, isPeriodOther }: Found,
  sample: SampleRequest,
  paths: CallPaths,
): RequestedRead | null {
  const single = dataset.dimensions.filter(isSingle)
  const dimensions = new Map(single.map(({ id, values }) => [id, values ?? []]))
  if (isPeriodOther) {
    const message = `the period is sent in another format in '${call.url}'; allowed is '${endpoint.url}'`
    paths.call.error('served-period', message)
    return null
  }
  let isPeriodValid = true
  const isYearSent = getPlaceholders(endpoint).includes('year')
  const checkParameter = (placeholder: string, sent: SentParameter, isInPath: boolean) => {
    if (sent.isOpen) return
    const origin = findOrigin(sent, sample, paths)
    if (isPeriodPlaceholder(placeholder)) {
      const error = findPartError(placeholder, sent.text, isYearSent)
      // Of two parts that were exchanged one says so.
      if (error === null || !isPeriodValid) return
      isPeriodValid = false
      const message = `'${sent.text}' is sent for {${placeholder}} of '${endpoint.url}'; allowed is ${error}`
      return origin.error('served-period', message)
    }
    const dimension = dataset.dimensions.find(({ id }) => id === placeholder)
    if (sent.isMultiple && !dimension?.multiple) {
      const message = `several values can be chosen for {${placeholder}} of '${endpoint.url}', which takes one; set "multiple" of the dimension in '${findOwner(dataset).id}'`
      paths.call.error('served-multiple', message)
    }
    if (dimension === undefined || dimension.values === null) return
    const { id, values } = dimension
    const spelled = values.map((value) => (isInPath ? (dimension.paths?.[value] ?? value) : value))
    for (const text of dimension.multiple ? sent.text.split(',') : [sent.text]) {
      const value = values[spelled.indexOf(text)]
      if (value !== undefined) dimensions.set(id, [...(dimensions.get(id) ?? []), value])
      else {
        const message = `'${text}' is not a value of ${id} in '${dataset.id}'${suggest(text, spelled)}`
        origin.error('served-value', message)
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
      const message = `the parameter '${name}' is missing; '${endpoint.url}' requires it`
      paths.call.error('served-parameter', message)
    }
  }
  for (const name of unknown) {
    const known = names.length === 0 ? '; it has none' : suggest(name, names)
    paths.call.error('served-parameter', `'${endpoint.url}' has no parameter '${name}'${known}`)
  }
  return isPeriodValid ? dimensions : null
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

/** The lists that selectors of a period offer. */
const listKinds: Partial<Record<SelectorPlan['kind'], readonly ReadKind[]>> = {
  year: ['years'],
  month: ['months'],
}

/** Compares the lists of options that are loaded by a request with the datasets. */
export function checkOptions({ plan, origins }: PlanWithSource, routes: readonly Route[]): void {
  for (const [index, selector] of plan.selectors.entries()) {
    if (!('url' in selector.options)) continue
    const { url, recordsPath, value, label } = selector.options
    const place = origins.selectors.at(index, 'options')
    const origin = place.at('url')
    const kinds = listKinds[selector.kind] ?? ['years', 'months', 'values']
    const call = resolveParameters([], url, noChoice)
    const routeMatch = findRoute(call, routes)
    if (routeMatch === null) {
      warnUnserved(url, origin, routes, kinds)
      continue
    }
    const { dataset, kind, endpoint } = routeMatch.route
    if (!kinds.includes(kind)) {
      const urls = routes.filter((route) => kinds.includes(route.kind)).map((route) => route.endpoint.url)
      const allowed = kinds.map((name) => dataset.endpoints[name]?.url).find((name) => name !== undefined)
      const end = allowed === undefined ? suggest(url, new Set(urls)) : `; allowed is '${allowed}'`
      const needed = kinds.length > 1 ? 'years, months or values' : kinds[0]
      origin.error('served-call', `'${endpoint.url}' of '${dataset.id}' does not return ${needed}${end}`)
      continue
    }
    for (const name of call.query.keys()) {
      origin.error('served-parameter', `'${endpoint.url}' has no parameter '${name}'; it has none`)
    }
    const path = recordsPath.join('.')
    if (path !== 'records') {
      const message = `'${dataset.id}' sends no ${kind} in '${path}'; allowed is 'records'`
      place.at('recordsPath').error('served-call', message)
    }
    for (const [key, field] of Object.entries({ value, label })) {
      if (field === null) continue
      const message = `the ${kind} of '${dataset.id}' are plain values without a field '${field}'; leave '${key}' out`
      place.at(key).error('served-call', message)
    }
  }
}

/** Warns of a URL that no dataset serves. */
export function warnUnserved(
  url: string,
  origin: Place,
  routes: readonly Route[],
  kinds: readonly ReadKind[],
): void {
  const end = suggestUrl(url, routes, kinds) || suggestUrl(url, routes)
  const message = `no dataset serves GET ${url}: it is another server's, or its dataset is missing${end}`
  origin.error('served-nowhere', message)
}
