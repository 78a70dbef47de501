import { z } from 'zod'
import {
  findClosestMatch,
  formatDiagnostic,
  formatPath,
  type LocatedDiagnostic,
  sortDiagnostics,
} from '../../diagnostics/diagnostic.ts'
import { type RuleId, rules } from '../../diagnostics/rule-catalogue.ts'
import { explainRule, formatSarif } from '../../diagnostics/sarif.ts'
import { ExitCode, formatProgram, type Terminal, UsageError } from '../command.ts'

export interface CheckResult {
  /** How much was checked, such as the number of definitions; part of the JSON output. */
  readonly counts: Readonly<Record<string, number | string>>
  readonly errors: readonly LocatedDiagnostic[]
  /** Printed, without an effect on the exit code. */
  readonly warnings: readonly LocatedDiagnostic[]
}

/** The output formats of a command: lines for people, or one document for other programs. */
export const FormatArgument = z
  .enum(['text', 'json', 'sarif'], { error: 'text, json or sarif' })
  .default('text')

export const FORMAT_USAGE = '[--format text|json|sarif]'

/** Prints a result, as lines that end with the summary or as one document; returns the exit code: 1 if there are errors. */
export function printResult(
  format: z.infer<typeof FormatArgument>,
  result: CheckResult,
  summary: string,
  terminal: Terminal,
): number {
  const { errors, warnings } = result
  if (format !== 'text') {
    terminal.out(format === 'json' ? formatJson(result) : formatSarif(result))
    return errors.length === 0 ? ExitCode.Ok : ExitCode.Errors
  }
  const lines = [
    ...warnings.map((warning) => `warning: ${formatDiagnostic(warning)}`),
    ...errors.map(formatDiagnostic),
    ...formatExplainHint([...warnings, ...errors]),
    summary,
  ]
  for (const line of lines) terminal.out(line)
  return errors.length === 0 ? ExitCode.Ok : ExitCode.Errors
}

function formatJson({ counts, errors, warnings }: CheckResult): string {
  const diagnostics = sortDiagnostics([...errors, ...warnings]).map((diagnostic) => {
    const { file, line, column, path, rule, message } = diagnostic
    const severity = warnings.includes(diagnostic) ? 'warning' : 'error'
    return { severity, file, line, column, pointer: formatPath(path), rule, message }
  })
  return JSON.stringify({ ...counts, diagnostics }, null, 2)
}

const isRule = (id: string): id is RuleId => Object.hasOwn(rules, id)

/** Prints what each rule requires, and why. Throws UsageError for an id that is no rule. */
export function explainRules(ids: readonly string[], terminal: Terminal): number {
  if (ids.length === 0) throw new UsageError('--explain: expected a rule, such as sum-role')
  const lines = ids.flatMap((id) => {
    if (!isRule(id)) {
      const near = findClosestMatch(id, Object.keys(rules))
      throw new UsageError(`no rule '${id}'${near === null ? '' : `; did you mean '${near}'?`}`)
    }
    const { requirement, reason } = explainRule(id)
    return [`${id}: ${requirement}`, `  ${reason}`]
  })
  for (const line of lines) terminal.out(line)
  return ExitCode.Ok
}

/** Returns a line with the command that explains the rules of diagnostics; none without diagnostics. */
function formatExplainHint(diagnostics: readonly { readonly rule: RuleId }[]): string[] {
  const ids = [...new Set(diagnostics.map(({ rule }) => rule))]
  return ids.length === 0 ? [] : [`why: ${formatProgram('reports')} check --explain ${ids.join(' ')}`]
}
