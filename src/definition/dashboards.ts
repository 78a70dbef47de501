import type { Tile } from '../../schemas/api/dashboard.ts'
import { portalPermissions } from '../../schemas/api/menu.ts'
import { DashboardDefinition, type TileDefinition } from '../../schemas/dashboard/definition.ts'
import { findPlan, type Report, type ReportPlan } from '../report/model/report-plan.ts'
import { hasLongPeriods } from './compatibility/check-screen.ts'
import type { DashboardPlan } from '../report/model/dashboard-plan.ts'
import { findScreen, type OnError } from '../report/selection/find-screen.ts'
import { type LocatedDiagnostic, type Path, sortDiagnostics, suggest } from '../diagnostics/diagnostic.ts'
import type { DefinitionFile } from '../diagnostics/json-document.ts'
import { deepFreeze, readDefinitions } from './read-definitions.ts'
import { dashboardRules, type RuleId } from '../diagnostics/rule-catalogue.ts'

/**
 * Compiles the files of dashboards over the reports that they show, in the order of the list. A tile with a diagnostic is
 * there without its content. Never throws.
 */
export function compileDashboardFiles(files: readonly DefinitionFile[], reports: readonly Report[]) {
  const read = readDefinitions(DashboardDefinition, files)
  const warnings: LocatedDiagnostic[] = []
  const diagnostics = [...read.diagnostics]
  const taken = new Map<number | null, string>([
    ...Object.values(portalPermissions).map(({ id }) => [id, 'the portal'] as const),
    ...reports.map(({ id, menu }) => [menu.permission, `the report '${id}'`] as const),
  ])
  const dashboards = read.definitions.map((definition): DashboardPlan => {
    const { id, title, description, order, permission = null, renewMinutes } = definition
    const report = (path: Path, rule: RuleId, message: string) =>
      diagnostics.push(read.locate({ report: id, path, rule, message }))
    const owner = taken.get(permission)
    if (owner !== undefined) {
      report(['permission'], 'dashboard-permission', `${String(permission)} belongs to ${owner}`)
    }
    if (permission !== null) taken.set(permission, `the dashboard '${id}'`)
    const ids = definition.tiles.map((tile, index) => tile.id ?? String(index + 1))
    const tiles = definition.tiles.map((tile, index): Tile => {
      const base = { id: ids[index] ?? '', title: tile.title, width: tile.width }
      let isValid = true
      const content = compileTile(tile, reports, (path, message) => {
        isValid = false
        report(['tiles', index, ...path], 'dashboard-view', message)
      })
      if (content !== null && comparesUnknown(content, reports)) {
        const message = 'no dataset says how complete the latest period is, which the figure compares'
        const path = ['tiles', index, 'figure']
        warnings.push(read.locate({ report: id, path, rule: 'period-unknown', message }))
      }
      const first = ids.indexOf(base.id)
      if (first !== index) {
        const message = `'${base.id}' is the id of tile ${first + 1} already`
        report(['tiles', index, 'id'], 'dashboard-tile', message)
      }
      return content !== null && isValid ? { ...base, ...content } : { ...base, kind: 'unavailable' }
    })
    return deepFreeze({ id, title, description, order, permission, renewMinutes, tiles })
  })
  const inOrder = dashboards.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
  return { dashboards: inOrder, diagnostics: sortDiagnostics(diagnostics), warnings }
}

/** Returns true if a dashboard with this diagnostic can be shown: its tiles that cannot say so. */
export const isTileDiagnostic = ({ rule }: LocatedDiagnostic): boolean => rule in dashboardRules

/** Returns true if a figure compares a latest period of which no dataset says whether it is complete. */
function comparesUnknown(
  { kind, view, compare }: Pick<Tile, 'kind' | 'view' | 'compare'>,
  reports: readonly Report[],
): boolean {
  if (kind !== 'figure' || compare === undefined || view?.period !== null) return false
  const found = reports.find(({ id }) => id === view.report)
  const plan = found && findPlan(found, view.tab, view.variant)
  return plan !== undefined && plan.data.binding.length === 0 && hasLongPeriods(plan)
}

/** Compiles what a tile shows; null if its report or screen does not exist. */
function compileTile(
  tile: TileDefinition,
  reports: readonly Report[],
  report: OnError,
): Omit<Tile, 'id' | 'title' | 'width'> | null {
  if ('text' in tile) return { kind: 'text', text: tile.text }
  const [kind, id] =
    'figure' in tile
      ? (['figure', tile.figure] as const)
      : 'chart' in tile
        ? (['chart', tile.chart] as const)
        : (['table', tile.table] as const)
  const found = findScreen(kind, id, tile, reports, report)
  if (found === null) return null
  const { plan, view } = found
  if ('table' in tile) return { kind, view, rows: tile.rows }
  if ('figure' in tile) {
    if (tile.column !== undefined) checkColumn(['column'], tile.column, plan.columns, report)
    const hasTotals = plan.rows.total !== null
    if (!hasTotals && tile.compare !== undefined) {
      const message = `'${plan.reportId}' has no row of totals, so that its latest row is compared with the row before; leave it out`
      report(['compare'], message)
    }
    const wanted = tile.compare ?? 'previous'
    const compare = !hasTotals || wanted === 'none' ? undefined : wanted
    return { kind, view, column: tile.column, compare }
  }
  const charted = plan.columns.filter(({ role, hidden }) => role === 'series' && !hidden)
  for (const [at, id] of (tile.series ?? []).entries()) checkColumn(['series', at], id, charted, report)
  const { types } = plan.chart
  const type = tile.type ?? types[0]
  if (type !== undefined && types.includes(type)) return { kind, view, type, series: tile.series }
  const [at, reason] =
    types.length === 0
      ? ['chart', 'offers no chart']
      : ['type', `has no ${String(type)} chart; it has ${types.join(', ')}`]
  report([at], `'${plan.reportId}' ${reason}`)
  return null
}

function checkColumn(path: Path, id: string, columns: ReportPlan['columns'], report: OnError): void {
  const ids = columns.map((column) => column.id)
  if (!ids.includes(id)) report(path, `no such column '${id}'${suggest(id, ids)}`)
}
