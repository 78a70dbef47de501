import type { ReportDefinition } from '../../schemas/report/definition.ts'
import { type Diagnostic, childRef, type Reporter } from './diagnostic.ts'
import { type Definitions, type PlanWithSource, resolveTabs } from './sections.ts'
import { compileScreen } from './compile-screen.ts'
import type { Report } from '../report/plan.ts'
import { checkReportSet } from './rules/report-set-rules.ts'

/*
 * definition file --(schemas/report/definition.ts: shape, defaults)--> ReportDefinition
 *   --(here: tabs x variants, references, templates)--> ReportPlan, frozen
 *   --(report/selection.ts, report/url-state.ts: what is chosen)--> Selection
 *   --(report/response.ts: the response, checked by the plan)--> ReportResponse
 *   --(report/table.ts: buildTable)--> ReportTable
 *   --> table columns, chart data, workbook, titles, file names
 */

/** The result for a folder: its reports, only if there are no diagnostics. */
export interface CompileResult {
  readonly reports: readonly Report[]
  readonly plans: readonly PlanWithSource[]
  /** The screens whose sections have no diagnostics, even if other reports have some. */
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
  const faulty = new Set(diagnostics.map(({ report }) => report))
  const valid = plans.filter(({ plan, origins }) => {
    const writtenIn = Object.values(origins).flatMap((origin) => (origin === null ? [] : [origin.report]))
    return [plan.reportId, ...writtenIn].every((report) => !faulty.has(report))
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
    const key = JSON.stringify([diagnostic.report, diagnostic.path, diagnostic.rule, diagnostic.message])
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
  const located = resolveTabs(definition, definitions, onDiagnostic)
  const tabs = located?.value ?? null
  const variants = definition.variants ?? []
  const plans: PlanWithSource[] = []
  const items = tabs?.items ?? (definition.tabs === undefined ? [null] : [])
  for (const [index, item] of items.entries()) {
    const tab = item && located && { ...item, origin: childRef(located.origin, 'items', index) }
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

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}
