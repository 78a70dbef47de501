import { z } from 'zod'
import { sortDiagnostics } from '../../definition/diagnostic.ts'
import { compileDefinitions, compileReportFiles } from '../../definition/compile.ts'
import { compileDashboardFiles, isTileDiagnostic } from '../../definition/dashboards.ts'
import { compileScheduleFiles } from '../../definition/schedules.ts'
import { type Command, parseArguments } from '../command.ts'
import { explainRules } from './explain.ts'
import {
  checkFolder,
  FolderBeside,
  selectBeside,
  selectFiles,
  pluralize,
  datasetFiles,
  DatasetsFolder,
  Folder,
} from './folder.ts'
import { FORMAT_USAGE, FormatArgument, printResult } from './results.ts'
import { checkSources } from './sources.ts'

const Arguments = z.object({
  files: z.array(z.string()),
  dir: Folder,
  'datasets-dir': DatasetsFolder,
  'dashboards-dir': FolderBeside('DASHBOARDS_DIR'),
  'schedules-dir': FolderBeside('SCHEDULES_DIR'),
  format: FormatArgument,
  explain: z.boolean().default(false),
  sources: z.boolean().default(false),
})
/** Checks definitions without an API: syntax, schema, rules, and whether reports fit the datasets. */
export const check: Command = {
  usage: `[files] [--sources] [--dir FOLDER] [--datasets-dir FOLDER] [--dashboards-dir FOLDER] [--schedules-dir FOLDER] ${FORMAT_USAGE} | --explain RULE`,
  summary:
    'reports every error in reports, datasets, dashboards and schedules, and every mismatch between them, with its location; --sources also compares datasets with the catalogues of their sources; --explain prints why a rule exists',
  run: async (args, terminal) => {
    const parsed = parseArguments(args, Arguments)
    const { files, dir, 'datasets-dir': datasets, format } = parsed
    if (parsed.explain) return explainRules(files, terminal)
    const dashboards = selectBeside('dashboards', parsed['dashboards-dir'], dir, files)
    const schedules = selectBeside('schedules', parsed['schedules-dir'], dir, files)
    const beside = [...dashboards.files, ...schedules.files]
    const besideNamed = [...dashboards.named, ...schedules.named]
    const reportFiles = files.filter((file) => !besideNamed.includes(file))
    const { all, selected } = selectFiles(dir, reportFiles)
    const datasetsFound = datasetFiles(datasets)
    const compiled = compileDefinitions({ reportFiles: all, datasetFiles: datasetsFound })
    // A dataset in error takes nothing from what the tiles show; a report in error leaves that unknown.
    const { reports } = compiled.diagnostics.length === 0 ? compiled : compileReportFiles(all)
    const shown = compileDashboardFiles(dashboards.all, reports)
    const sent = compileScheduleFiles(schedules.all, { reports, dashboards: shown.dashboards })
    const isKnown = reports.length > 0
    const ofOthers = [...shown.diagnostics, ...sent.diagnostics].filter(
      (one) => isKnown || !(isTileDiagnostic(one) || one.rule === 'schedule-view'),
    )
    // Errors of a dataset are always reported, because they prevent the check of the calls.
    const reported = new Set([...selected, ...[...datasetsFound, ...beside].map(({ path }) => path)])
    const ofSources = parsed.sources
      ? await checkSources(compiled.datasets, datasetsFound)
      : { errors: [], warnings: [] }
    const [errors = [], warnings = []] = [
      [...compiled.diagnostics, ...ofOthers, ...ofSources.errors],
      [...compiled.warnings, ...ofSources.warnings],
    ].map((list) => list.filter(({ file }) => reported.has(file)))
    // Named files are checked alone.
    const skipped = files.length > 0 ? [] : checkFolder(dir)
    const counts = {
      definitions: selected.size,
      datasets: datasetsFound.length,
      ...(dashboards.files.length > 0 && { dashboards: dashboards.files.length }),
      ...(schedules.files.length > 0 && { schedules: schedules.files.length }),
    }
    const result = {
      counts,
      errors: sortDiagnostics([...errors, ...skipped]),
      warnings: sortDiagnostics(warnings),
    }
    return printResult(format, result, summarize(result), terminal)
  },
}

interface Summarized {
  readonly counts: {
    readonly definitions: number
    readonly datasets: number
    readonly dashboards?: number
    readonly schedules?: number
  }
  readonly errors: readonly { readonly file: string }[]
  readonly warnings: readonly unknown[]
}

/** Formats the last line: `5 definitions, 4 datasets, 3 dashboards, 2 errors in 1 file`. */
function summarize({ counts, errors, warnings }: Summarized): string {
  const files = new Set(errors.map(({ file }) => file)).size
  const found =
    errors.length === 0
      ? 'nothing found'
      : `${pluralize(errors.length, 'error')} in ${pluralize(files, 'file')}`
  return [
    pluralize(counts.definitions, 'definition'),
    pluralize(counts.datasets, 'dataset'),
    ...(counts.dashboards === undefined ? [] : [pluralize(counts.dashboards, 'dashboard')]),
    ...(counts.schedules === undefined ? [] : [pluralize(counts.schedules, 'schedule')]),
    found,
    ...(warnings.length === 0 ? [] : [pluralize(warnings.length, 'warning')]),
  ].join(', ')
}
