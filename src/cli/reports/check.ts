import { z } from 'zod'
import {
  formatDiagnostic,
  formatPath,
  type LocatedDiagnostic,
  sortDiagnostics,
} from '../../definition/diagnostic.ts'
import { compileDefinitions } from '../../definition/compile.ts'
import { type Command, ExitCode, parseArguments } from '../command.ts'
import { checkFolders, selectFiles, pluralize, datasetFiles, DatasetsFolder, Folder } from './folder.ts'

const Arguments = z.object({
  files: z.array(z.string()),
  dir: Folder,
  'datasets-dir': DatasetsFolder,
  format: z.enum(['text', 'json'], { error: 'text or json' }).default('text'),
})
const options = {
  dir: { type: 'string' },
  'datasets-dir': { type: 'string' },
  format: { type: 'string' },
} as const

/** Checks definitions without an API: syntax, schema, rules, and whether reports fit the datasets. */
export const check: Command = {
  usage: '[files] [--dir FOLDER] [--datasets-dir FOLDER] [--format text|json]',
  summary: 'reports every error in reports and datasets, and every mismatch between them, with its location',
  run: async (args, terminal) => {
    const { files, dir, 'datasets-dir': datasets, format } = parseArguments(args, options, Arguments)
    const { all, selected } = selectFiles(dir, files)
    const datasetsFound = datasetFiles(datasets)
    const compiled = compileDefinitions({ reportFiles: all, datasetFiles: datasetsFound })
    // Errors of a dataset are always reported, because they prevent the check of the calls.
    const reported = new Set([...selected, ...datasetsFound.map(({ path }) => path)])
    const [errors = [], warnings = []] = [compiled.diagnostics, compiled.warnings].map((list) =>
      list.filter(({ file }) => reported.has(file)),
    )
    // Named files are checked alone.
    const skipped = files.length > 0 ? [] : checkFolders(dir, datasets)
    const result: CheckResult = {
      definitions: selected.size,
      datasets: datasetsFound.length,
      errors: sortDiagnostics([...errors, ...skipped]),
      warnings,
    }
    for (const line of format === 'json' ? [formatAsJson(result)] : formatAsText(result)) terminal.out(line)
    return result.errors.length === 0 ? ExitCode.Ok : ExitCode.Errors
  },
}

interface CheckResult {
  readonly definitions: number
  readonly datasets: number
  readonly errors: readonly LocatedDiagnostic[]
  /** Printed, without an effect on the exit code. */
  readonly warnings: readonly LocatedDiagnostic[]
}

function formatAsText({ definitions, datasets, errors, warnings }: CheckResult): string[] {
  const files = new Set(errors.map(({ file }) => file)).size
  const summary = [
    pluralize(definitions, 'definition'),
    pluralize(datasets, 'dataset'),
    errors.length === 0
      ? 'nothing found'
      : `${pluralize(errors.length, 'error')} in ${pluralize(files, 'file')}`,
    ...(warnings.length === 0 ? [] : [pluralize(warnings.length, 'warning')]),
  ]
  return [
    ...warnings.map((warning) => `warning: ${formatDiagnostic(warning)}`),
    ...errors.map(formatDiagnostic),
    summary.join(', '),
  ]
}

function formatAsJson({ definitions, datasets, errors, warnings }: CheckResult): string {
  const list = sortDiagnostics([...errors, ...warnings]).map((diagnostic) => {
    const { file, line, column, path, rule, message } = diagnostic
    const severity = warnings.includes(diagnostic) ? 'warning' : 'error'
    return { severity, file, line, column, pointer: formatPath(path), rule, message }
  })
  return JSON.stringify({ definitions, datasets, diagnostics: list }, null, 2)
}
