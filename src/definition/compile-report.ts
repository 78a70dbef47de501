import { mapChartTypes } from '../../schemas/report/chart-types.ts'
import type { ReportDefinition } from '../../schemas/report/definition.ts'
import { reservedNames } from '../report/url-state.ts'
import { type Diagnostic, childRef, type Reporter, type SourceRef, type Path } from './diagnostic.ts'
import { getGranularity, getDefaultTexts } from './default-texts.ts'
import {
  type Definitions,
  type Resolved,
  type SectionName,
  resolveSection,
  type PlanWithSource,
  resolveTabs,
} from './sections.ts'
import { compileColumn } from './columns/index.ts'
import { compileKey } from './keys/index.ts'
import { compileSelector } from './selectors/index.ts'
import type { ChartType, Report, ReportPlan } from '../report/plan.ts'
import { checkCall, checkParams, checkSent } from './rules/call-rules.ts'
import { checkChart } from './rules/chart-rules.ts'
import { checkColumns } from './rules/column-rules.ts'
import { checkReportSet } from './rules/report-set-rules.ts'
import { checkSelectors } from './rules/selector-rules.ts'
import { checkFileName, checkImageName, checkTemplate } from './rules/template-rules.ts'
import { renderUrl, renderTemplate } from '../report/template.ts'

/*
 * definition file --(schemas/report/definition.ts: shape, defaults)--> ReportDefinition
 *   --(here: tabs x variants, references, templates)--> ReportPlan, frozen
 *   --(report/selection.ts, report/url-state.ts: what is chosen)--> Selection
 *   --(report/response.ts: the response, checked by the plan)--> ReportResponse
 *   --(report/table.ts: buildTable)--> ReportTable
 *   --> table columns, chart data, workbook, titles, file names
 */

/** The result for a folder: its reports, only if there are no findings. */
export interface CompileResult {
  readonly reports: readonly Report[]
  readonly plans: readonly PlanWithSource[]
  /** The screens whose sections have no findings, even if other reports have some. */
  readonly sound: readonly PlanWithSource[]
  readonly findings: readonly Diagnostic[]
}

/**
 * Compiles definitions that fit the schema and reports everything that is wrong with them. `unread` are the ids of
 * definitions that could not be read; sections taken from them are not checked.
 */
export function compileReportSet(
  list: readonly ReportDefinition[],
  unread: readonly string[] = [],
): CompileResult {
  const findings: Diagnostic[] = []
  const { reports, plans } = compileAll(list, (finding) => findings.push(finding), unread)
  if (findings.length === 0) return { reports: reports.map(deepFreeze), plans, sound: plans, findings }
  const faulty = new Set(findings.map(({ report }) => report))
  const sound = plans.filter(({ plan, origins }) => {
    const writtenIn = Object.values(origins).flatMap((origin) => (origin === null ? [] : [origin.report]))
    return [plan.reportId, ...writtenIn].every((report) => !faulty.has(report))
  })
  return { reports: [], plans: [], sound, findings }
}

function compileAll(
  list: readonly ReportDefinition[],
  note: Reporter,
  unread: readonly string[] = [],
): { reports: Report[]; plans: readonly PlanWithSource[] } {
  const seen = new Set<string>()
  const noteOnce = (finding: Diagnostic) => {
    const key = JSON.stringify([finding.report, finding.path, finding.rule, finding.message])
    if (!seen.has(key)) note(finding)
    seen.add(key)
  }
  const definitions: Definitions = new Map([
    ...unread.map((id) => [id, null] as const),
    ...list.map((definition) => [definition.id, definition] as const),
  ])
  const plans: PlanWithSource[] = []
  const reports = list.map((definition) => compileReport(definition, definitions, plans, noteOnce))
  checkReportSet(list, reports, plans, noteOnce)
  const inOrder = reports.toSorted((a, b) => a.menu.order - b.menu.order || (a.id < b.id ? -1 : 1))
  return { reports: inOrder, plans }
}

function compileReport(
  definition: ReportDefinition,
  definitions: Definitions,
  placed: PlanWithSource[],
  note: Reporter,
): Report {
  const located = resolveTabs(definition, definitions, note)
  const tabs = located?.value ?? null
  const variants = definition.variants ?? []
  const plans: PlanWithSource[] = []
  const items = tabs?.items ?? (definition.tabs === undefined ? [null] : [])
  for (const [index, item] of items.entries()) {
    const tab = item && located && { ...item, origin: childRef(located.origin, 'items', index) }
    for (const variant of variants.length > 0 ? variants : [null]) {
      const plan = compilePlan(definition, tab, variant, definitions, note)
      if (plan !== null) plans.push(plan)
    }
  }
  placed.push(...plans)
  return {
    id: definition.id,
    path: definition.path,
    menu: definition.menu,
    tabs: tabs && { navigation: tabs.navigation, items: tabs.items.map(({ id, label }) => ({ id, label })) },
    variants: variants.map(({ id, label }) => ({ id, label })),
    plans: plans.map(({ plan }) => plan),
  }
}

interface NamedScreen {
  readonly id: string
  readonly label: string
}

function compilePlan(
  definition: ReportDefinition,
  tab: (NamedScreen & { params: Record<string, string>; origin: SourceRef }) | null,
  variant: NamedScreen | null,
  definitions: Definitions,
  note: Reporter,
): PlanWithSource | null {
  const screen = { tab: tab?.id ?? null, variant: variant?.id ?? null }
  const part = <P extends SectionName>(name: P, to: Reporter = note) =>
    resolveSection(name, definition, screen, definitions, to)
  const must = <P extends SectionName>(name: P) => {
    let isTold = false
    const found = part(name, (finding) => {
      isTold = true
      note(finding)
    })
    if (found === null && !isTold) {
      const path: Path = tab && variant === null ? ['tabs'] : []
      const message = `no ${name}${tab ? ` for the tab '${tab.id}'` : ''}`
      note({ report: definition.id, path, rule: 'part-missing', message })
    }
    return found
  }
  const selectors = must('selectors')
  const data = must('data')
  const rows = must('rows')
  const columns = must('columns')
  if (selectors === null || data === null || rows === null || columns === null) return null
  const table = part('table')
  const chart = part('chart')
  const download = part('download')

  const fixed = new Map<string, string>([
    ['report', definition.menu.label],
    ...(tab ? [['tab', tab.label] as const, ...Object.entries(tab.params)] : []),
    ...(variant ? [['variant', variant.label] as const] : []),
  ])
  const own = (path: Path): SourceRef => ({ report: definition.id, path })
  const fixedText = (template: string, origin: SourceRef) => {
    checkTemplate(template, fixed.keys(), origin, note)
    return renderTemplate(template, fixed)
  }
  const title = fixedText(definition.title, own(['title']))
  const heading = part('heading')
  fixed.set('heading', heading ? fixedText(heading.value, heading.origin) : (tab?.label ?? title))

  const kinds = selectors.value.map(({ kind }) => kind)
  const level = getGranularity(kinds, rows.value.key.kind)
  const usual = getDefaultTexts(level)
  const names = selectors.value.flatMap(({ name }) => [name, `${name}Name`])
  const known = [...fixed.keys(), ...names, 'period', 'today']
  const text = (template: string, origin: SourceRef, more: readonly string[] = []) => {
    checkTemplate(template, [...known, ...more], origin, note)
    return renderTemplate(template, fixed)
  }
  const call = (template: string, origin: SourceRef, chosen = names) => {
    checkTemplate(template, [...fixed.keys(), ...chosen], origin, note)
    const filled = renderUrl(template, fixed)
    checkCall(template, filled, origin, note)
    return filled
  }
  const sent = (template: string, origin: SourceRef) => {
    const chosen = selectors.value.map(({ name }) => name)
    checkSent(template, chosen, origin, note)
    return call(template, origin)
  }
  const within = ({ origin }: Resolved<unknown>, ...path: Path): SourceRef => childRef(origin, ...path)

  checkSelectors(selectors.value, rows, selectors.origin, note)
  if (tab !== null) {
    const chosen = selectors.value.map(({ name }) => name)
    checkParams(Object.keys(tab.params), chosen, reservedNames, childRef(tab.origin, 'params'), note)
  }
  const columnPlans = columns.value.map(compileColumn)
  const key = compileKey(rows.value.key)
  checkColumns(columnPlans, columns, key, rows.origin, data, note)
  if (chart !== null) checkChart(columnPlans, chart, note)

  const messagesOf = (view: 'table' | 'chart') => {
    const { unreachable, rejected, empty } = data.value.messages[view]
    const at = (key: string) => within(data, 'messages', view, key)
    return {
      unreachable: text(unreachable, at('unreachable')),
      rejected: text(rejected, at('rejected')),
      empty: empty === undefined ? null : text(empty, at('empty')),
    }
  }
  const chartText = (kind: 'titles' | 'images', type: ChartType) => {
    const written = chart?.value[kind][type]
    const origin = chart ? within(chart, kind, type) : own(['chart', kind, type])
    const filled = text(written ?? usual[kind][type], origin)
    if (kind === 'images') checkImageName(filled, origin, note)
    return filled
  }
  const tableText = (key: 'title' | 'empty', otherwise: string) =>
    text(table?.value[key] ?? otherwise, table ? within(table, key) : own(['table', key]))
  const fileName = (template: string, origin: SourceRef) => {
    const filled = text(template, origin)
    checkFileName(filled, origin, note)
    return filled
  }

  const plan: ReportPlan = {
    key: [definition.id, tab?.id, variant?.id].filter((name) => name !== undefined).join('/'),
    reportId: definition.id,
    tab: screen.tab,
    variant: screen.variant,
    title,
    breadcrumb: definition.breadcrumb.map((crumb, index) => fixedText(crumb, own(['breadcrumb', index]))),
    requiredMessage: part('requiredMessage')?.value ?? 'missing',
    selectors: selectors.value.map((selector, index) =>
      compileSelector(selector, (template) => call(template, within(selectors, index, 'options', 'url'), [])),
    ),
    data: {
      url: sent(data.value.url, within(data, 'url')),
      recordsPath: data.value.recordsPath.split('.'),
      listPaths: Object.fromEntries(
        Object.entries(data.value.listPaths).map(([name, path]) => [name, path.split('.')]),
      ),
      ignoreFields: data.value.ignoreFields,
      messages: { table: messagesOf('table'), chart: messagesOf('chart') },
    },
    rows: {
      key,
      fillMissing: rows.value.fillMissing,
      total: rows.value.total ?? null,
    },
    columns: columnPlans,
    table: {
      title: tableText('title', usual.table),
      empty: tableText('empty', 'No data available for {period}'),
    },
    chart: {
      labels: chart?.value.labels ?? usual.labels,
      titles: mapChartTypes((type) => chartText('titles', type)),
      images: mapChartTypes((type) => chartText('images', type)),
      initiallyVisible: chart?.value.initiallyVisible ?? { columns: [], first: 5, countBy: 'series' },
      hint: chart?.value.hint ?? null,
    },
    download: download && {
      url: sent(download.value.url, within(download, 'url')),
      fileName: fileName(download.value.fileName, within(download, 'fileName')),
      useServerFileName: download.value.useServerFileName,
      errorFormat: download.value.errorFormat,
      failureMessage: text(download.value.failureMessage, within(download, 'failureMessage'), ['reason']),
    },
  }
  const origins = {
    selectors: selectors.origin,
    data: data.origin,
    rows: rows.origin,
    columns: columns.origin,
    download: download?.origin ?? null,
    params: tab && childRef(tab.origin, 'params'),
  }
  return { plan, origins, written: { data: data.value.url, download: download?.value.url ?? null } }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}
