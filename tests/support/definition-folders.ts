import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readDefinitionTexts } from '../../src/loading/load.ts'
import { readCalendars, readFolder } from '../../src/loading/read-folder.ts'
import type { DatasetPlan } from '../../src/dataset/dataset-plan.ts'
import { compileDefinitions } from '../../src/definition/compile.ts'
import { compileDatasetFiles } from '../../src/definition/datasets/compile-dataset.ts'
import type { DefinitionFile } from '../../src/diagnostics/json-document.ts'

/** Folders of reports, each with the datasets that serve them: those of the portal, and the examples. */
export const definitionFolders = [
  { reports: 'reports', datasets: 'datasets' },
  { reports: 'examples/reports', datasets: 'examples/datasets' },
] as const

/** Reads all definitions as their editor shows them: those of the portal, or the examples. */
export const readTexts = (folder: '' | 'examples/' = '') =>
  readDefinitionTexts({
    reports: `${folder}reports`,
    datasets: `${folder}datasets`,
    dashboards: `${folder}dashboards`,
    schedules: `${folder}schedules`,
    calendars: 'calendars',
  })

/** Compiles the examples of reports and datasets. */
export const compileExamples = () =>
  compileDefinitions({
    reportFiles: readFolder('examples/reports'),
    datasetFiles: readFolder('examples/datasets'),
    calendarFiles: readCalendars('examples/datasets'),
  })

/** Writes a definition as the file of a folder. */
export const toFile = (
  folder: string,
  definition: { readonly id: string; readonly [key: string]: unknown },
): DefinitionFile => ({
  path: `${folder}/${definition.id}.json`,
  content: new TextEncoder().encode(JSON.stringify(definition)),
})

/** The files that a file names, such as by links, and those that they name. */
function findNamed(file: DefinitionFile, files: readonly DefinitionFile[]): readonly DefinitionFile[] {
  const named = new Set([file])
  for (const { path } of named) {
    const text = readFileSync(path, 'utf8')
    for (const one of files) if (text.includes(`"${getId(one)}"`)) named.add(one)
  }
  named.delete(file)
  return [...named]
}

const getId = ({ path }: DefinitionFile) => basename(path, '.json')

/** Every report file, with the other files of its folder that it needs. */
export const listReportFiles = (): readonly {
  readonly id: string
  readonly file: DefinitionFile
  readonly others: readonly DefinitionFile[]
  /** The datasets that it can ask. */
  readonly datasets: readonly DatasetPlan[]
}[] =>
  definitionFolders.flatMap(({ reports, datasets: folder }) => {
    const files = readFolder(reports)
    const { datasets } = compileDatasetFiles(readFolder(folder), readCalendars(folder))
    return files.map((file) => ({
      id: getId(file),
      file,
      others: findNamed(file, files),
      datasets,
    }))
  })
