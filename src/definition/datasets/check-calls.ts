import { type DatasetPlan, type EndpointKind, endpointKinds } from './dataset-plan.ts'
import type { DatasetDiagnostic } from './rules.ts'

/** Paths of the portal itself; what lies below them is no dataset's. */
const OWN_PATHS = ['/v1/system-users', '/v1/role-master', '/v1/menu-hierarchy', '/v1/rights-management']

/** A part of a path as a router takes it: one of some texts, or null for anything. */
type RoutePart = ReadonlySet<string> | null

interface Call {
  readonly owner: string
  readonly kind: EndpointKind
  readonly methods: readonly string[]
  readonly parts: readonly RoutePart[]
}

/** Each call belongs to one dataset; years and months may be asked of several at once. */
export function checkCalls(datasets: readonly DatasetPlan[]): DatasetDiagnostic[] {
  const findings: DatasetDiagnostic[] = []
  const calls: Call[] = []
  for (const dataset of datasets) {
    for (const call of callsOf(dataset)) {
      const note = (message: string) =>
        findings.push({
          dataset: dataset.id,
          path: ['endpoints', call.kind],
          rule: 'dataset-endpoint',
          message,
        })
      const own = OWN_PATHS.find((path) => liesBelow(call.parts, path.slice(1).split('/')))
      if (own !== undefined) note(`lies below ${own}, which is the portal's own`)
      const other = calls.find((before) => isOneCall(before, call))
      if (other !== undefined) note(`is also the endpoint ${other.kind} of ${other.owner}`)
      calls.push(call)
    }
  }
  return findings
}

/** The values of a dimension with spellings are texts for a router. */
function callsOf({ id, dimensions, endpoints }: DatasetPlan): Call[] {
  return endpointKinds.flatMap((kind) => {
    const endpoint = endpoints[kind]
    if (endpoint === null) return []
    const parts = endpoint.path.map((part): RoutePart => {
      if ('text' in part) return new Set([part.text])
      const paths = dimensions.find((dimension) => dimension.id === part.placeholder)?.paths ?? null
      return paths === null ? null : new Set(Object.values(paths))
    })
    return [{ owner: id, kind, methods: methodsOf(kind), parts }]
  })
}

function methodsOf(kind: EndpointKind): readonly string[] {
  if (kind === 'create' || kind === 'generate') return ['POST']
  return kind === 'record' ? ['GET', 'PUT', 'DELETE'] : ['GET']
}

function isOneCall(one: Call, other: Call): boolean {
  const isShared = one.kind === other.kind && (one.kind === 'years' || one.kind === 'months')
  return (
    !isShared &&
    one.parts.length === other.parts.length &&
    one.methods.some((method) => other.methods.includes(method)) &&
    one.parts.every((part, index) => isOnePart(part, other.parts[index] ?? null))
  )
}

/** A router prefers texts, so that a text and a placeholder do not meet. */
function isOnePart(one: RoutePart, other: RoutePart): boolean {
  if (one === null || other === null) return one === other
  return [...one].some((text) => other.has(text))
}

const liesBelow = (parts: readonly RoutePart[], path: readonly string[]): boolean =>
  path.every((text, index) => parts[index]?.has(text) ?? false)
