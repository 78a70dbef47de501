import type { StoredDataset } from '../../../schemas/dataset/definition.ts'
import { suggest } from '../diagnostic.ts'
import {
  type DatasetPlan,
  type EndpointKind,
  endpointKinds,
  type EndpointPlan,
  getPlaceholders,
  type PathPart,
} from './dataset-plan.ts'
import { getDatasetKeyKind } from './keys.ts'
import { findSpan, isPeriodPlaceholder, periodPlaceholders } from './periods.ts'
import type { DatasetDiagnostic, Reporter } from './rules.ts'

const PLACEHOLDER = /^\{([A-Za-z][A-Za-z0-9]*)\}$/

/** Parses the URL of an endpoint; returns a message if it is invalid. */
function parseEndpoint(url: string): EndpointPlan | string {
  const [path = '', query, ...rest] = url.split('?')
  if (rest.length > 0) return 'has more than one question mark'
  if (query === '') return 'has a question mark without a parameter'
  const parts: PathPart[] = []
  for (const segment of path.slice(1).split('/')) {
    if (segment === '') return 'has an empty part'
    const placeholder = PLACEHOLDER.exec(segment)?.[1]
    if (placeholder === undefined && !/^[A-Za-z0-9_-]+$/.test(segment)) {
      return `has the part '${segment}'; a part is words, or one placeholder in braces`
    }
    parts.push(placeholder === undefined ? { text: segment } : { placeholder })
  }
  const parameters: { name: string; placeholder: string }[] = []
  for (const pair of query?.split('&') ?? []) {
    const [name = '', value = '', ...more] = pair.split('=')
    const placeholder = PLACEHOLDER.exec(value)?.[1]
    if (!/^[A-Za-z0-9_-]+$/.test(name) || placeholder === undefined || more.length > 0) {
      return `has the parameter '${pair}'; a parameter is a name and a placeholder, year={year}`
    }
    if (parameters.some((one) => one.name === name)) return `has the parameter '${name}' twice`
    parameters.push({ name, placeholder })
  }
  return { url, path: parts, query: parameters }
}

/** What is wrong with the placeholders of an endpoint; null if nothing is. */
function findPlaceholderError(
  kind: EndpointKind,
  endpoint: EndpointPlan,
  { key, dimensions }: StoredDataset,
): string | null {
  const found = getPlaceholders(endpoint)
  const double = found.find((name, index) => found.indexOf(name) !== index)
  if (double !== undefined) return `has {${double}} twice`
  const isPeriod = kind === 'list' || kind === 'download' || kind === 'generate'
  const several = dimensions.filter(({ values }) => values.length > 1)
  const sent = several.map(({ id }) => id)
  // Without it all values are requested.
  const needed = several.filter(({ multiple }) => !multiple).map(({ id }) => id)
  // Dummy records are added to whole months or years.
  const periods = kind === 'generate' ? ['year', 'month'] : periodPlaceholders
  const known = isPeriod ? [...periods, ...sent] : kind === 'record' ? ['id'] : []
  const unknown = found.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    return known.length === 0
      ? `has {${unknown}}; no placeholders are allowed`
      : `has {${unknown}}, which is neither a period nor a dimension with several values${suggest(unknown, known)}`
  }
  const missing = (kind === 'record' ? ['id'] : isPeriod ? needed : []).find((name) => !found.includes(name))
  if (missing !== undefined) {
    const advice =
      kind === 'record' ? '' : '; without it all values are read, for which it must be "multiple"'
    return `lacks {${missing}}${advice}`
  }
  return isPeriod ? findPeriodError(kind, found, key) : null
}

/** Checks the period of a request against the kind of key. */
function findPeriodError(
  kind: EndpointKind,
  found: readonly string[],
  key: StoredDataset['key'],
): string | null {
  const span = findSpan(found)
  if (span === null) {
    const sent = found.filter(isPeriodPlaceholder).map((name) => `{${name}}`)
    return sent.length === 1
      ? `has ${sent[0]} alone; a range is {from} and {to}`
      : `has two periods: ${sent.join(' and ')}`
  }
  const allowed = getDatasetKeyKind(key).requestedSpans(key)
  if (allowed.includes(span)) return null
  const [needed = 'none', ...others] = allowed
  if (others.length > 0) {
    const names = allowed.map((name) => (name === 'range' ? '{from} and {to}' : `{${name}}`))
    return `of ${key.kind}s has a period: ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
  }
  if (needed === 'none') return 'of names without a period has neither {year} nor {month}'
  return `${kind === 'list' ? 'returns' : 'is for'} a ${needed}; write {${needed}}${needed === 'year' ? ' alone' : ''}`
}

/** Messages on what an endpoint needs and the records of the dataset do not have. */
function findMissingParameters(kind: EndpointKind, definition: StoredDataset): string[] {
  if (kind === 'create' || kind === 'record') return findMissingFields(definition)
  return kind === 'years' || kind === 'months' ? findMissingPeriod(kind, definition) : []
}

/** Messages on what the body of a single record must contain and has no field for. */
function findMissingFields({ key, dimensions, response }: StoredDataset): string[] {
  const { statedParts, yearField } = getDatasetKeyKind(key)
  const fields = { year: yearField(key) ?? response.metadata.year, month: response.metadata.month }
  return [
    ...statedParts(key)
      .filter((part) => fields[part] === undefined)
      .map((part) => `needs response.metadata.${part}, which a record says`),
    ...dimensions
      .filter(({ field, values }) => field === undefined && values.length > 1)
      .map(({ id }) => `needs a field for the dimension '${id}', which a record says`),
  ]
}

/** Years or months are listed by the periods that records are kept by. */
function findMissingPeriod(kind: 'years' | 'months', { key }: StoredDataset): string[] {
  const period = getDatasetKeyKind(key).period(key)
  const isThere = kind === 'years' ? period !== 'none' : period === 'month' || period === 'date'
  return isThere ? [] : [`lists ${kind}, and the records are kept by ${period}`]
}

/** The endpoints as understood; null for those that are left out or cannot be read. */
export function compileEndpoints(
  definition: StoredDataset,
  onDiagnostic: Reporter,
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
      onDiagnostic(path, 'dataset-endpoint', endpoint)
      return null
    }
    const error = isReserved ? null : findPlaceholderError(kind, endpoint, definition)
    if (error !== null && !errors.has(error)) onDiagnostic(path, 'dataset-placeholder', error)
    if (error !== null) errors.add(error)
    const isOne = kind === 'create' || kind === 'record'
    if (isOne && definition.measures.some((measure) => !('field' in measure))) {
      const message = 'single records have fixed measures only; those of a list or pattern are imported'
      onDiagnostic(path, 'dataset-group', message)
    }
    for (const lack of findMissingParameters(kind, definition)) onDiagnostic(path, 'dataset-endpoint', lack)
    if (kind !== 'list' && !['years', 'months'].includes(kind) && definition.endpoints.list === undefined) {
      onDiagnostic(path, 'dataset-endpoint', 'needs the endpoint list, by which its permission is known')
    }
    return endpoint
  }
  const [list, years, months, download, create, record, generate] = endpointKinds.map(compile)
  return {
    list: list ?? null,
    years: years ?? null,
    months: months ?? null,
    download: download ?? null,
    create: create ?? null,
    record: record ?? null,
    generate: generate ?? null,
  }
}

/** Paths of the portal itself; no dataset may use a path below them. */
const OWN_PATHS = ['/v1/system-users', '/v1/role-master', '/v1/menu-hierarchy', '/v1/rights-management']

/** A part of a path as a router matches it: one of several texts, or null for any text. */
type RoutePart = ReadonlySet<string> | null

interface Call {
  readonly owner: string
  readonly kind: EndpointKind
  readonly methods: readonly string[]
  readonly parts: readonly RoutePart[]
}

/** Checks that each call belongs to one dataset; calls for years and months may be shared. */
export function checkCalls(datasets: readonly DatasetPlan[]): DatasetDiagnostic[] {
  const diagnostics: DatasetDiagnostic[] = []
  const calls: Call[] = []
  for (const dataset of datasets) {
    for (const call of buildCalls(dataset)) {
      const addDiagnostic = (message: string) =>
        diagnostics.push({
          dataset: dataset.id,
          path: ['endpoints', call.kind],
          rule: 'dataset-endpoint',
          message,
        })
      const own = OWN_PATHS.find((path) => isBelow(call.parts, path.slice(1).split('/')))
      if (own !== undefined) addDiagnostic(`lies below ${own}, which is the portal's own`)
      const other = calls.find((before) => isSameCall(before, call))
      if (other !== undefined) addDiagnostic(`is also the endpoint ${other.kind} of ${other.owner}`)
      calls.push(call)
    }
  }
  return diagnostics
}

/** The values of a dimension with spellings are texts for a router. */
function buildCalls({ id, dimensions, endpoints }: DatasetPlan): Call[] {
  return endpointKinds.flatMap((kind) => {
    const endpoint = endpoints[kind]
    if (endpoint === null) return []
    const parts = endpoint.path.map((part): RoutePart => {
      if ('text' in part) return new Set([part.text])
      const paths = dimensions.find((dimension) => dimension.id === part.placeholder)?.paths ?? null
      return paths === null ? null : new Set(Object.values(paths))
    })
    return [{ owner: id, kind, methods: getMethods(kind), parts }]
  })
}

function getMethods(kind: EndpointKind): readonly string[] {
  if (kind === 'create' || kind === 'generate') return ['POST']
  return kind === 'record' ? ['GET', 'PUT', 'DELETE'] : ['GET']
}

function isSameCall(one: Call, other: Call): boolean {
  const isShared = one.kind === other.kind && (one.kind === 'years' || one.kind === 'months')
  return (
    !isShared &&
    one.parts.length === other.parts.length &&
    one.methods.some((method) => other.methods.includes(method)) &&
    one.parts.every((part, index) => isSamePart(part, other.parts[index] ?? null))
  )
}

/** A router prefers texts, so that a text and a placeholder do not meet. */
function isSamePart(one: RoutePart, other: RoutePart): boolean {
  if (one === null || other === null) return one === other
  return [...one].some((text) => other.has(text))
}

const isBelow = (parts: readonly RoutePart[], path: readonly string[]): boolean =>
  path.every((text, index) => parts[index]?.has(text) ?? false)
