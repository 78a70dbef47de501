import type { Report } from '../../report/plan.ts'
import { type Permission, type RequiredIds, requiredIds, type RouteEntry } from '../permissions/permission.ts'
import { findMatchingRoutes } from './route-match.ts'

/** Which menu ids of reports open which call. */
export interface ReportAccess {
  /** The report ids of which the caller must hold one for the route with this pattern; none of them: nobody may call it. */
  readonly idsFor: (pattern: string) => readonly number[]
}

type ReportRoute = Pick<RouteEntry, 'method' | 'url' | 'permission' | 'partOf'>

/**
 * Derives from the definitions which reports open which route. A `report` route opens with each definition whose data
 * or download URL leads to it, a `report-options` route with each definition whose option list does; a URL of the
 * other kind opens nothing. A route with `partOf` opens with whatever opens the data routes that it names.
 * Throws where `partOf` is missing or names no data route.
 */
export function deriveReportAccess(
  reports: readonly Report[],
  entries: readonly ReportRoute[],
): ReportAccess {
  const routes = entries.filter(({ permission }) => isReportPermission(permission))
  const patterns = [...new Set(routes.map(({ url }) => url))]
  const dataPatterns = new Set(routes.filter(isData).map(({ url }) => url))
  const optionPatterns = new Set(
    routes.filter(({ permission }) => permission === 'report-options').map(({ url }) => url),
  )
  const opened = new Map<string, Set<number>>(patterns.map((pattern) => [pattern, new Set()]))
  const open = (calls: readonly string[], allowed: ReadonlySet<string>, id: number) => {
    for (const pattern of calls.flatMap((call) => findMatchingRoutes(call, patterns))) {
      if (allowed.has(pattern)) opened.get(pattern)?.add(id)
    }
  }
  for (const report of reports) {
    open(dataCalls(report), dataPatterns, report.menu.permission)
    open(optionCalls(report), optionPatterns, report.menu.permission)
  }
  for (const route of routes) checkPartOf(route, dataPatterns)
  const partOf = new Map(routes.map((route) => [route.url, route.partOf]))
  const idsFor = (pattern: string) => {
    const sources = [pattern, ...(partOf.get(pattern) ?? [])]
    const ids = new Set(sources.flatMap((source) => [...(opened.get(source) ?? [])]))
    return [...ids].toSorted((one, other) => one - other)
  }
  return { idsFor }
}

/** What each report route requires, by method and pattern; for the log and for review. */
export function describeReportAccess(
  access: ReportAccess,
  entries: readonly ReportRoute[],
): Readonly<Record<string, RequiredIds>> {
  return Object.fromEntries(
    entries.flatMap(({ method, url, permission }) =>
      isReportPermission(permission)
        ? [[`${method} ${url}`, requiredIds(permission, access.idsFor(url))]]
        : [],
    ),
  )
}

/** Whether a route's callers follow from the definitions. */
function isReportPermission(
  permission: Permission,
): permission is 'report' | 'report-options' | 'report-write' {
  return permission === 'report' || permission === 'report-options' || permission === 'report-write'
}

/** Whether the route serves records that a definition can name, rather than a part of them. */
function isData({ permission, partOf }: ReportRoute): boolean {
  return permission === 'report' && partOf === undefined
}

function checkPartOf({ method, url, permission, partOf }: ReportRoute, data: ReadonlySet<string>): void {
  const route = `${method} ${url}`
  if (permission === 'report-write' && partOf === undefined) {
    throw new Error(`${route} declares no partOf: the data routes whose reports may write`)
  }
  const unknown = partOf?.find((pattern) => !data.has(pattern))
  if (unknown !== undefined) throw new Error(`${route} is part of ${unknown}, which is no data route`)
}

function dataCalls({ plans }: Report): readonly string[] {
  return plans.flatMap(({ data, download }) => [data.url, ...(download === null ? [] : [download.url])])
}

function optionCalls({ plans }: Report): readonly string[] {
  return plans.flatMap(({ selectors }) =>
    selectors.flatMap(({ options }) => ('url' in options ? [options.url] : [])),
  )
}
