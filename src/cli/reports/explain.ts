import { findClosestMatch } from '../../definition/diagnostic.ts'
import { type RuleId, rules } from '../../definition/rules/index.ts'
import { ExitCode, formatProgram, type Terminal, UsageError } from '../command.ts'

const isRule = (id: string): id is RuleId => Object.hasOwn(rules, id)

/** Prints what each rule requires, and why. Throws UsageError for an id that is no rule. */
export function explainRules(ids: readonly string[], terminal: Terminal): number {
  if (ids.length === 0) throw new UsageError('--explain: expected a rule, such as sum-role')
  const lines = ids.flatMap((id) => {
    if (!isRule(id)) {
      const near = findClosestMatch(id, Object.keys(rules))
      throw new UsageError(`no rule '${id}'${near === null ? '' : `; did you mean '${near}'?`}`)
    }
    const end = rules[id].indexOf('. ') + 1
    return [`${id}: ${rules[id].slice(0, end)}`, ` ${rules[id].slice(end)}`]
  })
  for (const line of lines) terminal.out(line)
  return ExitCode.Ok
}

/** A line with the command that explains the rules of diagnostics; none without diagnostics. */
export function formatExplainHint(diagnostics: readonly { readonly rule: RuleId }[]): string[] {
  const ids = [...new Set(diagnostics.map(({ rule }) => rule))]
  return ids.length === 0 ? [] : [`why: ${formatProgram('reports')} check --explain ${ids.join(' ')}`]
}
