import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { z } from 'zod'
import type { LocatedDiagnostic } from '../../definition/diagnostic.ts'
import type { DefinitionFile } from '../../definition/json-document.ts'
import { readFile, readFolder } from '../../definition/read-definitions.ts'
import { UsageError } from '../command.ts'

/** The folder of definitions: the option, else the environment variable, else the shipped folder. */
export const Folder = z
  .string()
  .min(1, 'a folder')
  .prefault(() => process.env['REPORTS_DIR'] || 'reports')

/** The folder of datasets, with the same precedence. */
export const DatasetsFolder = z
  .string()
  .min(1, 'a folder')
  .prefault(() => process.env['DATASETS_DIR'] || 'datasets')

/** The folder of dashboards or schedules, with the same precedence; by default beside the reports. */
export const FolderBeside = (variable: 'DASHBOARDS_DIR' | 'SCHEDULES_DIR') =>
  z
    .string()
    .min(1, 'a folder')
    .optional()
    .transform((folder) => folder ?? process.env[variable])

/** The files of a command. */
export interface SelectedFiles {
  /** The selected files and those that they may refer to. */
  readonly all: readonly DefinitionFile[]
  /** The paths of the files that the command reports on. */
  readonly selected: ReadonlySet<string>
}

/** Throws UsageError for a path that is no folder. */
export function requireFolder(path: string): void {
  if (!existsSync(path)) throw new UsageError(`there is no ${path}`)
  if (!statSync(path).isDirectory()) throw new UsageError(`${path} is not a folder`)
}

function requireFile(path: string): void {
  if (!existsSync(path)) throw new UsageError(`there is no ${path}`)
  if (statSync(path).isDirectory()) throw new UsageError(`${path} is a folder; name its files, or use --dir`)
}

/** Reads the named files, or all files of the folder. Throws UsageError if one is missing. */
export function selectFiles(folder: string, named: readonly string[]): SelectedFiles {
  requireFolder(folder)
  named.forEach(requireFile)
  const inFolder = readFolder(formatFilePath(folder))
  if (named.length === 0) return { all: inFolder, selected: new Set(inFolder.map(({ path }) => path)) }
  const paths = [...new Set(named.map(formatFilePath))]
  const others = inFolder.filter(({ path }) => !paths.includes(path))
  return { all: [...others, ...paths.map(readFile)], selected: new Set(paths) }
}

/**
 * Reads the dashboards or schedules of a folder, and finds which of the named files are among them; those alone are selected
 * if there are any. Throws UsageError if a named folder is missing.
 */
export function selectBeside(
  kind: 'dashboards' | 'schedules',
  folder: string | undefined,
  reportFolder: string,
  files: readonly string[],
): {
  readonly all: readonly DefinitionFile[]
  readonly files: readonly DefinitionFile[]
  readonly named: readonly string[]
} {
  const path = folder ?? join(dirname(resolve(reportFolder)), kind)
  if (folder === undefined && !existsSync(path)) return { all: [], files: [], named: [] }
  requireFolder(path)
  const inFolder = readFolder(formatFilePath(path))
  const named = files.filter((file) => inFolder.some((one) => resolve(one.path) === resolve(file)))
  const isChosen = ({ path: one }: DefinitionFile) => named.some((file) => resolve(file) === resolve(one))
  return { all: inFolder, files: files.length === 0 ? inFolder : inFolder.filter(isChosen), named }
}

/** Reads the datasets of a folder. Throws UsageError if the folder is missing. */
export function datasetFiles(folder: string): readonly DefinitionFile[] {
  requireFolder(folder)
  return readFolder(formatFilePath(folder))
}

/** Finds a folder of reports without a definition. */
export function checkFolder(reports: string): LocatedDiagnostic[] {
  const file = formatFilePath(reports)
  if (readFolder(file).length > 0) return []
  const message = 'contains no definition; write one by npm run reports -- new'
  return [{ file, line: 1, column: 1, path: [], rule: 'folder-empty', message }]
}

/** Formats a path relative to the working directory; absolute if it is outside of it. */
function formatFilePath(path: string): string {
  const near = relative(process.cwd(), resolve(path))
  return near === '' || near.startsWith('..') ? resolve(path) : near
}

/** `1 screen`, `2 screens`. */
export const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
