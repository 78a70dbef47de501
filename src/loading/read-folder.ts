import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DefinitionFile } from '../diagnostics/json-document.ts'

/** Files above this size are not read at all. */
const MAX_READ_BYTES = 64 * 1_048_576

/** Returns every definition of a folder, by name. Throws if the folder itself cannot be read. */
export function readFolder(folder: string): DefinitionFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => readFile(join(folder, name)))
}

/** Reads one definition; returns the reason if the file cannot be read. */
export function readFile(path: string): DefinitionFile {
  try {
    if (statSync(path).size > MAX_READ_BYTES)
      return { path, content: { unreadable: 'far too large to be read' } }
    return { path, content: new Uint8Array(readFileSync(path)) }
  } catch (error) {
    return { path, content: { unreadable: error instanceof Error ? error.message : String(error) } }
  }
}
