import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DefinitionFile } from './json-document.ts'

/** Not even read: it is refused for its size, and its length is all that is told. */
const HUGE = 64 * 1_048_576

/** Every definition of a folder, by name. Throws where the folder itself cannot be read. */
export function readFolder(folder: string): DefinitionFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => readFile(join(folder, name)))
}

/** One definition; a file that cannot be read says why. */
export function readFile(path: string): DefinitionFile {
  try {
    if (statSync(path).size > HUGE) return { path, content: { unreadable: 'far too large to be read' } }
    return { path, content: new Uint8Array(readFileSync(path)) }
  } catch (error) {
    return { path, content: { unreadable: error instanceof Error ? error.message : String(error) } }
  }
}
