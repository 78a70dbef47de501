import {
  type DefinitionKind,
  type DefinitionText,
  getTextPath,
  mergeTexts,
} from '../../../schemas/api/definitions.ts'
import { checkDefinitions, groupTexts } from '../../definition/check-definitions.ts'
import { listNamed, listReached } from '../../definition/list-uses.ts'
import type { FindSpecIssues } from '../../definition/rules/spec-rules.ts'
import type { LocatedDiagnostic } from '../../diagnostics/diagnostic.ts'
import { compareReports } from '../../report/model/compare-reports.ts'
import type { DashboardPlan, SchedulePlan } from '../../report/model/dashboard-plan.ts'
import type { Report } from '../../report/model/report-plan.ts'

/** All definitions with the drafts in their place. */
export interface Drafted {
  readonly texts: readonly DefinitionText[]
  readonly drafts: readonly DefinitionText[]
}

export interface DraftCheck {
  readonly errors: readonly LocatedDiagnostic[]
  readonly warnings: readonly LocatedDiagnostic[]
  /** The paths of the files that each file names or calls. */
  readonly named: ReadonlyMap<string, readonly string[]>
  /** What the open file shows; null while it has an error, and for a file that shows nothing. */
  readonly screen: DraftScreen | null
}

/** A report, dashboard or schedule as it would be, and what changes for its users. */
export interface DraftScreen {
  readonly path: string
  /** The report of the file; null for another kind. */
  readonly report: Report | null
  readonly dashboard: DashboardPlan | null
  readonly schedule: SchedulePlan | null
  /** The reports that its tiles show. */
  readonly reports: readonly Report[]
  /** The drafts that its calls need: those without an error. */
  readonly drafts: readonly DefinitionText[]
  readonly changes: readonly string[]
  /** The tables that it asks, by their ids. */
  readonly tables: readonly string[]
}

/** Checks all definitions by every rule, and compiles what the file at `path` shows. */
export function checkDrafts(
  { texts, drafts }: Drafted,
  running: readonly Report[],
  path: string,
  findSpecIssues: FindSpecIssues,
): DraftCheck {
  const checked = checkDefinitions(groupTexts(texts, drafts), findSpecIssues)
  const { errors, warnings } = checked
  const broken = new Set(errors.map(({ file }) => file))
  const usable = drafts.filter((file) => !broken.has(getTextPath(file)))
  // Other drafts with an error are left out, so that this file is shown nevertheless.
  const valid = broken.size === 0 || broken.has(path) ? checked : checkDefinitions(groupTexts(texts, usable))
  const named = listNamed(mergeTexts(texts, drafts))
  const needed = listReached(named, path)
  const find = <T extends { readonly id: string }>(kind: DefinitionKind, plans: readonly T[]): T | null =>
    (broken.has(path) ? [] : plans).find(({ id }) => getTextPath({ kind, name: id }) === path) ?? null
  const report = find('reports', valid.reports)
  const dashboard = find('dashboards', valid.dashboards)
  const schedule = find('schedules', valid.schedules)
  const before = running.filter(({ id }) => id === report?.id)
  return {
    errors,
    warnings,
    named,
    screen:
      report === null && dashboard === null && schedule === null
        ? null
        : {
            path,
            report,
            dashboard,
            schedule,
            drafts: usable,
            reports: valid.reports.filter(({ id }) => needed.has(getTextPath({ kind: 'reports', name: id }))),
            changes: report === null ? [] : compareReports(before, [report]).flatMap(({ lines }) => lines),
            tables: [...needed].flatMap((file) => /^datasets\/(.*)\.json$/.exec(file)?.[1] ?? []),
          },
  }
}
