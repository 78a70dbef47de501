import type { DatasetPlan, EndpointPlan } from '../../../dataset/dataset-plan.ts'
import { ForbiddenError } from '../../platform/http/responses.ts'
import { getDimensionValues } from '../../../dataset/record-keys.ts'
import type { ReportAccess } from './report-access.ts'

/** Describes one route of an endpoint, which has one for each value that its path writes as a word. */
export interface EndpointRoute {
  readonly endpoint: EndpointPlan
  readonly pattern: string
  /** The values of dimensions that the pattern contains as words. */
  readonly values: Readonly<Record<string, string>>
  /** Those words, for the id of the operation. */
  readonly words: readonly string[]
}

/** Builds the routes of an endpoint; none if the dataset lacks it. */
export function buildEndpointRoutes(
  { dimensions, endpoints }: DatasetPlan,
  name: 'list' | 'values' | 'download' | 'generate' | 'create' | 'record',
): readonly EndpointRoute[] {
  const endpoint = endpoints[name]
  if (endpoint === null) return []
  const start: readonly EndpointRoute[] = [{ endpoint, pattern: '', values: {}, words: [] }]
  return endpoint.path.reduce((routes, part) => {
    if ('text' in part) return routes.map((route) => ({ ...route, pattern: `${route.pattern}/${part.text}` }))
    const { placeholder } = part
    const paths = dimensions.find(({ id }) => id === placeholder)?.paths ?? null
    if (paths === null) {
      return routes.map((route) => ({ ...route, pattern: `${route.pattern}/:${placeholder}` }))
    }
    return routes.flatMap(({ pattern, values, words }) =>
      Object.entries(paths).map(([value, word]) => ({
        endpoint,
        pattern: `${pattern}/${word}`,
        values: { ...values, [placeholder]: value },
        words: [...words, word],
      })),
    )
  }, start)
}

/** Lists the patterns of a dataset's list routes: a report that opens these opens its other routes. */
export const listPatterns = (dataset: DatasetPlan): readonly string[] =>
  buildEndpointRoutes(dataset, 'list').map(({ pattern }) => pattern)

/**
 * Says whether one of the permissions opens the list of a scope. A list has a route for each value that its path writes
 * as a word, and the reports of one value open no records of another, whichever call names them.
 */
export function isOpen(
  dataset: DatasetPlan,
  scope: string,
  reportAccess: ReportAccess,
  permissions: Pick<ReadonlySet<number>, 'has'>,
): boolean {
  const wanted = getDimensionValues(scope)
  return buildEndpointRoutes(dataset, 'list')
    .filter(({ values }) =>
      dataset.dimensions.every(({ id }, index) => (values[id] ?? wanted[index]) === wanted[index]),
    )
    .flatMap(({ pattern }) => reportAccess.idsFor(pattern))
    .some((id) => permissions.has(id))
}

/** Throws 403 unless `isOpen`. */
export function requireScope(...scope: Parameters<typeof isOpen>): void {
  if (!isOpen(...scope)) throw new ForbiddenError()
}
