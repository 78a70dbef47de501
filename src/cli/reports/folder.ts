import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { z } from 'zod'
import type { DefinitionFile } from '../../diagnostics/json-document.ts'
import type { CompiledReports } from '../../definition/compile.ts'
import { compileAsking } from '../../loading/load.ts'
import { readCalendars, readFile, readFolder } from '../../loading/read-folder.ts'
import { type CommandContext, UsageError } from '../command.ts'

const FolderName = z.string().min(1, 'a folder')

/** The folder of definitions: the option, else the environment variable, else the shipped folder. */
export const Folder = FolderName.prefault(() => process.env['REPORTS_DIR'] || 'reports')

/** The folder of datasets, with the same precedence. */
export const DatasetsFolder = FolderName.prefault(() => process.env['DATASETS_DIR'] || 'datasets')

/** Lets a command load the definitions of two folders. */
export const inFolders = (context: CommandContext, reports: string, datasets: string): CommandContext => ({
  ...context,
  environment: { ...context.environment, REPORTS_DIR: reports, DATASETS_DIR: datasets },
})

/** Throws UsageError for a path that is no folder. */
export function requireFolder(path: string): void {
  if (!existsSync(path)) throw new UsageError(`there is no ${path}`)
  if (!statSync(path).isDirectory()) throw new UsageError(`${path} is not a folder`)
}

function requireFile(path: string): void {
  if (!existsSync(path)) throw new UsageError(`there is no ${path}`)
  if (statSync(path).isDirectory()) throw new UsageError(`${path} is a folder; name its files, or use --dir`)
}

/** Reads the definitions of a folder. Throws UsageError if it is missing. */
export function readDefinitions(folder: string): readonly DefinitionFile[] {
  requireFolder(folder)
  return readFolder(formatFilePath(folder))
}

/**
 * Reads the named files, or all files of the folder: `all` are the `selected` paths and those that they may refer to.
 * Throws UsageError if one is missing.
 */
export function selectFiles(folder: string, named: readonly string[]) {
  const inFolder = readDefinitions(folder)
  named.forEach(requireFile)
  if (named.length === 0) return { all: inFolder, selected: new Set(inFolder.map(({ path }) => path)) }
  const paths = [...new Set(named.map(formatFilePath))]
  const others = inFolder.filter(({ path }) => !paths.includes(path))
  return { all: [...others, ...paths.map(readFile)], selected: new Set(paths) }
}

/** Compiles reports, which can ask the datasets of a folder, if it is there. */
export const compileReports = (files: readonly DefinitionFile[], datasets: string): CompiledReports =>
  compileAsking(
    files,
    existsSync(datasets) ? readFolder(formatFilePath(datasets)) : [],
    readCalendars(datasets),
  )

/** Reads the definitions of the folder beside the reports, which may be missing. */
export function readBeside(kind: 'dashboards' | 'schedules', reports: string): readonly DefinitionFile[] {
  const path = join(dirname(resolve(reports)), kind)
  return existsSync(path) ? readDefinitions(path) : []
}

/** Formats a path relative to the working directory; absolute if it is outside of it. */
export function formatFilePath(path: string): string {
  const near = relative(process.cwd(), resolve(path))
  return near === '' || near.startsWith('..') ? resolve(path) : near
}

/** Formats a count: `1 screen`, `2 screens`. */
export const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
