import { readFileSync } from 'node:fs'
import type { DefinitionFile } from '../../src/diagnostics/json-document.ts'
import { editBase, editDefinition, type Edits } from './edit-definition.ts'

const FOLDER = 'tests/definition'
const read = <T = Edits>(path: string) =>
  JSON.parse(readFileSync(`${FOLDER}/${path}.json`, 'utf8')) as Readonly<Record<string, T>>

/** One report per rule, as what it changes in `base.json`: it breaks this rule. */
const edits = read('fixtures/broken-reports')

const deep = `${'['.repeat(60)}${']'.repeat(60)}`

/** What cannot be written as values: replacements in the text of the base definition. */
const replacements: Readonly<Record<string, readonly [string, string]>> = {
  'file-encoding': ['"title": "Call Quality"', '"title": "Call Qualit\u00e9"'],
  'json-syntax-comma': ['"order": 9', '"order": 9,'],
  'json-syntax-comment': ['  "title"', '  // what the page is called\n  "title"'],
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
const brokenFile = (rule: string): DefinitionFile => ({
  path: `tests/definition/fixtures/${rule}.json`,
  content: new Uint8Array(Buffer.from(brokenReport(rule), rule === 'file-encoding' ? 'latin1' : 'utf8')),
})

export const brokenReports = Object.fromEntries(brokenRules.map((rule) => [rule, brokenFile(rule)]))

/** One dataset per rule, stored or of another database. */
export const brokenDatasets = Object.assign(
  {},
  ...['', '/sourced'].map((kind) =>
    editBase(`${FOLDER}/datasets/fixtures${kind}`, read(`datasets/fixtures${kind}/broken-datasets`)),
  ),
) as Readonly<Record<string, DefinitionFile>>

const FITTING = 'compatibility/fixtures'
/** A valid report over each of four shipped datasets, as what it changes in `base.json`. */
const compatible = read(`${FITTING}/compatible-reports`)
export const compatibleReports = editBase(`${FOLDER}/${FITTING}`, compatible)

/** One report per rule between reports and datasets, as what it changes in one of the valid reports. */
export const incompatibleReports = editBase(
  `${FOLDER}/${FITTING}`,
  Object.fromEntries(
    Object.entries(read<readonly [string, Edits]>(`${FITTING}/incompatible-reports`)).map(
      ([rule, [of, more]]) => [rule, { ...compatible[of], ...more }],
    ),
  ),
)
