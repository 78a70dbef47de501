import { type Path, formatPath } from './diagnostic.ts'
import type { Location } from './json-document.ts'
import type { CompatibilityRule } from './compatibility/check-compatibility.ts'
import type { DatasetRule } from './datasets/rules.ts'
import { type PlanRuleId, ruleIds } from './rules/index.ts'

export type AnyRuleId = RuleId | VerificationRule | CompatibilityRule

/** An error or a warning about a definition file, with its location. */
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

/** Sorts by file, then by location. */
export function sortDiagnostics(diagnostics: readonly LocatedDiagnostic[]): LocatedDiagnostic[] {
  return diagnostics.toSorted(
    (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column,
  )
}

/** The rules that a file must satisfy to be a definition at all. */
export const fileRules = {
  'file-read': 'The file can be read.',
  'file-size': 'The file has at most 128 KiB.',
  'file-encoding': 'The file is UTF-8.',
  'json-syntax': 'The file is plain JSON.',
  'json-comment': 'JSON has no comments.',
  'json-comma': 'JSON has no comma after the last entry.',
  'json-depth': 'Objects and lists are nested at most 40 deep.',
  'json-duplicate': 'An object has each key once.',
  'json-key': 'No key is a reserved name of JavaScript.',
  'schema-key': 'Every key is one of the schema.',
  'schema-missing': 'Every required key is present.',
  'schema-type': 'Every value has the type that the schema requires.',
  'schema-value': 'Every value is an allowed one, or has the required format.',
  'schema-size': 'Texts, lists and numbers are within their limits.',
  'id-file': 'A definition is named as its file.',
} as const

export type FileRule = keyof typeof fileRules
export type RuleId = FileRule | PlanRuleId | DatasetRule

/** Every rule that a report definition can violate, with a sentence that states it. */
export const rules: Readonly<Record<FileRule | PlanRuleId, string>> = {
  ...fileRules,
  ...ruleIds,
}

/** The rules that an API must satisfy for a definition to work with it. */
export const verificationRules = {
  'api-unreachable': 'Every call is answered.',
  'api-status': 'Every call is answered with 200.',
  'api-json': 'What is not a file is JSON.',
  'api-envelope': 'A response has success: true, and message is a text or absent.',
  'options-missing': 'The list of options is where the selector says.',
  'options-field': 'Each option has the fields that the selector names.',
  'records-missing': 'The records are a list where data.recordsPath says.',
  'records-empty': 'At least one record is present; without records, nothing else can be checked.',
  'records-period': 'Records are within the requested period.',
  'key-missing': 'Each record has the key of the rows.',
  'key-form': 'Each key is a date, month or text as the rows declare.',
  'field-missing': 'Each mapped field is present.',
  'field-type': 'Each mapped field is a number, or a text that writes one.',
  'sum-differs': 'A field that also has a sum contains that sum.',
  'list-missing': 'Each declared list is present, as a list of texts.',
  'group-empty': 'A group has columns.',
  'download-type': 'A download is a workbook.',
  'download-name': 'A download has the file name of the definition.',
} as const

export type VerificationRule = keyof typeof verificationRules
