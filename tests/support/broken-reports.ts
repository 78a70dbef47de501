import { readFileSync } from 'node:fs'
import type { DefinitionFile } from '../../src/definition/json-document.ts'
import { editDefinition, type Edits } from './edit-definition.ts'

/** One definition per rule, as what it changes in `base.json`: it breaks this rule. */
const edits = JSON.parse(readFileSync('tests/definition/fixtures/broken-reports.json', 'utf8')) as Readonly<
  Record<string, Edits>
>

const deep = `${'['.repeat(60)}${']'.repeat(60)}`

/** What cannot be written as values: replacements in the text of the base definition. */
const replacements: Readonly<Record<string, readonly [string, string]>> = {
  'file-encoding': ['"title": "Call Quality"', '"title": "Call Qualit\u00e9"'],
  'json-comma': ['"order": 9', '"order": 9,'],
  'json-comment': ['  "title"', '  // what the page is called\n  "title"'],
  'json-depth': ['[\n    "Reports"\n  ]', deep],
  'json-duplicate': ['  "title"', '  "path": "/report/other",\n  "title"'],
  'json-key': ['  "data": {\n', '  "data": {\n    "__proto__": {},\n'],
  'json-syntax': ['"title":', '"title"'],
}

export const brokenRules: readonly string[] = [...Object.keys(edits), ...Object.keys(replacements)].toSorted()

const baseText = readFileSync('tests/definition/fixtures/base.json', 'utf8')

/** The definition that breaks a rule, as JSON text. */
export function brokenReport(rule: string): string {
  const replacement = replacements[rule]
  const text = editDefinition(baseText, { id: rule, ...edits[rule] })
  if (replacement === undefined) return text
  if (!text.includes(replacement[0])) throw new Error(`the base definition lacks ${replacement[0]}`)
  return text.replace(...replacement)
}

/** The same as a file; in Latin-1 where the rule is about bytes that are not UTF-8. */
export const brokenFile = (rule: string): DefinitionFile => ({
  path: `tests/definition/fixtures/${rule}.json`,
  content: new Uint8Array(Buffer.from(brokenReport(rule), rule === 'file-encoding' ? 'latin1' : 'utf8')),
})
