import { portalPermissions } from '../../../schemas/api/menu.ts'
import type { ReportDefinition } from '../../../schemas/report/definition.ts'
import { childRef, computeEditDistance, type Reporter, type Path } from '../diagnostic.ts'
import type { PlanWithSource } from '../sections.ts'
import type { Report, ReportPlan } from '../../report/plan.ts'
import type { ReportRule } from './index.ts'

/** Checks what must be unique over all definitions, and what definitions that share a call must share. */
export function checkReportSet(
  list: readonly ReportDefinition[],
  reports: readonly Report[],
  plans: readonly PlanWithSource[],
  onDiagnostic: Reporter,
): void {
  checkUnique('id-unique', ['id'], list, ({ id }) => id, onDiagnostic)
  checkUnique('path-unique', ['path'], list, ({ path }) => path, onDiagnostic)
  checkUnique('menu-label', ['menu', 'label'], list, ({ menu }) => menu.label, onDiagnostic)
  checkUnique('menu-order', ['menu', 'order'], list, ({ menu }) => menu.order, onDiagnostic)
  checkUnique('permission-unique', ['menu', 'permission'], list, ({ menu }) => menu.permission, onDiagnostic)
  const reserved: readonly number[] = Object.values(portalPermissions)
    .map(({ id }) => id)
    .toSorted((one, other) => one - other)
  for (const { id, menu } of list) {
    if (!reserved.includes(menu.permission)) continue
    const message = `${menu.permission} belongs to the portal itself, as do ${reserved.join(', ')}`
    onDiagnostic({ report: id, path: ['menu', 'permission'], rule: 'permission-reserved', message })
  }
  for (const report of reports) {
    checkScreens('tabs', report, report.tabs?.items ?? [], onDiagnostic)
    checkScreens('variants', report, report.variants, onDiagnostic)
  }
  checkCalls(plans, onDiagnostic)
}

function checkUnique(
  rule: ReportRule,
  path: Path,
  list: readonly ReportDefinition[],
  value: (definition: ReportDefinition) => unknown,
  onDiagnostic: Reporter,
): void {
  const groups = new Map<unknown, ReportDefinition[]>()
  for (const definition of list) {
    groups.set(value(definition), [...(groups.get(value(definition)) ?? []), definition])
  }
  for (const [shared, users] of groups) {
    const [original, ...copies] = users.toSorted((a, b) => measureCopy(a) - measureCopy(b))
    for (const copy of copies) {
      const message = `'${String(shared)}' is already used by '${original?.id ?? ''}'`
      onDiagnostic({ report: copy.id, path, rule, message })
    }
  }
}

/** Measures how much a definition looks like the copy of another: a copy usually has an id of its own and the path of the original. */
const measureCopy = ({ id, path }: ReportDefinition): number =>
  computeEditDistance(id, path.slice(path.lastIndexOf('/') + 1))

function checkScreens(
  kind: 'tabs' | 'variants',
  report: Report,
  items: readonly { readonly id: string; readonly label: string }[],
  onDiagnostic: Reporter,
): void {
  for (const key of ['id', 'label'] as const) {
    const values = items.map((item) => item[key])
    values.forEach((value, index) => {
      if (values.indexOf(value) === index) return
      const path = kind === 'tabs' ? ['tabs', 'items', index, key] : ['variants', index, key]
      const message = `two ${kind} with the ${key} '${value}'`
      onDiagnostic({ report: report.id, path, rule: `${kind}-unique`, message })
    })
  }
}

/** Leaves out links, which a workbook does not have. */
const withoutLinks = (key: string, value: unknown): unknown => (key === 'link' ? undefined : value)

function checkCalls(plans: readonly PlanWithSource[], onDiagnostic: Reporter): void {
  const screens = new Map<string, ReportPlan>()
  const downloads: { readonly url: string; readonly layout: string; readonly plan: ReportPlan }[] = []
  const dataCalls = new Set(plans.map(({ plan }) => plan.data.url))
  for (const { plan, origins } of plans) {
    const { data, download } = origins
    const screen = JSON.stringify([plan.reportId, plan.data, plan.rows, plan.columns])
    const twin = screens.get(screen)
    if (twin !== undefined && twin.key !== plan.key) {
      const message = `'${plan.key}' shows the same as '${twin.key}'`
      onDiagnostic({ ...childRef(data, 'url'), rule: 'screen-double', message })
    }
    screens.set(screen, plan)
    const url = plan.download?.url ?? null
    if (url === null || download === null) continue
    const at = childRef(download, 'url')
    if (dataCalls.has(url)) {
      const message = `'${url}' is also the URL of records`
      onDiagnostic({ ...at, rule: 'download-url', message })
    }
    const layout = JSON.stringify([plan.rows, plan.columns, plan.description, plan.unit], withoutLinks)
    const other = downloads.find((one) => one.layout !== layout && canMeet(one.url, url))
    if (other !== undefined) {
      const message = `'${other.plan.reportId}' has the same URL with other rows or columns; share them by "use", or use another URL`
      onDiagnostic({ ...at, rule: 'download-layout', message })
    }
    downloads.push({ url, layout, plan })
  }
}

/** Returns true if two calls can come to one address: part by part they are equal, or one is still open. */
function canMeet(a: string, b: string): boolean {
  const fits = (x: string, y: string) => x === y || x.includes('{') || y.includes('{')
  const [path, query] = split(a)
  const [otherPath, otherQuery] = split(b)
  return (
    path.length === otherPath.length &&
    path.every((part, index) => fits(part, otherPath[index] ?? '')) &&
    [...query].every(([name, value]) => fits(value, otherQuery.get(name) ?? value))
  )
}

function split(call: string): readonly [readonly string[], URLSearchParams] {
  const [path = '', query = ''] = call.split('?')
  return [path.split('/'), new URLSearchParams(query)]
}
