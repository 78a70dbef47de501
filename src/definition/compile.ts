import type { Report } from '../report/plan.ts'
import type { DatasetPlan } from './datasets/dataset-plan.ts'
import { compileDatasetFiles } from './datasets/compile.ts'
import type { DefinitionFile } from './json-document.ts'
import {
  type CompatibilityError,
  type Diagnostic,
  type LocatedDiagnostic,
  type Reporter,
  sortDiagnostics,
  type SourceRef,
} from './diagnostic.ts'
import type { RuleId } from './rules/index.ts'
import { checkCompatibility } from './compatibility/check-compatibility.ts'
import { ReportDefinition } from '../../schemas/report/definition.ts'
import { type Definitions, type PlanWithSource, resolveSection } from './sections.ts'
import { readDefinitions } from './read-definitions.ts'
import { compileScreen } from './compile-screen.ts'
import { deepFreeze } from './deep-freeze.ts'
import { checkReportSet } from './rules/report-set-rules.ts'

/*
 * definition file --(schemas/report/definition.ts: shape, defaults)--> ReportDefinition
 *   --(here: tabs x variants, references, templates)--> ReportPlan, frozen
 *   --(report/selection.ts, report/url-state.ts: what is chosen)--> Selection
 *   --(report/request/response.ts: the response, checked by the plan)--> ReportResponse
 *   --(report/table/build-table.ts: buildTable)--> ReportTable
 *   --> table columns, chart data, workbook, titles, file names
 */

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

/** What can follow from a column whose field, and so its id, no dataset has. */
const referenceRules: ReadonlySet<RuleId> = new Set<RuleId>([
  'operand-unknown',
  'sum-unknown',
  'sort-column',
  'total-weights',
  'highlight-column',
  'alert-column',
  'visible-unknown',
  'axis-unknown',
  'pivot-beside',
])

/** What can follow from a call that no dataset serves as it is written. */
const callRules: ReadonlySet<RuleId> = new Set<RuleId>(['download-url', 'download-layout', 'screen-double'])

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
  const errors = served.errors.map(locate)
  const isCaused = ({ file, rule }: LocatedDiagnostic) =>
    (referenceRules.has(rule) && errors.some((error) => error.file === file)) ||
    (callRules.has(rule) && errors.length > 0)
  const diagnostics = sortDiagnostics([
    ...read.diagnostics.filter((diagnostic) => !isCaused(diagnostic)),
    ...datasetDiagnostics,
    ...errors,
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
  /** The screens that can be compared with datasets, even if other reports have diagnostics. */
  readonly valid: readonly PlanWithSource[]
  readonly diagnostics: readonly LocatedDiagnostic[]
  /** Builds a diagnostic of another check, located in these files. */
  readonly locate: (origin: SourceRef, rule: RuleId, message: string) => LocatedDiagnostic
}

/** Reads report files together, since they may refer to each other. Never throws; returns every diagnostic. */
export function compileReportFiles(files: readonly DefinitionFile[]): CompiledReports {
  const read = readDefinitions(ReportDefinition, files, 'id-unique')
  const locate: CompiledReports['locate'] = ({ report, path }, rule, message) =>
    read.locate(report, path, rule, message)
  const compiled = compileReportSet(read.definitions, read.unread)
  const diagnostics = [
    ...read.diagnostics,
    // A definition that cannot be read has diagnostics of its own; those of its users would only repeat them.
    ...compiled.diagnostics
      .filter(({ rule }) => rule !== 'use-unreadable')
      .map(({ report, path, rule, message, index }) => read.locate(report, path, rule, message, index)),
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

/** The result for a set of definitions: its reports, only if there are no diagnostics. */
export interface CompileResult {
  readonly reports: readonly Report[]
  readonly plans: readonly PlanWithSource[]
  /** The screens that can be compared with datasets, even if other reports have diagnostics. */
  readonly valid: readonly PlanWithSource[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Compiles definitions that fit the schema and reports everything that is wrong with them. `unread` are the ids of
 * definitions that could not be read; sections taken from them are not checked.
 */
export function compileReportSet(
  list: readonly ReportDefinition[],
  unread: readonly string[] = [],
): CompileResult {
  const diagnostics: Diagnostic[] = []
  const { reports, plans } = compileAll(list, (diagnostic) => diagnostics.push(diagnostic), unread)
  if (diagnostics.length === 0) return { reports: reports.map(deepFreeze), plans, valid: plans, diagnostics }
  const causes = diagnostics.filter(({ rule }) => !referenceRules.has(rule) && !callRules.has(rule))
  const invalid = new Set(causes.map(({ report }) => report))
  const valid = plans.filter(({ plan, origins }) => {
    const writtenIn = Object.values(origins).flatMap((origin) => (origin === null ? [] : [origin.report]))
    return [plan.reportId, ...writtenIn].every((report) => !invalid.has(report))
  })
  return { reports: [], plans: [], valid, diagnostics }
}

function compileAll(
  list: readonly ReportDefinition[],
  onDiagnostic: Reporter,
  unread: readonly string[] = [],
): { reports: Report[]; plans: readonly PlanWithSource[] } {
  const seen = new Set<string>()
  const reportOnce = (diagnostic: Diagnostic) => {
    const { report, path, rule, index } = diagnostic
    const key = JSON.stringify([report, path, rule, index])
    if (!seen.has(key)) onDiagnostic(diagnostic)
    seen.add(key)
  }
  const definitions: Definitions = new Map([
    ...unread.map((id) => [id, null] as const),
    ...list.map((definition) => [definition.id, definition] as const),
  ])
  const plans: PlanWithSource[] = []
  const reports = list.map((definition) => compileReport(definition, definitions, plans, reportOnce))
  checkReportSet(list, reports, plans, reportOnce)
  const inOrder = reports.toSorted((a, b) => a.menu.order - b.menu.order || (a.id < b.id ? -1 : 1))
  return { reports: inOrder, plans }
}

function compileReport(
  definition: ReportDefinition,
  definitions: Definitions,
  allPlans: PlanWithSource[],
  onDiagnostic: Reporter,
): Report {
  const located = resolveSection('tabs', definition, { tab: null, variant: null }, definitions, onDiagnostic)
  const tabs = located?.value ?? null
  const variants = definition.variants ?? []
  const plans: PlanWithSource[] = []
  const items = tabs?.items ?? (definition.tabs === undefined ? [null] : [])
  const ids = items.flatMap((one) => one?.id ?? [])
  const others = tabs?.items.flatMap(({ params }) => Object.keys(params)) ?? []
  const all = items.map((item, index) => {
    const origin = located?.origin.at('items', index)
    return item && origin ? { ...item, ids, others, origin } : null
  })
  for (const tab of all) {
    for (const variant of variants.length > 0 ? variants : [null]) {
      const plan = compileScreen(definition, tab, variant, definitions, onDiagnostic)
      if (plan !== null) plans.push(plan)
    }
  }
  allPlans.push(...plans)
  return {
    id: definition.id,
    path: definition.path,
    menu: definition.menu,
    tabs: tabs && { navigation: tabs.navigation, items: tabs.items.map(({ id, label }) => ({ id, label })) },
    variants: variants.map(({ id, label }) => ({ id, label })),
    plans: plans.map(({ plan }) => plan),
  }
}
