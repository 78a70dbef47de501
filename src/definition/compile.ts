import type { Report } from '../report/plan.ts'
import type { DatasetPlan } from './datasets/dataset-plan.ts'
import { examineDatasets } from './datasets/compile.ts'
import type { DefinitionFile } from './json-document.ts'
import { type AnyRule, inOrder, type PlacedFinding } from './located-diagnostic.ts'
import { examineServed, type ServedFault } from './compatibility/check-compatibility.ts'
import { ReportDefinition } from '../../schemas/report/definition.ts'
import type { Origin } from './diagnostic.ts'
import type { PlacedPlan } from './sections.ts'
import { examineReports } from './compile-report.ts'
import { readDefinitions } from './read-definitions.ts'

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

/** What a set of definition files comes to: reports where all is well, findings with their places otherwise. */
export interface Examined {
  readonly reports: readonly Report[]
  readonly plans: readonly PlacedPlan[]
  /** The screens in whose parts nothing was found, even where other reports have findings. */
  readonly sound: readonly PlacedPlan[]
  readonly findings: readonly PlacedFinding[]
  /** A finding of another check at a place in these files. */
  readonly place: (origin: Origin, rule: AnyRule, message: string) => PlacedFinding
}

/** Reads definition files together, since they may refer to each other. Never throws; tells every finding. */
export function examineFiles(files: readonly DefinitionFile[]): Examined {
  const read = readDefinitions(ReportDefinition, files)
  const place: Examined['place'] = ({ report, path }, rule, message) =>
    read.place(report, path, rule, message)
  const compiled = examineReports(read.definitions, read.unread)
  const findings = [
    ...read.findings,
    // A definition that cannot be read has findings of its own; that others need it is no news.
    ...compiled.findings
      .filter(({ rule }) => rule !== 'from-unread')
      .map(({ report, path, rule, message }) => place({ report, path }, rule, message)),
  ]
  const isSound = findings.length === 0
  return {
    reports: isSound ? compiled.reports : [],
    plans: isSound ? compiled.plans : [],
    sound: compiled.sound,
    findings: inOrder(findings),
    place,
  }
}
