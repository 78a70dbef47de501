import {
  type DefinitionKind,
  type DefinitionText,
  getTextPath,
  mergeTexts,
} from '../../schemas/api/definitions.ts'
import type { DatasetPlan } from '../dataset/dataset-plan.ts'
import type { LocatedDiagnostic } from '../diagnostics/diagnostic.ts'
import type { DefinitionFile } from '../diagnostics/json-document.ts'
import { getOrAdd } from '../query/get-or-add.ts'
import type { Schedulable, SchedulePlan } from '../report/model/dashboard-plan.ts'
import { compileDefinitions } from '../definition/compile.ts'
import { compileDashboardFiles, isTileDiagnostic } from '../definition/dashboards.ts'
import type { FindSpecIssues } from '../definition/rules/spec-rules.ts'
import { compileScheduleFiles } from '../definition/schedules.ts'

/** All definition files that belong together, by their kind. */
export type FilesByKind = Readonly<Record<DefinitionKind, readonly DefinitionFile[]>>

const filesOfTexts = new WeakMap<DefinitionText, DefinitionFile>()

/** Returns the file of a text: the same one again, so that it is read once. */
const toFile = (text: DefinitionText): DefinitionFile =>
  getOrAdd(filesOfTexts, text, () => ({
    path: getTextPath(text),
    content: new TextEncoder().encode(text.text),
  }))

/** Sorts texts by their kind, drafts in place of files of the same name. */
export function groupTexts(
  texts: readonly DefinitionText[],
  drafts: readonly DefinitionText[] = [],
): FilesByKind {
  const all = mergeTexts(texts, drafts)
  const list = (kind: DefinitionKind) => all.filter((file) => file.kind === kind).map(toFile)
  return {
    reports: list('reports'),
    datasets: list('datasets'),
    dashboards: list('dashboards'),
    schedules: list('schedules'),
    calendars: list('calendars'),
  }
}

/** Errors and warnings of all files, and what is valid of them: reports and datasets all or none. */
export interface CheckedDefinitions extends Schedulable {
  readonly errors: readonly LocatedDiagnostic[]
  readonly warnings: readonly LocatedDiagnostic[]
  readonly datasets: readonly DatasetPlan[]
  readonly schedules: readonly SchedulePlan[]
}

/**
 * Checks definitions by every rule, alone and with each other. Reads no file, so that a browser can run it. Never throws.
 * The screens for any days are compiled where a schedule names the report.
 */
export function checkDefinitions(files: FilesByKind, findSpecIssues?: FindSpecIssues): CheckedDefinitions {
  const scheduled = files.schedules.map(({ content }) =>
    content instanceof Uint8Array ? new TextDecoder().decode(content) : '',
  )
  const compiled = compileDefinitions(
    { reportFiles: files.reports, datasetFiles: files.datasets, calendarFiles: files.calendars },
    findSpecIssues,
    (id) => scheduled.some((text) => text.includes(`"${id}"`)),
  )
  // A dataset in error takes nothing from what the tiles show; a report or dashboard in error leaves that unknown.
  const { screens: reports } = compiled
  const compiledDashboards = compileDashboardFiles(files.dashboards, reports)
  const sent = compileScheduleFiles(files.schedules, { reports, dashboards: compiledDashboards.dashboards })
  const isKnown = reports.length > 0
  const isSentKnown = isKnown && compiledDashboards.dashboards.length === files.dashboards.length
  const ofOthers = [
    ...compiledDashboards.diagnostics.filter((diagnostic) => isKnown || !isTileDiagnostic(diagnostic)),
    ...sent.diagnostics.filter(({ rule }) => isSentKnown || rule !== 'schedule-view'),
  ]
  return {
    errors: [...compiled.diagnostics, ...ofOthers],
    warnings: [
      ...compiled.warnings,
      ...(compiled.diagnostics.length === 0 ? compiledDashboards.warnings : []),
    ],
    reports: compiled.reports,
    datasets: compiled.datasets,
    dashboards: compiledDashboards.dashboards,
    schedules: sent.schedules,
  }
}
