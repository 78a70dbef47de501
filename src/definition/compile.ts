import type { Report } from '../report/plan.ts'
import type { DatasetPlan } from './datasets/dataset-plan.ts'
import { compileDatasetFiles } from './datasets/compile.ts'
import type { DefinitionFile } from './json-document.ts'
import { type AnyRuleId, sortDiagnostics, type LocatedDiagnostic } from './located-diagnostic.ts'
import { checkCompatibility, type CompatibilityError } from './compatibility/check-compatibility.ts'
import { findRenamings } from './former-spelling.ts'
import { ReportDefinition } from '../../schemas/report/definition.ts'
import type { SourceRef } from './diagnostic.ts'
import type { PlanWithSource } from './sections.ts'
import { compileReportSet } from './compile-report.ts'
import { readDefinitions } from './read-definitions.ts'

/** The files of reports and datasets that belong together. */
export interface DefinitionFiles {
  readonly reportFiles: readonly DefinitionFile[]
  readonly datasetFiles: readonly DefinitionFile[]
}

/** What they come to: reports and datasets where all is well, findings with their places otherwise. */
export interface CompiledDefinitions {
  readonly reports: readonly Report[]
  readonly datasets: readonly DatasetPlan[]
  readonly findings: readonly LocatedDiagnostic[]
  /** What is worth knowing and stops nothing. */
  readonly notes: readonly LocatedDiagnostic[]
}

/**
 * Reads reports and datasets, and holds each report against the datasets that serve its calls. Never throws; tells
 * every finding. While a dataset is broken, reports are not held against any.
 */
export function compileDefinitions({ reportFiles, datasetFiles }: DefinitionFiles): CompiledDefinitions {
  const read = compileReportFiles(reportFiles)
  const { datasets, findings: broken } = compileDatasetFiles(datasetFiles)
  const served = broken.length > 0 ? { faults: [], notes: [] } : checkCompatibility(read.sound, datasets)
  const place = ({ origin, rule, message }: CompatibilityError) => read.place(origin, rule, message)
  const findings = sortDiagnostics([...read.findings, ...broken, ...served.faults.map(place)])
  const isSound = findings.length === 0
  return {
    reports: isSound ? read.reports : [],
    datasets: isSound ? datasets : [],
    findings,
    notes: sortDiagnostics(served.notes.map(place)),
  }
}

/** What a set of definition files comes to: reports where all is well, findings with their places otherwise. */
export interface CompiledReports {
  readonly reports: readonly Report[]
  readonly plans: readonly PlanWithSource[]
  /** The screens in whose parts nothing was found, even where other reports have findings. */
  readonly sound: readonly PlanWithSource[]
  readonly findings: readonly LocatedDiagnostic[]
  /** A finding of another check at a place in these files. */
  readonly place: (origin: SourceRef, rule: AnyRuleId, message: string) => LocatedDiagnostic
}

/** Reads definition files together, since they may refer to each other. Never throws; tells every finding. */
export function compileReportFiles(files: readonly DefinitionFile[]): CompiledReports {
  const read = readDefinitions(ReportDefinition, files, findRenamings)
  const place: CompiledReports['place'] = ({ report, path }, rule, message) =>
    read.place(report, path, rule, message)
  const compiled = compileReportSet(read.definitions, read.unread)
  const findings = [
    ...read.findings,
    // A definition that cannot be read has findings of its own; that others need it is no news.
    ...compiled.findings
      .filter(({ rule }) => rule !== 'use-unreadable')
      .map(({ report, path, rule, message }) => place({ report, path }, rule, message)),
  ]
  const isSound = findings.length === 0
  return {
    reports: isSound ? compiled.reports : [],
    plans: isSound ? compiled.plans : [],
    sound: compiled.sound,
    findings: sortDiagnostics(findings),
    place,
  }
}
