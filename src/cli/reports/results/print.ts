import type { z } from 'zod'
import { formatPath, sortDiagnostics } from '../../../definition/diagnostic.ts'
import { ExitCode, type Terminal } from '../../command.ts'
import type { CheckResult, FormatArgument } from './result.ts'
import { formatSarif } from './sarif.ts'

type Format = z.infer<typeof FormatArgument>

const documents: Readonly<Record<Exclude<Format, 'text'>, (result: CheckResult) => string>> = {
  json: formatJson,
  sarif: (result) => formatSarif(result, process.cwd()),
}

/** Prints a result, as these lines or as one document, and returns the exit code: 1 if there are errors. */
export function printResult(
  format: Format,
  result: CheckResult,
  lines: readonly string[],
  terminal: Terminal,
): number {
  for (const line of format === 'text' ? lines : [documents[format](result)]) terminal.out(line)
  return result.errors.length === 0 ? ExitCode.Ok : ExitCode.Errors
}

function formatJson({ counts, errors, warnings }: CheckResult): string {
  const diagnostics = sortDiagnostics([...errors, ...warnings]).map((diagnostic) => {
    const { file, line, column, path, rule, message } = diagnostic
    const severity = warnings.includes(diagnostic) ? 'warning' : 'error'
    return { severity, file, line, column, pointer: formatPath(path), rule, message }
  })
  return JSON.stringify({ ...counts, diagnostics }, null, 2)
}
