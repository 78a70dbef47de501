import { type ReportAt, suggest } from '../../diagnostics/diagnostic.ts'
import type { NamedDataset } from './check-dataset.ts'
import {
  type DatasetKeyPlan,
  type DatasetPlan,
  type EndpointKind,
  endpointKinds,
  type EndpointPlan,
  getPlaceholders,
  isSingle,
} from '../../dataset/dataset-plan.ts'
import { getStoredGrain, listRequestedSpans } from '../../dataset/key-spans.ts'
import { findSpan, isPeriodPlaceholder, periodPlaceholders } from '../../dataset/placeholders.ts'

const PATH_PART = /^(?:[A-Za-z0-9_-]+|\{[A-Za-z][A-Za-z0-9]*\})$/
const PARAMETER = /^([A-Za-z0-9_-]+)=\{([A-Za-z][A-Za-z0-9]*)\}$/

/** Parses the URL of an endpoint; returns a message if it is invalid. */
function parseEndpoint(url: string): EndpointPlan | string {
  const [path = '', search, more] = url.split('?')
  if (more !== undefined) return 'has more than one question mark'
  if (search === '') return 'has a question mark without a parameter'
  const parts = path.slice(1).split('/')
  if (parts.includes('')) return 'has an empty part'
  const wrong = parts.find((part) => !PATH_PART.test(part))
  if (wrong !== undefined) return `has the part '${wrong}'; a part is words, or one placeholder in braces`
  const query: { name: string; placeholder: string }[] = []
  for (const pair of search?.split('&') ?? []) {
    const [, name, placeholder] = PARAMETER.exec(pair) ?? []
    if (name === undefined || placeholder === undefined) {
      return `has the parameter '${pair}'; a parameter is a name and a placeholder, year={year}`
    }
    if (query.some((one) => one.name === name)) return `has the parameter '${name}' twice`
    query.push({ name, placeholder })
  }
  const toPart = (part: string) =>
    part.startsWith('{') ? { placeholder: part.slice(1, -1) } : { text: part }
  return { url, path: parts.map(toPart), query }
}

/** Finds what is wrong with the placeholders of an endpoint; null if nothing is. */
function findPlaceholderError(
  kind: EndpointKind,
  endpoint: EndpointPlan,
  { key, dimensions }: NamedDataset,
  isAsked: boolean,
): string | null {
  const placeholders = getPlaceholders(endpoint)
  const double = placeholders.find((name, index) => placeholders.indexOf(name) !== index)
  if (double !== undefined) return `has {${double}} twice`
  const isPeriod = kind === 'list' || kind === 'download' || kind === 'generate'
  const several = dimensions.filter((one) => !isSingle(one) && (isAsked || one.values !== undefined))
  const sent = several.map(({ id }) => id)
  // Without it all values are requested.
  const needed = several.filter((one) => !one.multiple && one.values !== undefined).map(({ id }) => id)
  // Dummy records are added to whole months or years.
  const periods = kind === 'generate' ? ['year', 'month'] : periodPlaceholders
  const own = kind === 'record' ? ['id'] : kind === 'values' ? ['dimension'] : []
  const names = isPeriod ? [...periods, ...sent] : own
  const unknown = placeholders.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    return names.length === 0
      ? `has {${unknown}}; no placeholders are allowed`
      : `has {${unknown}}, which is neither a period nor a dimension with several values${suggest(unknown, names)}`
  }
  const missing = (isPeriod ? needed : own).find((name) => !placeholders.includes(name))
  if (missing !== undefined) {
    const advice = '; without it all values are read, for which it must be "multiple"'
    return `lacks {${missing}}${isPeriod ? advice : ''}`
  }
  return isPeriod ? findPeriodError(kind, placeholders, key) : null
}

function findPeriodError(kind: EndpointKind, found: readonly string[], key: DatasetKeyPlan): string | null {
  const span = findSpan(found)
  if (span === null) {
    const sent = found.filter(isPeriodPlaceholder).map((name) => `{${name}}`)
    return sent.length === 1
      ? `has ${sent[0]} alone; a range is {from} and {to}`
      : `has two periods: ${sent.join(' and ')}`
  }
  const allowed = listRequestedSpans(key)
  if (allowed.includes(span)) return null
  if (key.kind === 'none') return 'of records without a time has no period'
  if (allowed.length === 1) return `${kind === 'list' ? 'returns' : 'is for'} a year; write {year} alone`
  const names = allowed.map((name) => (name === 'range' ? '{from} and {to}' : `{${name}}`))
  return `of ${key.kind}s has a period: ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/** Lists what an endpoint needs and the records of the dataset do not have. */
function listMissing(kind: EndpointKind, { key, dimensions }: NamedDataset): string[] {
  if (kind === 'years' || kind === 'months') {
    // They are listed by the periods that records are kept by; records about a month also by their key.
    if (key.kind === 'none') return [`lists ${kind}, and the records have no time`]
    const by = getStoredGrain(key)
    const hasMonth = by === 'month' || by === 'day' || key.kind === 'month'
    return kind === 'years' || hasMonth ? [] : [`lists ${kind}, and the records are kept by ${by}`]
  }
  if (kind !== 'create' && kind !== 'record') return []
  const unsent = dimensions.filter((one) => one.field === undefined && !isSingle(one))
  return unsent.map(({ id }) => `needs a field for the dimension '${id}', which a record says`)
}

/** Compiles the endpoints as understood; null for those that are left out or cannot be read. */
export function compileEndpoints(
  definition: NamedDataset,
  report: ReportAt,
  isAsked: boolean,
): DatasetPlan['endpoints'] {
  // A dimension with the name of a period is an error of its own; what several endpoints lack is one error.
  const isReserved = definition.dimensions.some(({ id }) => isPeriodPlaceholder(id))
  const errors = new Set<string>()
  const compile = (kind: EndpointKind): EndpointPlan | null => {
    const url = definition.endpoints[kind]
    if (url === undefined) return null
    const path = ['endpoints', kind]
    const endpoint = parseEndpoint(url)
    if (typeof endpoint === 'string') {
      report(path, 'dataset-endpoint', endpoint)
      return null
    }
    const error = isReserved ? null : findPlaceholderError(kind, endpoint, definition, isAsked)
    if (error !== null && !errors.has(error)) report(path, 'dataset-placeholder', error)
    if (error !== null) errors.add(error)
    const isOne = kind === 'create' || kind === 'record'
    if (isOne && definition.measures.some((measure) => !('field' in measure))) {
      const message = 'single records have fixed measures only; those of a list or pattern are imported'
      report(path, 'dataset-group', message)
    }
    for (const lack of listMissing(kind, definition)) report(path, 'dataset-endpoint', lack)
    if (!['list', 'years', 'months', 'values'].includes(kind) && definition.endpoints.list === undefined) {
      report(path, 'dataset-endpoint', 'needs the endpoint list, by which its permission is known')
    }
    return endpoint
  }
  const compiled = endpointKinds.map((kind) => [kind, compile(kind)])
  return Object.fromEntries(compiled) as DatasetPlan['endpoints']
}

/** Paths of the portal itself, below /v1; no dataset may use a path below them. */
const OWN_PATHS = ['system-users', 'role-master', 'menu-hierarchy', 'rights-management']

interface Call {
  readonly owner: string
  readonly kind: EndpointKind
  /** The texts that a router knows in each part; braces stand for any text. */
  readonly parts: readonly (readonly string[])[]
}

/** Checks that each call belongs to one dataset; calls for years and months may be shared. */
export function checkCalls(datasets: readonly DatasetPlan[], reportOf: (id: string) => ReportAt): void {
  const calls: Call[] = []
  for (const call of datasets.flatMap(buildCalls)) {
    const report = (message: string) =>
      reportOf(call.owner)(['endpoints', call.kind], 'dataset-endpoint', message)
    const [root, next] = call.parts
    const own = root?.includes('v1') ? OWN_PATHS.find((path) => next?.includes(path)) : undefined
    if (own !== undefined) report(`lies below /v1/${own}, which is the portal's own`)
    const other = calls.find((before) => isSameCall(before, call))
    if (other !== undefined) report(`is also the endpoint ${other.kind} of ${other.owner}`)
    calls.push(call)
  }
}

const buildCalls = ({ id, dimensions, endpoints }: DatasetPlan): Call[] =>
  endpointKinds.flatMap((kind) => {
    const parts = endpoints[kind]?.path.map((part) => {
      if ('text' in part) return [part.text]
      return Object.values(dimensions.find((one) => one.id === part.placeholder)?.paths ?? { any: '{}' })
    })
    return parts === undefined ? [] : [{ owner: id, kind, parts }]
  })

const isPosted = ({ kind }: Call): boolean => kind === 'create' || kind === 'generate'

/** Returns true if two calls can be one: a router prefers texts, so that a text and a placeholder do not meet. */
const isSameCall = (call: Call, otherCall: Call): boolean =>
  !(call.kind === otherCall.kind && (call.kind === 'years' || call.kind === 'months')) &&
  call.parts.length === otherCall.parts.length &&
  isPosted(call) === isPosted(otherCall) &&
  call.parts.every((part, index) => part.some((text) => otherCall.parts[index]?.includes(text)))
