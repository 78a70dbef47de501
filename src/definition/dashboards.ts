import type { Tile, TileView } from '../../schemas/api/dashboard.ts'
import { portalPermissions } from '../../schemas/api/menu.ts'
import { DashboardDefinition, type TileDefinition } from '../../schemas/dashboard/definition.ts'
import { findPlan, type Report, type ReportPlan } from '../report/model/report-plan.ts'
import { hasLongPeriods } from './compatibility/check-alerts.ts'
import { choosePeriod, parsePeriod } from '../report/selection/choose-period.ts'
import { isPeriod, splitValues } from '../report/selection/selector-kinds.ts'
import { type LocatedDiagnostic, type Path, sortDiagnostics, suggest } from './diagnostic.ts'
import type { DefinitionFile } from './json-document.ts'
import { deepFreeze, readDefinitions } from './read-definitions.ts'
import { dashboardRules, type RuleId } from './rules/catalogue.ts'

/** A dashboard as understood: its tiles name screens, columns and types that exist. */
export interface DashboardPlan {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly order: number
  /** The id of a right of its own; null for none. */
  readonly permission: number | null
  readonly renewMinutes: number
  readonly tiles: readonly Tile[]
}

type OnError = (path: Path, rule: RuleId, message: string) => void

/**
 * Compiles the files of dashboards over the reports that they show, in the order of the list. A tile with a diagnostic is
 * there without its content. Never throws.
 */
export function compileDashboardFiles(
  files: readonly DefinitionFile[],
  reports: readonly Report[],
  unserved: ReadonlySet<ReportPlan> = new Set(),
): {
  readonly dashboards: readonly DashboardPlan[]
  readonly diagnostics: readonly LocatedDiagnostic[]
  readonly warnings: readonly LocatedDiagnostic[]
} {
  const read = readDefinitions(DashboardDefinition, files, 'id-unique')
  const warnings: LocatedDiagnostic[] = []
  const diagnostics = [...read.diagnostics]
  const taken = new Map<number | null, string>([
    ...Object.values(portalPermissions).map(({ id }) => [id, 'the portal'] as const),
    ...reports.map(({ id, menu }) => [menu.permission, `the report '${id}'`] as const),
  ])
  const dashboards = read.definitions.map((definition): DashboardPlan => {
    const { id, title, description, order, permission = null, renewMinutes } = definition
    const report: OnError = (path, rule, message) =>
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
      const content = compileTile(tile, reports, (path, rule, message) => {
        isValid = false
        report(['tiles', index, ...path], rule, message)
      })
      if (content !== null && comparesUnknown(content, reports, unserved)) {
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
  unserved: ReadonlySet<ReportPlan>,
): boolean {
  if (kind !== 'figure' || compare === undefined || view?.period !== null) return false
  const found = reports.find(({ id }) => id === view.report)
  const plan = found && findPlan(found, view.tab, view.variant)
  return plan !== undefined && unserved.has(plan) && hasLongPeriods(plan)
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
      report(['compare'], 'dashboard-compare', message)
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
  report([at], 'dashboard-chart', `'${plan.reportId}' ${reason}`)
  return null
}

function checkColumn(path: Path, id: string, columns: ReportPlan['columns'], report: OnError): void {
  const ids = columns.map((column) => column.id)
  if (!ids.includes(id)) report(path, 'dashboard-column', `no such column '${id}'${suggest(id, ids)}`)
}

type ViewDefinition = Pick<
  Exclude<TileDefinition, { text: string }>,
  'tab' | 'variant' | 'period' | 'selectors'
>

/** Finds the screen that a tile or schedule shows, and checks what it chooses there; null if there is none. */
export function findScreen(
  key: 'figure' | 'chart' | 'table' | 'id',
  id: string,
  tile: ViewDefinition,
  reports: readonly Report[],
  report: OnError,
): { readonly plan: ReportPlan; readonly view: TileView } | null {
  const found = reports.find((one) => one.id === id)
  if (found === undefined) {
    const ids = reports.map((one) => one.id)
    report([key], 'dashboard-report', `no report '${id}'${suggest(id, ids)}`)
    return null
  }
  const tab = findOne('tab', tile.tab, found.tabs?.items ?? [], found.id, report)
  const variant = findOne('variant', tile.variant, found.variants, found.id, report)
  const plan = found.plans.find((one) => one.tab === tab && one.variant === variant)
  if (plan === undefined) return null
  checkSelectors(tile, plan, report)
  const isLatest = tile.period === 'latest'
  const days = isLatest ? null : parsePeriod(tile.period)
  if (!isLatest && (days === null || choosePeriod(plan, days) === null)) {
    const reason = days === null ? 'is no period of the calendar' : `cannot be chosen in '${found.id}'`
    report(['period'], 'dashboard-period', `'${tile.period}' ${reason}`)
  }
  const period = isLatest ? null : tile.period
  return { plan, view: { report: id, tab, variant, period, selectors: tile.selectors } }
}

/** Finds the named tab or variant; the first if none is named. */
function findOne(
  key: 'tab' | 'variant',
  id: string | undefined,
  items: readonly { readonly id: string }[],
  reportId: string,
  report: OnError,
): string | null {
  const ids = items.map((item) => item.id)
  if (id === undefined || ids.includes(id)) return id ?? ids[0] ?? null
  const reason = ids.length === 0 ? `has no ${key}s` : `has no ${key} '${id}'${suggest(id, ids)}`
  report([key], 'dashboard-screen', `'${reportId}' ${reason}`)
  return ids[0] ?? null
}

function checkSelectors({ selectors: values }: ViewDefinition, plan: ReportPlan, report: OnError): void {
  const names = plan.selectors.map(({ name }) => name)
  for (const [name, value] of Object.entries(values)) {
    const at = ['selectors', name]
    const selector = plan.selectors.find((one) => one.name === name)
    if (selector === undefined) {
      report(at, 'dashboard-selector', `'${plan.reportId}' has no selector '${name}'${suggest(name, names)}`)
    } else if (isPeriod(selector)) {
      report(at, 'dashboard-selector', `'${name}' is a period; write it as 'period'`)
    } else if ('fixed' in selector.options) {
      const offered = selector.options.fixed.map((option) => option.value)
      const unknown = (selector.multiple ? splitValues(value) : [value]).find((one) => !offered.includes(one))
      if (unknown === undefined) continue
      report(at, 'dashboard-selector', `'${name}' cannot be '${unknown}'${suggest(unknown, offered)}`)
    }
  }
}
