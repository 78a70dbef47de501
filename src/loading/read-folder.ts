import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { DefinitionFile } from '../diagnostics/json-document.ts'

/** Files above this size are not read at all. */
const MAX_READ_BYTES = 64 * 1_048_576

/** Returns every definition of a folder, by name. Throws if the folder itself cannot be read. */
export const readFolder = (folder: string): DefinitionFile[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => readFile(join(folder, name)))

/** Returns the folder of calendars: the one beside the datasets, or else that of the working directory. */
export function findCalendarsFolder(datasets: string): string {
  const beside = join(dirname(resolve(datasets)), 'calendars')
  return existsSync(beside) ? relative('', beside) : 'calendars'
}

/** Reads the calendars that datasets can name; none if there is no such folder. */
export function readCalendars(datasets: string): DefinitionFile[] {
  const folder = findCalendarsFolder(datasets)
  return existsSync(folder) ? readFolder(folder) : []
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
