import { resolve } from 'node:path'
import { z } from 'zod'
import { type LocatedDiagnostic, sortDiagnostics } from '../../diagnostics/diagnostic.ts'
import type { DefinitionFile } from '../../diagnostics/json-document.ts'
import { checkDefinitions } from '../../loading/check-definitions.ts'
import { readCalendars } from '../../loading/read-folder.ts'
import { findSpecIssues } from '../../build/spec-issues.ts'
import { type Command, parseArguments } from '../command.ts'
import {
  DatasetsFolder,
  Folder,
  formatFilePath,
  pluralize,
  readBeside,
  readDefinitions,
  selectFiles,
} from './folder.ts'
import { type CheckResult, explainRules, FORMAT_USAGE, FormatArgument, printResult } from './results.ts'
import { checkSources } from './sources.ts'

const Arguments = z.object({
  files: z.array(z.string()),
  dir: Folder,
  'datasets-dir': DatasetsFolder,
  format: FormatArgument,
  explain: z.boolean().default(false),
  sources: z.boolean().default(false),
})
export const check: Command = {
  usage: `[files] [--sources] [--dir FOLDER] [--datasets-dir FOLDER] ${FORMAT_USAGE} | --explain RULE`,
  summary:
    'reports every error in reports, datasets, dashboards and schedules, and every mismatch between them, with its location; --sources also compares datasets with the catalogues of their sources; --explain prints why a rule exists',
  run: async (args, terminal, context) => {
    const parsed = parseArguments(args, Arguments)
    const { files, dir, 'datasets-dir': datasets, format } = parsed
    if (parsed.explain) return explainRules(files, terminal)
    const dashboards = readBeside('dashboards', dir)
    const schedules = readBeside('schedules', dir)
    const isNamed = ({ path }: DefinitionFile) => files.some((file) => resolve(file) === resolve(path))
    const named = [...dashboards, ...schedules].filter(isNamed).map(({ path }) => resolve(path))
    // Named files are checked alone.
    const choose = (list: readonly DefinitionFile[]) => (files.length === 0 ? list : list.filter(isNamed))
    const { all, selected } = selectFiles(
      dir,
      files.filter((file) => !named.includes(resolve(file))),
    )
    const datasetFiles = readDefinitions(datasets)
    const calendars = readCalendars(datasets)
    const checked = checkDefinitions(
      { reports: all, datasets: datasetFiles, dashboards, schedules, calendars },
      findSpecIssues,
    )
    // Errors of a dataset are always reported, because they prevent the check of the calls.
    const others = [...datasetFiles, ...calendars, ...choose(dashboards), ...choose(schedules)]
    const reported = new Set([...selected, ...others.map(({ path }) => path)])
    const ofSources = parsed.sources
      ? await checkSources(context, checked.datasets, datasetFiles)
      : { errors: [], warnings: [] }
    const [errors = [], warnings = []] = [
      [...checked.errors, ...ofSources.errors],
      [...checked.warnings, ...ofSources.warnings],
    ].map((list) => list.filter(({ file }) => reported.has(file)))
    const skipped = files.length === 0 && all.length === 0 ? [describeEmpty(dir)] : []
    const counts = {
      definitions: selected.size,
      datasets: datasetFiles.length,
      ...(choose(dashboards).length > 0 && { dashboards: choose(dashboards).length }),
      ...(choose(schedules).length > 0 && { schedules: choose(schedules).length }),
    }
    const result = {
      counts,
      errors: sortDiagnostics([...errors, ...skipped]),
      warnings: sortDiagnostics(warnings),
    }
    return printResult(format, result, summarize(result), terminal)
  },
}

function describeEmpty(reports: string): LocatedDiagnostic {
  const message = 'contains no definition; write one by npm run reports -- new'
  return { file: formatFilePath(reports), line: 1, column: 1, path: [], rule: 'folder-empty', message }
}

/** Formats the last line: `5 definitions, 4 datasets, 3 dashboards, 2 errors in 1 file`. */
function summarize({ counts, errors, warnings }: CheckResult): string {
  const files = new Set(errors.map(({ file }) => file)).size
  const errorCount = `${pluralize(errors.length, 'error')} in ${pluralize(files, 'file')}`
  return [
    ...Object.entries(counts).map(([nouns, count]) => pluralize(Number(count), nouns.slice(0, -1))),
    errors.length === 0 ? 'nothing found' : errorCount,
    ...(warnings.length === 0 ? [] : [pluralize(warnings.length, 'warning')]),
  ].join(', ')
}
