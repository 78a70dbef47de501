import { basename } from 'node:path'
import { readFolder } from '../../src/definition/read-definitions.ts'
import type { DefinitionFile } from '../../src/definition/json-document.ts'

/** Folders of reports, each with the datasets that serve them: those of the portal, and the examples. */
export const definitionFolders = [
  { reports: 'reports', datasets: 'datasets' },
  { reports: 'examples/reports', datasets: 'examples/datasets' },
] as const

/** Every report file, with the folder of which it is a part and the other files of that folder. */
export const listReportFiles = (): readonly {
  readonly id: string
  readonly file: DefinitionFile
  readonly others: readonly DefinitionFile[]
}[] =>
  definitionFolders.flatMap(({ reports }) => {
    const files = readFolder(reports)
    return files.map((file) => ({
      id: basename(file.path, '.json'),
      file,
      others: files.filter((other) => other !== file),
    }))
  })
