import { portalPermissions } from '../../../../schemas/api/menu.ts'
import type { Report } from '../../../report/model/report-plan.ts'
import type { RouteEntry } from '../../platform/http/permission.ts'
import { findMatchingRoutes } from './route-match.ts'

export interface ReportAccess {
  /** The menu ids of reports, of which the caller needs one for the route with this pattern. Without any, no caller has access. */
  readonly idsFor: (pattern: string) => readonly number[]
}

type ReportRoute = Pick<RouteEntry, 'method' | 'url' | 'permission' | 'partOf'>

/**
 * Derives from the definitions which reports open which route. A report opens a `report` route if its data or download
 * URL matches the route, and a `report-options` route if one of its option lists does; a URL of the other kind opens
 * nothing. A report that opens a data route also opens the routes with `partOf` that name it.
 */
export function deriveReportAccess(
  reports: readonly Report[],
  entries: readonly ReportRoute[],
): ReportAccess {
  const routes = entries.filter(
    ({ permission }) => typeof permission === 'string' && permission.startsWith('report'),
  )
  const patterns = [...new Set(routes.map(({ url }) => url))]
  const listPatterns = (canOpen: (route: ReportRoute) => boolean) =>
    new Set(routes.filter(canOpen).map(({ url }) => url))
  // No URL of a definition opens what is part of other routes, except for a list of options.
  const dataPatterns = listPatterns(({ permission, partOf }) => permission === 'report' && !partOf)
  const optionPatterns = listPatterns(({ permission }) => permission === 'report-options')
  const opened = new Map<string, Set<number>>(patterns.map((pattern) => [pattern, new Set()]))
  const open = (calls: readonly string[], allowed: ReadonlySet<string>, id: number) => {
    for (const pattern of calls.flatMap((call) => findMatchingRoutes(call, patterns))) {
      if (allowed.has(pattern)) opened.get(pattern)?.add(id)
    }
  }
  for (const report of reports) {
    open(listDataCalls(report), dataPatterns, report.menu.permission)
    open(listOptionCalls(report), optionPatterns, report.menu.permission)
  }
  const dataRoutes = new Map(routes.map((route) => [route.url, route.partOf]))
  const idsFor = (pattern: string) => {
    const sources = [pattern, ...(dataRoutes.get(pattern) ?? [])]
    const ids = new Set(sources.flatMap((source) => [...(opened.get(source) ?? [])]))
    return [...ids].toSorted((left, right) => left - right)
  }
  return { idsFor }
}

const listDataCalls = ({ plans }: Report): readonly string[] =>
  plans.flatMap(({ data, download }) => [data.url, download?.url ?? []].flat())

const listOptionCalls = ({ plans }: Report): readonly string[] =>
  plans.flatMap(({ selectors }) =>
    selectors.flatMap(({ options }) => ('url' in options ? [options.url] : [])),
  )

/** Lists the reports that a caller with these rights may open. */
export const listOpenReports = (reports: readonly Report[], rights: ReadonlySet<number>) =>
  reports.filter((report) => mayOpen(report, rights))

/** Lists the rights without which nobody opens a report. */
export const getReportRights = ({ menu }: Report): readonly number[] => [
  portalPermissions.reports.id,
  menu.permission,
]

/** Returns true if these rights open a report. */
export const mayOpen = (report: Report, rights: Pick<ReadonlySet<number>, 'has'>): boolean =>
  getReportRights(report).every((id) => rights.has(id))
