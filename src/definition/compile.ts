import type { DatasetPlan } from '../dataset/dataset-plan.ts'
import { buildRoutes, type Route } from '../dataset/routes.ts'
import { compileDatasetFiles, compileQuestion } from './datasets/compile-dataset.ts'
import type { DefinitionFile } from '../diagnostics/json-document.ts'
import {
  type Diagnostic,
  type LocatedDiagnostic,
  type Reporter,
  sortDiagnostics,
} from '../diagnostics/diagnostic.ts'
import type { RuleId } from '../diagnostics/rule-catalogue.ts'
import { checkCompatibility } from './compatibility/check-compatibility.ts'
import {
  chooseReportSchema,
  type ReportDefinition,
  type WrittenReport,
} from '../../schemas/report/definition.ts'
import { type ExpandedReport, expandQuestion } from './questions/expand-question.ts'
import { type Definitions, resolveSection } from './sections.ts'
import { deepFreeze, readDefinitions } from './read-definitions.ts'
import { compileScreen } from './compile-screen.ts'
import { addOwnDays } from './own-days.ts'
import { checkReportSet } from './rules/report-set-rules.ts'
import { checkCompiledSpecs, type FindSpecIssues } from './rules/spec-rules.ts'

/*
 * definition file --(schemas/report/definition.ts: shape, defaults)--> ReportDefinition
 *   --(here: tabs x variants, references, templates)--> ReportPlan, frozen
 *   --(report/selection.ts, report/url-state.ts: what is chosen)--> Selection
 *   --(report/request/response.ts: the response, checked by the plan)--> ReportResponse
 *   --(report/table/build-table.ts: buildTable)--> ReportTable
 *   --> table columns, chart data, workbook, titles, file names
 */

/** Returns true for the id of a report that gets a screen for days that a reader chooses. */
export type HasOwnDays = (report: string) => boolean

export interface DefinitionFiles {
  readonly reportFiles: readonly DefinitionFile[]
  readonly datasetFiles: readonly DefinitionFile[]
  readonly calendarFiles?: readonly DefinitionFile[] | undefined
}

/** What can follow from a column whose field, and so its id, no dataset has. */
const referenceRules: ReadonlySet<RuleId> = new Set<RuleId>([
  'expression',
  'sort-column',
  'condition-column',
  'chart-column',
  'pivot-beside',
])

/** What can follow from a call that no dataset serves as it is written. */
const callRules: ReadonlySet<RuleId> = new Set<RuleId>(['download-url', 'screen-double'])

/**
 * Reads reports and datasets, and compares each report with the datasets that serve its calls. Returns both if all of them
 * are valid, and every diagnostic. Never throws. If a dataset is invalid, reports are not compared with any.
 */
export function compileDefinitions(
  { reportFiles, datasetFiles, calendarFiles }: DefinitionFiles,
  findSpecIssues?: FindSpecIssues,
  hasOwnDays?: HasOwnDays,
) {
  const stored = compileDatasetFiles(datasetFiles, calendarFiles)
  const { diagnostics: datasetDiagnostics } = stored
  const read = compileReportFiles(reportFiles, findSpecIssues, stored.datasets, hasOwnDays)
  const datasets = [...stored.datasets, ...read.datasets]
  const served =
    datasetDiagnostics.length > 0 ? { errors: [], warnings: [] } : checkCompatibility(read.valid, datasets)
  const errors = served.errors.map(read.locate)
  const isCaused = ({ file, rule }: LocatedDiagnostic) =>
    (referenceRules.has(rule) && errors.some((error) => error.file === file)) ||
    (rule === 'question' && datasetDiagnostics.length > 0) ||
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
    /** The reports if each of them is valid, also where a dataset or their fit is not. */
    screens: read.reports,
    /** Mismatches that may be intended; they do not make the definitions invalid. */
    warnings: sortDiagnostics(served.warnings.map(read.locate)),
  }
}

export type CompiledReports = ReturnType<typeof compileReportFiles>

/**
 * Reads report files together, since they may refer to each other; `datasets` are those that they can ask. Never throws;
 * returns every diagnostic.
 */
export function compileReportFiles(
  files: readonly DefinitionFile[],
  findSpecIssues?: FindSpecIssues,
  datasets: readonly DatasetPlan[] = [],
  hasOwnDays?: HasOwnDays,
) {
  const { definitions, unread, locate, ...read } = readDefinitions(chooseReportSchema, files)
  const compiled = compileReportSet(definitions, unread, findSpecIssues, datasets, hasOwnDays)
  const diagnostics = sortDiagnostics([...read.diagnostics, ...compiled.diagnostics.map(locate)])
  return { ...compiled, ...(diagnostics.length > 0 && { reports: [], plans: [] }), diagnostics, locate }
}

/**
 * Compiles definitions that fit the schema and reports everything that is wrong with them. `unread` are the ids of
 * definitions that could not be read; sections taken from them are not checked.
 */
export function compileReportSet(
  written: readonly WrittenReport[],
  unread: readonly string[] = [],
  findSpecIssues: FindSpecIssues = () => [],
  sources: readonly DatasetPlan[] = [],
  hasOwnDays: HasOwnDays = () => true,
) {
  const found = new Map<string, Diagnostic>()
  const reportOnce: Reporter = (diagnostic) => {
    const { report, path, rule, index } = diagnostic
    const key = JSON.stringify([report, path, rule, index])
    if (!found.has(key)) found.set(key, diagnostic)
  }
  const expanded = written.flatMap((one) => expandQuestion(one, sources, reportOnce) ?? [])
  const list = expanded.map(({ definition }) => definition)
  const datasets = expanded.flatMap(({ definition: { id }, question }) =>
    question === null
      ? []
      : [
          compileQuestion(question.dataset, question.source, question.tables, (path, rule, message) =>
            reportOnce({ report: id, path: question.findPath(path), rule, message }),
          ),
        ],
  )
  const definitions: Definitions = new Map([
    ...[...unread, ...written.map(({ id }) => id)].map((id) => [id, null] as const),
    ...list.map((definition) => [definition.id, definition] as const),
  ])
  const routes = buildRoutes([...sources, ...datasets])
  const compiled = expanded.map(({ definition, question }) =>
    compileReport(definition, definitions, reportOnce, question, routes),
  )
  const reports = compiled.map(({ report }) => report)
  const plans = compiled.flatMap(({ screens }) => screens)
  checkReportSet(list, reports, plans, reportOnce)
  for (const screen of plans) checkCompiledSpecs(screen, findSpecIssues)
  const diagnostics = [...found.values()]
  const causes = diagnostics.filter(({ rule }) => !referenceRules.has(rule) && !callRules.has(rule))
  const invalid = new Set(causes.map(({ report }) => report))
  /** The screens that can be compared with datasets, even if other reports have diagnostics. */
  const valid = plans.filter(({ plan, origins }) =>
    [plan.reportId, ...Object.values(origins).flatMap((origin) => origin?.report ?? [])].every(
      (report) => !invalid.has(report),
    ),
  )
  if (diagnostics.length > 0) return { reports: [], plans: [], valid, datasets, diagnostics }
  const inOrder = reports.toSorted((a, b) => a.menu.order - b.menu.order || (a.id < b.id ? -1 : 1))
  const asked = written.filter(({ id }) => hasOwnDays(id))
  const complete = addOwnDays({ reports: inOrder, datasets }, asked, sources, definitions)
  return { ...deepFreeze(complete), plans, valid, diagnostics }
}

function compileReport(
  definition: ReportDefinition,
  definitions: Definitions,
  onDiagnostic: Reporter,
  question: ExpandedReport['question'],
  routes: readonly Route[],
) {
  const { id, path, menu, variants = [] } = definition
  const tabs =
    resolveSection('tabs', definition, { tab: null, variant: null }, definitions, onDiagnostic) ?? null
  const items = tabs?.value.items ?? (definition.tabs === undefined ? [null] : [])
  const screens = items.flatMap((tab) =>
    (variants.length > 0 ? variants : [null]).flatMap(
      (variant) =>
        compileScreen(definition, tabs, tab, variant, definitions, onDiagnostic, question, routes) ?? [],
    ),
  )
  const name = ({ id, label }: { readonly id: string; readonly label: string }) => ({ id, label })
  return {
    report: {
      id,
      path,
      menu,
      tabs: tabs && { navigation: tabs.value.navigation, items: tabs.value.items.map(name) },
      variants: variants.map(name),
      plans: screens.map(({ plan }) => plan),
    },
    screens,
  }
}
