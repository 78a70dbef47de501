import { existsSync } from 'node:fs'
import { basename, relative } from 'node:path'
import type { DatasetPlan } from '../dataset/dataset-plan.ts'
import { checkCompatibility } from '../definition/compatibility/check-compatibility.ts'
import { compileDefinitions, type CompiledReports, compileReportFiles } from '../definition/compile.ts'
import { type DefinitionFile, getDefinitionName } from '../diagnostics/json-document.ts'
import { formatDiagnostic, type LocatedDiagnostic } from '../diagnostics/diagnostic.ts'
import { readCalendars, readFolder } from './read-folder.ts'
import type { Report } from '../report/model/report-plan.ts'
import { compileDashboardFiles, isTileDiagnostic } from '../definition/dashboards.ts'
import type { Schedulable, ScheduleFiles } from '../report/model/dashboard-plan.ts'
import { compileScheduleFiles } from '../definition/schedules.ts'
import { compileDatasetFiles } from '../definition/datasets/compile-dataset.ts'
import type { FindSpecIssues } from '../definition/rules/spec-rules.ts'
import {
  type DefinitionKind,
  definitionKinds,
  type DefinitionText,
  mergeTexts,
} from '../../schemas/api/definitions.ts'
import { type CheckedDefinitions, checkDefinitions, groupTexts } from './check-definitions.ts'
import { selectNeeded } from './list-uses.ts'

/** Definitions that cannot be used; the message has a line with the location for every diagnostic. */
export class InvalidDefinitionsError extends Error {
  override readonly name = 'InvalidDefinitionsError'
  readonly diagnostics: readonly LocatedDiagnostic[]

  constructor(folder: string, diagnostics: readonly LocatedDiagnostic[]) {
    super(`the definitions in ${folder} cannot be used:\n${diagnostics.map(formatDiagnostic).join('\n')}`)
    this.diagnostics = diagnostics
  }
}

/** Throws InvalidDefinitionsError if there are diagnostics. */
function requireValid(folder: string, diagnostics: readonly LocatedDiagnostic[]): void {
  if (diagnostics.length > 0) throw new InvalidDefinitionsError(folder, diagnostics)
}

export function compileAsking(
  files: readonly DefinitionFile[],
  datasetFiles: readonly DefinitionFile[],
  calendarFiles: readonly DefinitionFile[],
): CompiledReports {
  const { datasets: asked, diagnostics } = compileDatasetFiles(datasetFiles, calendarFiles)
  const compiled = compileReportFiles(files, undefined, asked)
  // What a report cannot ask follows from what is wrong with a dataset.
  const shown = compiled.diagnostics.filter(({ rule }) => diagnostics.length === 0 || rule !== 'question')
  return { ...compiled, diagnostics: [...diagnostics, ...shown] }
}

/** Reads reports and datasets and compares them with each other. Throws InvalidDefinitionsError. */
export function loadDefinitions(
  reportsFolder: string,
  datasetsFolder: string,
  findSpecIssues?: FindSpecIssues,
) {
  const { reports, datasets, diagnostics } = compileDefinitions(
    {
      reportFiles: readFiles(reportsFolder, 'report'),
      datasetFiles: readFiles(datasetsFolder, 'dataset'),
      calendarFiles: readCalendars(datasetsFolder),
    },
    findSpecIssues,
  )
  requireValid(`${reportsFolder} and ${datasetsFolder}`, diagnostics)
  return { reports, datasets }
}

/**
 * Reads reports and datasets for a server, and finds the reports that do not fit the datasets, with what `check` says of
 * them. Throws InvalidDefinitionsError.
 */
export function loadServed(reportsFolder: string, datasetsFolder: string) {
  const stored = loadDatasets(datasetsFolder)
  const compiled = compileReportFiles(readFiles(reportsFolder, 'report'), undefined, stored)
  const { reports, plans, diagnostics, locate } = compiled
  requireValid(reportsFolder, diagnostics)
  const datasets = [...stored, ...compiled.datasets]
  const misfits = reports.flatMap(({ id }) => {
    const reportPlans = plans.filter(({ plan }) => plan.reportId === id)
    const errors = checkCompatibility(reportPlans, datasets).errors.map(locate)
    return errors.length === 0 ? [] : [{ report: id, errors }]
  })
  return { reports, datasets, misfits }
}

/** Reads and compiles every report of a folder, in the order of the menu. Throws InvalidDefinitionsError. */
export const loadReports = (...folders: Parameters<typeof loadServed>): readonly Report[] =>
  loadServed(...folders).reports

/**
 * Reads the datasets, and each report that compiles; the diagnostics of the others are for people. Throws
 * InvalidDefinitionsError for a dataset.
 */
export function loadUsable(reportsFolder: string, datasetsFolder: string) {
  const stored = loadDatasets(datasetsFolder)
  const diagnostics: LocatedDiagnostic[] = []
  let files: readonly DefinitionFile[] = readFiles(reportsFolder, 'report')
  for (;;) {
    const compiled = compileReportFiles(files, undefined, stored)
    const broken = new Set(compiled.diagnostics.map(({ file }) => file))
    diagnostics.push(...compiled.diagnostics)
    const rest = files.filter(({ path }) => !broken.has(path))
    if (rest.length === files.length) {
      requireValid(reportsFolder, compiled.diagnostics)
      return { reports: compiled.reports, datasets: [...stored, ...compiled.datasets], diagnostics }
    }
    // A report can refer to one that was left out.
    files = rest
  }
}

/** Reads the definition files of a folder; `kind` is for the message if it cannot be read. */
function readFiles(folder: string, kind: 'report' | 'dataset' | 'dashboard' | 'schedule'): DefinitionFile[] {
  try {
    // Paths as the author types them, if the folder is below the working directory.
    const near = relative(process.cwd(), folder)
    return readFolder(near === '' || near.startsWith('..') ? folder : near)
  } catch (cause) {
    const remedy = `set ${kind.toUpperCase()}S_DIR to their folder`
    throw new Error(`the ${kind} definitions cannot be read from ${folder}; ${remedy}`, { cause })
  }
}

/** Reads and compiles every dataset of a folder. Throws InvalidDefinitionsError. */
export function loadDatasets(folder: string): readonly DatasetPlan[] {
  const { datasets, diagnostics } = compileDatasetFiles(readFiles(folder, 'dataset'), readCalendars(folder))
  requireValid(folder, diagnostics)
  return datasets
}

/**
 * Reads and compiles every dashboard of a folder over the reports; none if there is no such folder. What only a tile
 * lacks, such as a report that was removed, is a warning. Throws InvalidDefinitionsError.
 */
export function loadDashboards(folder: string, reports: readonly Report[]) {
  if (!existsSync(folder)) return { dashboards: [], warnings: [] }
  const { dashboards, diagnostics } = compileDashboardFiles(readFiles(folder, 'dashboard'), reports)
  const errors = diagnostics.filter((diagnostic) => !isTileDiagnostic(diagnostic))
  requireValid(folder, errors)
  return { dashboards, warnings: diagnostics }
}

/** Reads and compiles every schedule of a folder; none if there is no such folder. The others work if one cannot be read. */
export function loadSchedules(
  folder: string,
  shown: Schedulable,
): ScheduleFiles & { readonly warnings: readonly LocatedDiagnostic[] } {
  if (!existsSync(folder)) return { plans: [], unread: [], warnings: [] }
  const { schedules, diagnostics: warnings } = compileScheduleFiles(readFiles(folder, 'schedule'), shown)
  const unread = [...new Set(warnings.map(({ file }) => basename(file, '.json')))]
  return { plans: schedules.filter(({ id }) => !unread.includes(id)), unread, warnings }
}

export type Compiled = Pick<CheckedDefinitions, 'reports' | 'datasets' | 'dashboards'>

/** Reads the texts of all definitions in the folders of a server. A file that cannot be read is left out. */
export const readDefinitionTexts = (folders: Readonly<Record<DefinitionKind, string>>): DefinitionText[] =>
  definitionKinds.flatMap((kind) =>
    (existsSync(folders[kind]) ? readFolder(folders[kind]) : []).flatMap(({ path, content }) =>
      content instanceof Uint8Array
        ? [{ kind, name: getDefinitionName(path), text: new TextDecoder().decode(content) }]
        : [],
    ),
  )

/**
 * Compiles the file at a path with the files that it needs, drafts in place of files of the same name; on demand also the
 * files that use it. Throws InvalidDefinitionsError.
 */
export function compileDrafts(
  texts: readonly DefinitionText[],
  drafts: readonly DefinitionText[],
  path: string,
  hasUsers = false,
): Compiled {
  const checked = checkDefinitions(groupTexts(selectNeeded(mergeTexts(texts, drafts), path, hasUsers)))
  // What breaks a dashboard or schedule that uses it is an answer.
  const isAnswer = (file: string) => hasUsers && /^(dashboards|schedules)\//.test(file)
  const errors = checked.errors.filter(({ file }) => !isAnswer(file))
  requireValid('the studio', errors)
  return checked
}
