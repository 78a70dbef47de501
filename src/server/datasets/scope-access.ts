import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import { ForbiddenError } from '../http/responses.ts'
import { getDimensionValues } from './keys.ts'
import { buildEndpointRoutes } from './requested.ts'
import type { ReportAccess } from '../app-deps.ts'

/** Lists the patterns of a dataset's list routes: a report that opens these opens its other routes. */
export function listPatterns(dataset: DatasetPlan): readonly string[] {
  return buildListRoutes(dataset).map(({ pattern }) => pattern)
}

interface Permissions {
  readonly has: (id: number) => boolean
}

/**
 * Whether one of the permissions opens the list of a scope. A list has a route for each value that its path writes as a
 * word, and the reports of one value open no records of another, whichever call names them.
 */
export function isOpen(
  dataset: DatasetPlan,
  scope: string,
  reportAccess: ReportAccess,
  permissions: Permissions,
): boolean {
  const wanted = getDimensionValues(scope)
  return buildListRoutes(dataset)
    .filter(({ values }) =>
      dataset.dimensions.every(({ id }, index) => (values[id] ?? wanted[index]) === wanted[index]),
    )
    .flatMap(({ pattern }) => reportAccess.idsFor(pattern))
    .some((id) => permissions.has(id))
}

/** Throws 403 unless `isOpen`. */
export function requireScope(...scope: Parameters<typeof isOpen>): void {
  if (!isOpen(...scope)) throw new ForbiddenError('You do not have the right to do this.')
}

const buildListRoutes = (dataset: DatasetPlan) =>
  dataset.endpoints.list === null ? [] : buildEndpointRoutes(dataset, dataset.endpoints.list)
