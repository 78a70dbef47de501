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

/** The result: reports and datasets if all of them are valid, located diagnostics otherwise. */
export interface CompiledDefinitions {
  readonly reports: readonly Report[]
  readonly datasets: readonly DatasetPlan[]
  readonly diagnostics: readonly LocatedDiagnostic[]
  /** Mismatches that may be intended; they do not make the definitions invalid. */
  readonly warnings: readonly LocatedDiagnostic[]
}

/**
 * Reads reports and datasets, and compares each report with the datasets that serve its calls. Never throws; returns
 * every diagnostic. If a dataset is invalid, reports are not compared with any.
 */
export function compileDefinitions({ reportFiles, datasetFiles }: DefinitionFiles): CompiledDefinitions {
  const read = compileReportFiles(reportFiles)
  const { datasets, diagnostics: datasetDiagnostics } = compileDatasetFiles(datasetFiles)
  const served =
    datasetDiagnostics.length > 0 ? { errors: [], warnings: [] } : checkCompatibility(read.valid, datasets)
  const locate = ({ origin, rule, message }: CompatibilityError) => read.locate(origin, rule, message)
  const diagnostics = sortDiagnostics([
    ...read.diagnostics,
    ...datasetDiagnostics,
    ...served.errors.map(locate),
  ])
  const isValid = diagnostics.length === 0
  return {
    reports: isValid ? read.reports : [],
    datasets: isValid ? datasets : [],
    diagnostics,
    warnings: sortDiagnostics(served.warnings.map(locate)),
  }
}

/** The result for a set of report files: reports if all of them are valid, located diagnostics otherwise. */
export interface CompiledReports {
  readonly reports: readonly Report[]
  readonly plans: readonly PlanWithSource[]
  /** The screens whose sections have no diagnostics, even if other reports have some. */
  readonly valid: readonly PlanWithSource[]
  readonly diagnostics: readonly LocatedDiagnostic[]
  /** Builds a diagnostic of another check, located in these files. */
  readonly locate: (origin: SourceRef, rule: AnyRuleId, message: string) => LocatedDiagnostic
}

/** Reads report files together, since they may refer to each other. Never throws; returns every diagnostic. */
export function compileReportFiles(files: readonly DefinitionFile[]): CompiledReports {
  const read = readDefinitions(ReportDefinition, files, findRenamings)
  const locate: CompiledReports['locate'] = ({ report, path }, rule, message) =>
    read.locate(report, path, rule, message)
  const compiled = compileReportSet(read.definitions, read.unread)
  const diagnostics = [
    ...read.diagnostics,
    // A definition that cannot be read has diagnostics of its own; those of its users would only repeat them.
    ...compiled.diagnostics
      .filter(({ rule }) => rule !== 'use-unreadable')
      .map(({ report, path, rule, message }) => locate({ report, path }, rule, message)),
  ]
  const isValid = diagnostics.length === 0
  return {
    reports: isValid ? compiled.reports : [],
    plans: isValid ? compiled.plans : [],
    valid: compiled.valid,
    diagnostics: sortDiagnostics(diagnostics),
    locate,
  }
}
