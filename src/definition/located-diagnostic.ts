import { type Path, formatPath } from './diagnostic.ts'
import type { Location } from './json-document.ts'
import type { CompatibilityRule } from './compatibility/check-compatibility.ts'
import type { DatasetRule } from './datasets/rules.ts'
import { type PlanRuleId, ruleIds } from './rules/index.ts'

export type AnyRuleId = RuleId | VerificationRule | CompatibilityRule

/** Something wrong with a definition file, at a place in it. */
export interface LocatedDiagnostic extends Location {
  readonly file: string
  readonly path: Path
  readonly rule: AnyRuleId
  readonly message: string
}

/** `reports/x.json:41:16 columns[3].field: what was found, what is allowed [rule]`. */
export function formatDiagnostic({ file, line, column, path, message, rule }: LocatedDiagnostic): string {
  const at = formatPath(path)
  return `${file}:${line}:${column}${at === '' ? '' : ` ${at}`}: ${message} [${rule}]`
}

/** By file, then by place. */
export function sortDiagnostics(findings: readonly LocatedDiagnostic[]): LocatedDiagnostic[] {
  return findings.toSorted(
    (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column,
  )
}

/** What holds before a file is a definition at all. */
export const fileRules = {
  'file-read': 'The file can be read.',
  'file-size': 'The file has at most 128 KiB.',
  'file-encoding': 'The file is UTF-8.',
  'json-syntax': 'The file is plain JSON.',
  'json-comment': 'JSON has no comments.',
  'json-comma': 'JSON has no comma after the last entry.',
  'json-depth': 'Objects and lists are nested at most 40 deep.',
  'json-duplicate': 'An object has each key once.',
  'json-key': 'No key is a name that JavaScript keeps for itself.',
  'schema-key': 'Every key is one of the schema.',
  'schema-missing': 'Every key that is needed is there.',
  'schema-type': 'Every value has the type that the schema asks for.',
  'schema-value': 'Every value is one of those allowed, or has the form that is asked for.',
  'schema-size': 'Texts, lists and numbers keep to their limits.',
  'id-file': 'A definition is named as its file.',
} as const

export type FileRule = keyof typeof fileRules
export type RuleId = FileRule | PlanRuleId | DatasetRule

/** Every rule that a report definition can break, with a sentence that says what holds. */
export const rules: Readonly<Record<FileRule | PlanRuleId, string>> = {
  ...fileRules,
  ...ruleIds,
}

/** What an API must keep for a definition to work with it. */
export const verificationRules = {
  'api-unreachable': 'Every call is answered.',
  'api-status': 'Every call is answered with 200.',
  'api-json': 'What is not a file is JSON.',
  'api-envelope': 'An answer says success: true, and message is a text or absent.',
  'options-missing': 'The list of options is where the selector says.',
  'options-field': 'Each option has the fields that the selector names.',
  'records-missing': 'The records are a list where data.recordsPath says.',
  'records-empty': 'Some record comes, or nothing can be said about them.',
  'records-period': 'Records lie in the period that was asked for.',
  'key-missing': 'Each record has the key of the rows.',
  'key-form': 'Each key is a date, month or text as the rows say.',
  'field-missing': 'Each mapped field comes.',
  'field-type': 'Each mapped field is a number, or a text that writes one.',
  'sum-differs': 'A field that also has a sum holds that sum.',
  'list-missing': 'Each declared list comes, as a list of texts.',
  'group-empty': 'A group has columns.',
  'download-type': 'A download is a workbook.',
  'download-name': 'A download is called as the definition says.',
} as const

export type VerificationRule = keyof typeof verificationRules
