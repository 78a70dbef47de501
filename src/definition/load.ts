import { relative } from 'node:path'
import type { DatasetPlan } from './datasets/dataset-plan.ts'
import { compileDefinitions, compileReportFiles } from './compile.ts'
import type { DefinitionFile } from './json-document.ts'
import { formatDiagnostic, type LocatedDiagnostic } from './located-diagnostic.ts'
import { readFolder } from './read-definitions.ts'
import type { Report } from '../report/plan.ts'
import { compileDatasetFiles } from './datasets/compile.ts'

/** Definitions that cannot be used; the message is every finding with its place, a line each. */
export class InvalidDefinitionsError extends Error {
  override readonly name = 'InvalidDefinitionsError'
  readonly findings: readonly LocatedDiagnostic[]

  constructor(folder: string, findings: readonly LocatedDiagnostic[]) {
    super(`the definitions in ${folder} cannot be used:\n${findings.map(formatDiagnostic).join('\n')}`)
    this.findings = findings
  }
}

/** Reads and compiles every report of a folder, in the order of the menu. Throws with every finding. */
export function loadReports(folder: string): readonly Report[] {
  const { reports, findings } = compileReportFiles(definitionFiles(folder, 'report', 'REPORTS_DIR'))
  if (findings.length > 0) throw new InvalidDefinitionsError(folder, findings)
  return reports
}

/** Reads reports and datasets and holds the ones against the others. Throws with every finding. */
export function loadDefinitions(
  reportsFolder: string,
  datasetsFolder: string,
): { readonly reports: readonly Report[]; readonly datasets: readonly DatasetPlan[] } {
  const { reports, datasets, findings } = compileDefinitions({
    reportFiles: definitionFiles(reportsFolder, 'report', 'REPORTS_DIR'),
    datasetFiles: definitionFiles(datasetsFolder, 'dataset', 'DATASETS_DIR'),
  })
  if (findings.length > 0) {
    throw new InvalidDefinitionsError(`${reportsFolder} and ${datasetsFolder}`, findings)
  }
  return { reports, datasets }
}

/** The definition files of a folder; `kind` and `variable` are for the message where it cannot be read. */
function definitionFiles(folder: string, kind: string, variable: string): DefinitionFile[] {
  try {
    // Paths as the author types them, where the folder is below the one that the process runs in.
    const near = relative(process.cwd(), folder)
    return readFolder(near === '' || near.startsWith('..') ? folder : near)
  } catch (error) {
    throw new Error(
      `the ${kind} definitions cannot be read from ${folder}; set ${variable} to their folder`,
      {
        cause: error,
      },
    )
  }
}

/** Reads and compiles every dataset of a folder. Throws with every finding. */
export function loadDatasets(folder: string): readonly DatasetPlan[] {
  const { datasets, findings } = compileDatasetFiles(definitionFiles(folder, 'dataset', 'DATASETS_DIR'))
  if (findings.length > 0) throw new InvalidDefinitionsError(folder, findings)
  return datasets
}
