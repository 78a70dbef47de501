import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { z } from 'zod'
import type { DefinitionFile } from '../../definition/json-document.ts'
import { readFile, readFolder } from '../../definition/read-definitions.ts'
import { UsageError } from '../command.ts'

/** The folder of definitions that a command works on: told, or by the environment, or the shipped one. */
export const Folder = z
  .string()
  .min(1, 'a folder')
  .prefault(() => process.env['REPORTS_DIR'] || 'reports')

/** The folder of datasets, in the same way. */
export const DatasetsFolder = z
  .string()
  .min(1, 'a folder')
  .prefault(() => process.env['DATASETS_DIR'] || 'datasets')

/** What a command looks at: `files` are those asked for, `all` also those that they may refer to. */
export interface SelectedFiles {
  readonly all: readonly DefinitionFile[]
  readonly asked: ReadonlySet<string>
}

/** The files named, or all of the folder. Throws UsageError for what is not there. */
export function selectFiles(folder: string, named: readonly string[]): SelectedFiles {
  const missing = [folder, ...named].find((path) => !existsSync(path))
  if (missing !== undefined) throw new UsageError(`there is no ${missing}`)
  const around = readFolder(shown(folder))
  if (named.length === 0) return { all: around, asked: new Set(around.map(({ path }) => path)) }
  const paths = [...new Set(named.map(shown))]
  const others = around.filter(({ path }) => !paths.includes(path))
  return { all: [...others, ...paths.map(readFile)], asked: new Set(paths) }
}

/** The datasets of a folder. Throws UsageError where it is not there. */
export function datasetFiles(folder: string): readonly DefinitionFile[] {
  if (!existsSync(folder)) throw new UsageError(`there is no ${folder}`)
  return readFolder(shown(folder))
}

/** A path as the author would type it from where the command runs. */
function shown(path: string): string {
  const near = relative(process.cwd(), resolve(path))
  return near === '' || near.startsWith('..') ? resolve(path) : near
}

/** `1 screen`, `2 screens`. */
export const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
