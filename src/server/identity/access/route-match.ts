import type { ReportPlan, Selection } from '../../../report/model/report-plan.ts'
import { getSelectorKind } from '../../../report/selection/selector-kinds.ts'
import { getPlaceholders } from '../../../report/model/template.ts'

/** Says how a call, such as `/v1/x/{year}-{month:2}/A`, is sent to a route, such as `/v1/x/:month/:type`. */
export interface RouteMatch {
  /** How similar the two are; of several routes a router chooses the one with the highest score. */
  readonly score: number
  /** Values of selectors that the route's own text contains. */
  readonly fixed: readonly SelectorValue[]
  /** The pattern of each parameter of a request, and the selectors whose values it contains. */
  readonly parameters: readonly ParameterMatch[]
}

interface ParameterMatch {
  readonly source: 'path' | 'query'
  readonly name: string
  readonly part: CompiledPart
}

type SelectorValue = readonly [name: string, value: string]

export interface RequestParameters {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
}

/**
 * Compares a call with the pattern of a route, part by part: equal texts score most, then a placeholder for a
 * parameter, then a text for a parameter. Null if no request of the call can be sent to the route.
 */
export function matchRoute(call: string, pattern: string): RouteMatch | null {
  const [path = '', query = ''] = call.split('?')
  const [sent, parts] = [splitPath(path), splitPath(pattern)]
  if (sent.length !== parts.length) return null
  let score = 0
  const fixed: SelectorValue[] = []
  const parameters: ParameterMatch[] = []
  for (const [index, text] of sent.entries()) {
    const part = compilePart(text)
    const target = parts[index] ?? ''
    if (target.startsWith(':')) {
      parameters.push({ source: 'path', name: target.slice(1), part })
      score += part.names.length > 0 ? 2 : 1
      continue
    }
    const values = readPart(part, target)
    if (values === null) return null
    fixed.push(...values)
    if (part.names.length === 0) score += 3
  }
  for (const [name, text] of new URLSearchParams(query)) {
    parameters.push({ source: 'query', name, part: compilePart(text) })
  }
  return { score, fixed, parameters }
}

/** Finds the routes to which a router may send a call: those with the highest score. */
export function findMatchingRoutes(call: string, patterns: readonly string[]): readonly string[] {
  const scored = patterns.flatMap((pattern) => {
    const match = matchRoute(call, pattern)
    return match === null ? [] : [{ pattern, score: match.score }]
  })
  const best = Math.max(...scored.map(({ score }) => score))
  return scored.filter(({ score }) => score === best).map(({ pattern }) => pattern)
}

/** Reads the selection from the parameters of a request. Null if they are not those that the call sends. */
export function readSelection(
  { fixed, parameters }: RouteMatch,
  { selectors }: Pick<ReportPlan, 'selectors'>,
  request: RequestParameters,
): Selection | null {
  const values = new Map(fixed)
  const free = new Set(selectors.flatMap(({ name, required }) => (required ? [] : name)))
  for (const { source, name, part } of parameters) {
    // Without a value all are requested.
    const isFree = part.names.length > 0 && part.names.every((selector) => free.has(selector))
    if (isFree && (request[source][name] ?? '') === '') continue
    const chosen = readParameter(part, request[source][name])
    if (chosen === null) return null
    for (const [selector, value] of chosen) values.set(selector, value)
  }
  return Object.fromEntries(
    selectors.map((selector) => {
      const { name, options } = selector
      const fixed = 'fixed' in options ? options.fixed : []
      const { parts, parseValue } = getSelectorKind(selector)
      const joined = parts.map((end) => values.get(`${name}${end}`) ?? '').join('..')
      return [name, parseValue(values.get(name) ?? joined, fixed)]
    }),
  )
}

interface CompiledPart {
  /** The selectors of its placeholders, in order. */
  readonly names: readonly string[]
  readonly pattern: RegExp
}

function compilePart(template: string): CompiledPart {
  const literals = template
    .split(/\{[^{}]*\}/)
    .map((literal) => literal.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  return {
    names: getPlaceholders(template).map(({ name }) => name),
    pattern: new RegExp(`^${literals.join('(.+?)')}$`),
  }
}

/** Returns the values of the placeholders, or null if the text does not fit. */
function readPart({ names, pattern }: CompiledPart, text: string): readonly SelectorValue[] | null {
  const match = pattern.exec(text)
  return match && names.map((name, index) => [name, match[index + 1] ?? ''] as const)
}

/** Reads a checked parameter: a number is spelled with one digit or two, the first of several values counts. */
function readParameter(part: CompiledPart, value: unknown): readonly SelectorValue[] | null {
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (typeof first === 'string') return readPart(part, first)
  if (typeof first !== 'number') return null
  return readPart(part, String(first)) ?? readPart(part, String(first).padStart(2, '0'))
}

/** Returns the parts of a path; the query does not count. */
const splitPath = (path: string): readonly string[] =>
  (path.split('?')[0] ?? '').split('/').filter((part) => part !== '')
