import type { DatasetDefinition } from '../../../schemas/dataset-definition.ts'
import { type DatasetPlan, endpointKinds, type EndpointKind, type EndpointPlan } from './dataset-plan.ts'
import { parseEndpoint, placeholderFault } from './endpoint.ts'
import { endpointLacks } from './endpoint-lacks.ts'
import type { Report } from './finding.ts'

/** The endpoints as understood; null for those that are left out or cannot be read. */
export function compileEndpoints(definition: DatasetDefinition, report: Report): DatasetPlan['endpoints'] {
  const compile = (kind: EndpointKind): EndpointPlan | null => {
    const url = definition.endpoints[kind]
    if (url === undefined) return null
    const path = ['endpoints', kind]
    const endpoint = parseEndpoint(url)
    if (typeof endpoint === 'string') {
      report(path, 'dataset-endpoint', endpoint)
      return null
    }
    const fault = placeholderFault(kind, endpoint, definition)
    if (fault !== null) report(path, 'dataset-placeholder', fault)
    const isOne = kind === 'create' || kind === 'record'
    if (isOne && definition.measures.some((measure) => !('field' in measure))) {
      const message = 'single records have fixed measures only; those of a list or pattern are imported'
      report(path, 'dataset-group', message)
    }
    for (const lack of endpointLacks(kind, definition)) report(path, 'dataset-endpoint', lack)
    if (kind !== 'list' && !['years', 'months'].includes(kind) && definition.endpoints.list === undefined) {
      report(path, 'dataset-endpoint', 'needs the endpoint list, by which its permission is known')
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
