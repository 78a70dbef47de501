import { movingPeriods, type ScheduleForm } from '../../schemas/api/schedule.ts'
import { isZone } from '../../schemas/report/alerts.ts'
import { ScheduleDefinition } from '../../schemas/schedule/definition.ts'
import type { Report } from '../report/model/report-plan.ts'
import { canFollow } from '../report/selection/choose-period.ts'
import { type DashboardPlan, findScreen } from './dashboards.ts'
import { describeUnknown, type LocatedDiagnostic, type Path, sortDiagnostics } from './diagnostic.ts'
import type { DefinitionFile } from './json-document.ts'
import { deepFreeze, readDefinitions } from './read-definitions.ts'

/** A schedule of a file: what a user would send to the API, and who owns it. */
export interface SchedulePlan {
  readonly id: string
  readonly owner: string
  readonly form: ScheduleForm
}

/** The schedules of a folder, and the names of its files that cannot be read. */
export interface ScheduleFiles {
  readonly plans: readonly SchedulePlan[]
  readonly unread: readonly string[]
}

/** What a schedule can show. */
export interface Schedulable {
  readonly reports: readonly Report[]
  readonly dashboards: readonly DashboardPlan[]
}

/** Compiles the files of schedules over the reports and dashboards that they send. Never throws. */
export function compileScheduleFiles(
  files: readonly DefinitionFile[],
  shown: Schedulable,
): { readonly schedules: readonly SchedulePlan[]; readonly diagnostics: readonly LocatedDiagnostic[] } {
  const read = readDefinitions(ScheduleDefinition, files, 'id-unique')
  const schedules = read.definitions.map((definition) => {
    const { $schema: _, id, owner, ...form } = definition
    return deepFreeze({ id, owner, form })
  })
  const errors = schedules.flatMap(({ id, form }) =>
    findScheduleErrors(form, shown).map((error) =>
      read.locate({ ...error, report: id, rule: 'schedule-view' }),
    ),
  )
  return { schedules, diagnostics: sortDiagnostics([...read.diagnostics, ...errors]) }
}

/** Finds what the portal has not of what a schedule names, or cannot do. */
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
    const ids = dashboards.map((one) => one.id)
    if (!ids.includes(id)) add(['view', 'id'], describeUnknown('dashboard', id, ids))
    if (due.every === 'alert') add(['due', 'every'], 'only a report has alerts')
    return errors
  }
  const moving = movingPeriods.find((one) => one === period)
  const tile = {
    tab: view.tab ?? undefined,
    variant: view.variant ?? undefined,
    period: moving === undefined ? period : 'latest',
    selectors: view.selectors,
  }
  const found = findScreen('id', id, tile, reports, (path, _rule, message) => add(['view', ...path], message))
  if (found === null) return errors
  const { chart, alerts } = found.plan
  if (moving !== undefined && !canFollow(found.plan, moving)) {
    add(['view', 'period'], `'${period}' cannot be chosen in '${id}'`)
  }
  if (view.chart !== null && !chart.types.includes(view.chart)) {
    add(['view', 'chart'], `'${id}' has no ${view.chart} chart; it has ${chart.types.join(', ') || 'none'}`)
  }
  if (due.every === 'alert' && alerts.length === 0) add(['due', 'every'], `'${id}' has no alerts there`)
  return errors
}
