import { DatasetDefinition } from '../../../schemas/dataset-definition.ts'
import type { DefinitionFile } from '../json-document.ts'
import { inOrder, type PlacedFinding } from '../placed-finding.ts'
import { readDefinitions } from '../read-definitions.ts'
import { compileDatasets } from './compile.ts'
import type { DatasetPlan } from './dataset-plan.ts'

/** What a folder of dataset definitions comes to: datasets where all is well, findings with their places otherwise. */
export interface ExaminedDatasets {
  readonly datasets: readonly DatasetPlan[]
  readonly findings: readonly PlacedFinding[]
}

/** Reads dataset definitions together, since they share their calls. Never throws; tells every finding. */
export function examineDatasets(files: readonly DefinitionFile[]): ExaminedDatasets {
  const read = readDefinitions(DatasetDefinition, files)
  const compiled = compileDatasets(read.definitions)
  const findings = [
    ...read.findings,
    ...compiled.findings.map(({ dataset, path, rule, message }) => read.place(dataset, path, rule, message)),
  ]
  return { datasets: findings.length === 0 ? compiled.datasets : [], findings: inOrder(findings) }
}
