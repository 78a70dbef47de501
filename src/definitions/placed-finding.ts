import { type Path, pointer } from '../engine/finding.ts'
import type { Place } from './place.ts'
import type { ContractRule } from './contract-rules.ts'
import type { RuleId } from './rules.ts'
import type { ServedRule } from './served/rules.ts'

export type AnyRule = RuleId | ContractRule | ServedRule

/** Something wrong with a definition file, at a place in it. */
export interface PlacedFinding extends Place {
  readonly file: string
  readonly path: Path
  readonly rule: AnyRule
  readonly message: string
}

/** `reports/x.json:41:16 columns[3].field: what was found, what is allowed [rule]`. */
export function findingLine({ file, line, column, path, message, rule }: PlacedFinding): string {
  const at = pointer(path)
  return `${file}:${line}:${column}${at === '' ? '' : ` ${at}`}: ${message} [${rule}]`
}

/** By file, then by place. */
export function inOrder(findings: readonly PlacedFinding[]): PlacedFinding[] {
  return findings.toSorted(
    (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column,
  )
}
