import { readFileSync } from 'node:fs'
import type { DefinitionFile } from '../../src/diagnostics/json-document.ts'

/** Values by path in a definition: `columns.2.sum`, `columns.+` appends, `columns.+1` inserts, `data.url=>ulr` renames; undefined or null removes. */
export type Edits = Readonly<Record<string, unknown>>

/** A definition with changed values, as JSON text. New keys come last. */
export function editDefinition(text: string, edits: Edits): string {
  const definition: unknown = JSON.parse(text)
  for (const [path, value] of Object.entries(structuredClone(edits))) {
    const [at = '', renamed] = path.split('=>')
    const steps = at.split('.')
    const last = steps.pop() ?? ''
    const target = steps.reduce((inner, step) => (inner as Record<string, unknown>)[step], definition)
    if (renamed !== undefined) {
      const owner = target as Record<string, unknown>
      owner[renamed] = owner[last]
      delete owner[last]
    } else if (Array.isArray(target) && last.startsWith('+')) {
      target.splice(last === '+' ? target.length : Number(last.slice(1)), 0, value)
    } else if (value === undefined || value === null) delete (target as Record<string, unknown>)[last]
    else (target as Record<string, unknown>)[last] = value
  }
  return `${JSON.stringify(definition, null, 2)}\n`
}

/** The definition `base.json` of a folder with several sets of edits: each a file of this folder, by its id. */
export function editBase(
  folder: string,
  cases: Readonly<Record<string, Edits>>,
): Readonly<Record<string, DefinitionFile>> {
  const base = readFileSync(`${folder}/base.json`, 'utf8')
  const files = Object.entries(cases).map(([id, edits]) => {
    const content = new TextEncoder().encode(editDefinition(base, { id, ...edits }))
    return [id, { path: `${folder}/${id}.json`, content }] as const
  })
  return Object.fromEntries(files)
}
