import { type DatasetPlan, type EndpointKind, endpointKinds } from './dataset-plan.ts'
import type { DatasetDiagnostic } from './rules.ts'

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
