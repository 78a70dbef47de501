import { portalPermissions } from '../../../schemas/api/menu.ts'
import type { ReportDefinition } from '../../../schemas/report/definition.ts'
import {
  computeEditDistance,
  createPlace,
  listRepeated,
  type Place,
  type Reporter,
} from '../../diagnostics/diagnostic.ts'
import { getAtPath } from '../../report/model/report-response.ts'
import { parseRequestUrl } from '../../report/model/template.ts'
import { canServe, isOpenOrSame } from '../../dataset/routes.ts'
import type { PlanWithSource } from '../sections.ts'
import type { Report, ReportPlan } from '../../report/model/report-plan.ts'

/** What each definition has for itself. */
const unique = [['id'], ['path'], ['menu', 'label'], ['menu', 'order'], ['menu', 'permission']]

/** Checks what must be unique over all definitions, and what definitions that share a call must share. */
export function checkReportSet(
  list: readonly ReportDefinition[],
  reports: readonly Report[],
  plans: readonly PlanWithSource[],
  onDiagnostic: Reporter,
): void {
  const reserved: readonly number[] = Object.values(portalPermissions)
    .map(({ id }) => id)
    .toSorted((one, other) => one - other)
  const findFree = (path: readonly string[]) =>
    Math.max(
      ...(path.includes('permission') ? reserved : []),
      ...list.map((one) => Number(getAtPath(one, path))),
    ) + 1
  const getPlace = (report: string) => createPlace(report, [], onDiagnostic)
  for (const path of unique) {
    for (const value of new Set(list.map((one) => getAtPath(one, path)))) {
      const users = list.filter((one) => getAtPath(one, path) === value)
      const [original, ...copies] = users.toSorted((a, b) => measureCopy(a) - measureCopy(b))
      for (const copy of copies) {
        const free = typeof value === 'number' ? `; '${findFree(path)}' is free` : ''
        const message = `'${String(value)}' is already used by '${original?.id ?? ''}'${free}`
        getPlace(copy.id)
          .at(...path)
          .error('unique', message)
      }
    }
  }
  for (const { id, menu } of list) {
    if (!reserved.includes(menu.permission)) continue
    const message = `${menu.permission} belongs to the portal itself, as do ${reserved.join(', ')}`
    getPlace(id).at('menu', 'permission').error('permission-reserved', message)
  }
  for (const { id, tabs, variants } of reports) {
    checkScreens('tabs', getPlace(id).at('tabs', 'items'), tabs?.items ?? [])
    checkScreens('variants', getPlace(id).at('variants'), variants)
  }
  checkCalls(plans)
}

/** Measures how much a definition looks like the copy of another: a copy usually has an id of its own and the path of the original. */
const measureCopy = ({ id, path }: ReportDefinition): number =>
  computeEditDistance(id, path.slice(path.lastIndexOf('/') + 1))

function checkScreens(
  kind: 'tabs' | 'variants',
  place: Place,
  items: readonly { readonly id: string; readonly label: string }[],
): void {
  for (const key of ['id', 'label'] as const) {
    for (const index of listRepeated(items.map((item) => item[key]))) {
      place.at(index, key).error('unique', `two ${kind} with the ${key} '${items[index]?.[key]}'`)
    }
  }
}

/** Leaves out links, which a workbook does not have. */
const withoutLinks = (key: string, value: unknown): unknown => (key === 'link' ? undefined : value)

function checkCalls(plans: readonly PlanWithSource[]): void {
  const screens = new Map<string, ReportPlan>()
  const downloads: { readonly url: string; readonly layout: string; readonly plan: ReportPlan }[] = []
  const dataCalls = new Set(plans.map(({ plan }) => plan.data.url))
  for (const { plan, origins } of plans) {
    const { data, download } = origins
    const screen = JSON.stringify([plan.reportId, plan.data, plan.rows, plan.columns])
    const twin = screens.get(screen)
    if (twin !== undefined && twin.key !== plan.key) {
      data.at('url').error('screen-double', `'${plan.key}' shows the same as '${twin.key}'`)
    }
    screens.set(screen, plan)
    const url = plan.download?.url ?? null
    if (url === null || download === null) continue
    const at = download.at('url')
    if (dataCalls.has(url)) at.error('download-url', `'${url}' is also the URL of records`)
    const layout = JSON.stringify([plan.rows, plan.columns, plan.description, plan.unit], withoutLinks)
    const other = downloads.find((one) => one.layout !== layout && canMeet(one.url, url))
    if (other !== undefined) {
      const message = `'${other.plan.reportId}' has the same URL with other rows or columns; share them by "use", or use another URL`
      at.error('download-url', message)
    }
    downloads.push({ url, layout, plan })
  }
}

/** Returns true if two calls can come to one address: part by part they are equal, or one is still open. */
function canMeet(a: string, b: string): boolean {
  const [query, other] = [a, b].map((call) => parseRequestUrl(call).query)
  return (
    canServe(a, b) &&
    Object.entries(query ?? {}).every(([name, value]) => isOpenOrSame(value, other?.[name] ?? value))
  )
}
