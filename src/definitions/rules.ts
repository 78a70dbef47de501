import type { DatasetRule } from './datasets/rules.ts'
import { planRules, type PlanRule } from '../engine/rules/catalogue.ts'

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
export type RuleId = FileRule | PlanRule | DatasetRule

/** Every rule that a report definition can break, with a sentence that says what holds. */
export const rules: Readonly<Record<FileRule | PlanRule, string>> = {
  ...fileRules,
  ...planRules,
}
