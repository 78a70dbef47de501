import type { Report } from '../engine/report-plan.ts'
import type { DatasetPlan } from './datasets/dataset-plan.ts'
import { examineDatasets } from './datasets/examine.ts'
import { examineFiles } from './examine.ts'
import type { DefinitionFile } from './json-document.ts'
import { inOrder, type PlacedFinding } from './placed-finding.ts'
import { examineServed } from './served/examine.ts'
import type { ServedFault } from './served/fault.ts'

/** The files of reports and datasets that belong together. */
export interface DefinitionFiles {
  readonly reportFiles: readonly DefinitionFile[]
  readonly datasetFiles: readonly DefinitionFile[]
}

/** What they come to: reports and datasets where all is well, findings with their places otherwise. */
export interface ExaminedDefinitions {
  readonly reports: readonly Report[]
  readonly datasets: readonly DatasetPlan[]
  readonly findings: readonly PlacedFinding[]
  /** What is worth knowing and stops nothing. */
  readonly notes: readonly PlacedFinding[]
}

/**
 * Reads reports and datasets, and holds each report against the datasets that serve its calls. Never throws; tells
 * every finding. While a dataset is broken, reports are not held against any.
 */
export function examineDefinitions({ reportFiles, datasetFiles }: DefinitionFiles): ExaminedDefinitions {
  const read = examineFiles(reportFiles)
  const { datasets, findings: broken } = examineDatasets(datasetFiles)
  const served = broken.length > 0 ? { faults: [], notes: [] } : examineServed(read.sound, datasets)
  const place = ({ origin, rule, message }: ServedFault) => read.place(origin, rule, message)
  const findings = inOrder([...read.findings, ...broken, ...served.faults.map(place)])
  const isSound = findings.length === 0
  return {
    reports: isSound ? read.reports : [],
    datasets: isSound ? datasets : [],
    findings,
    notes: inOrder(served.notes.map(place)),
  }
}
