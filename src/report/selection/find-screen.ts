import type { TileView } from '../../../schemas/api/dashboard.ts'
import { movingPeriods, type ScheduleForm } from '../../../schemas/api/schedule.ts'
import type { TileDefinition } from '../../../schemas/dashboard/definition.ts'
import { isZone } from '../../../schemas/report/alerts.ts'
import { describeUnknown, type Path, suggest } from '../../diagnostics/diagnostic.ts'
import type { Schedulable } from '../model/dashboard-plan.ts'
import { findPlan, type Report, type ReportPlan, type Selection } from '../model/report-plan.ts'
import { choosePeriod, parsePeriod } from './choose-period.ts'
import { splitList } from '../model/lists.ts'
import { canFollow, findPeriodPlan } from './own-days.ts'
import { isPeriod } from './selector-kinds.ts'

export type OnError = (path: Path, message: string) => void

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
  const chosen = reports.find((candidate) => candidate.id === id)
  if (chosen === undefined) {
    const ids = reports.map((candidate) => candidate.id)
    report([key], `no report '${id}'${suggest(id, ids)}`)
    return null
  }
  const tab = findNamed('tab', tile.tab, chosen.tabs?.items ?? [], chosen.id, report)
  const variant = findNamed('variant', tile.variant, chosen.variants, chosen.id, report)
  const plan = findPlan(chosen, tab, variant)
  if (plan === undefined) return null
  checkChoices(tile.selectors, plan, "write it as 'period'", report)
  const isLatest = tile.period === 'latest'
  const days = isLatest ? null : parsePeriod(tile.period)
  if (!isLatest && (days === null || choosePeriod(plan, days) === null)) {
    const reason = days === null ? 'is no period of the calendar' : describeNoChoice(plan)
    report(['period'], `'${tile.period}' ${reason}`)
  }
  const period = isLatest ? null : tile.period
  return { plan, view: { report: id, tab, variant, period, selectors: tile.selectors } }
}

/** Says that a period cannot be chosen, and by what selectors one is. */
function describeNoChoice({ reportId, selectors }: ReportPlan): string {
  const kinds = selectors.filter(isPeriod).map(({ kind }) => kind)
  const form = kinds.length === 0 ? 'it has no period' : `its period is chosen by ${kinds.join(' and ')}`
  return `cannot be chosen in '${reportId}'; ${form}`
}

/** Finds the named tab or variant; the first if none is named. */
function findNamed(
  key: 'tab' | 'variant',
  id: string | undefined,
  items: readonly { readonly id: string }[],
  reportId: string,
  report: OnError,
): string | null {
  const ids = items.map((item) => item.id)
  if (id === undefined || ids.includes(id)) return id ?? ids[0] ?? null
  const reason = ids.length === 0 ? `has no ${key}s` : `has no ${key} '${id}'${suggest(id, ids)}`
  report([key], `'${reportId}' ${reason}`)
  return ids[0] ?? null
}

/** Checks that a screen has selectors that are no periods, and offers the values; `advice` is on periods. */
export function checkChoices(values: Selection, plan: ReportPlan, advice: string, report: OnError): void {
  const names = plan.selectors.map(({ name }) => name)
  for (const [name, value] of Object.entries(values)) {
    const path = ['selectors', name]
    const selector = plan.selectors.find((candidate) => candidate.name === name)
    if (selector === undefined) {
      report(path, `'${plan.reportId}' has no selector '${name}'${suggest(name, names)}`)
    } else if (isPeriod(selector)) {
      report(path, `'${name}' is a period; ${advice}`)
    } else if ('fixed' in selector.options) {
      const offered = selector.options.fixed.map((option) => option.value)
      const unknown = (selector.multiple ? splitList(value) : [value]).find((text) => !offered.includes(text))
      if (unknown === undefined) continue
      report(path, `'${name}' cannot be '${unknown}'${suggest(unknown, offered)}`)
    }
  }
}

/** Finds the errors of a schedule: a name that the portal does not have, or a choice that the screen does not offer. */
export function findScheduleErrors(
  { view, due }: ScheduleForm,
  { reports, dashboards }: Schedulable,
): readonly { readonly path: Path; readonly message: string }[] {
  const errors: { path: Path; message: string }[] = []
  const add = (path: Path, message: string) => errors.push({ path, message })
  if (!isZone(due.zone)) add(['due', 'zone'], `there is no time zone '${due.zone}'; one is Africa/Lagos`)
  if (due.every === 'weekly' && due.day > 7) add(['due', 'day'], 'a week has the days 1 to 7')
  const { id, period } = view
  if (view.kind === 'dashboard') {
    const ids = dashboards.map((dashboard) => dashboard.id)
    if (!ids.includes(id)) add(['view', 'id'], describeUnknown('dashboard', id, ids))
    if (due.every === 'alert') add(['due', 'every'], 'only a report has alerts')
    return errors
  }
  const moving = movingPeriods.find((name) => name === period)
  const tile = {
    tab: view.tab ?? undefined,
    variant: view.variant ?? undefined,
    period: 'latest' as const,
    selectors: view.selectors,
  }
  const screen = findScreen('id', id, tile, reports, (path, message) => add(['view', ...path], message))
  if (screen === null) return errors
  const { chart, alerts } = screen.plan
  const days = parsePeriod(period)
  if (moving === undefined && days === null) {
    add(['view', 'period'], `'${period}' is no period of the calendar`)
  } else if (
    moving === undefined
      ? days && findPeriodPlan(screen.plan, days) === null
      : !canFollow(screen.plan, moving)
  ) {
    add(['view', 'period'], `'${period}' ${describeNoChoice(screen.plan)}`)
  }
  if (view.chart !== null && !chart.types.includes(view.chart)) {
    add(['view', 'chart'], `'${id}' has no ${view.chart} chart; it has ${chart.types.join(', ') || 'none'}`)
  }
  if (due.every === 'alert' && alerts.length === 0) add(['due', 'every'], `'${id}' has no alerts there`)
  return errors
}
