import { readFileSync } from 'node:fs'
import { editBase, type Edits } from './edit-definition.ts'

const folder = 'tests/definition/compatibility/fixtures'
const read = (name: string): unknown => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'))

/** A valid report over each of four shipped datasets, as what it changes in `base.json`. */
const compatible = read('compatible-reports') as Readonly<Record<string, Edits>>
/** One report per rule, as what it changes in one of the valid reports: it breaks this rule. */
const incompatible = read('incompatible-reports') as Readonly<Record<string, readonly [string, Edits]>>

export const compatibleReports = editBase(folder, compatible)
export const incompatibleReports = editBase(
  folder,
  Object.fromEntries(
    Object.entries(incompatible).map(([rule, [of, edits]]) => [rule, { ...compatible[of], ...edits }]),
  ),
)
