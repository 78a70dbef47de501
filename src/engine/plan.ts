import type { ReportDefinition } from '../../schemas/report-definition.ts'
import { DefinitionError, type Finding, type Origin, type Path } from './finding.ts'
import { levelOf, levelTexts } from './level.ts'
import { type Definitions, type Located, partOf, type PartName, tabsOf } from './parts.ts'
import { checkColumns, checkPlans, checkSelectors, checkTemplate } from './plan-rules.ts'
import { compileColumn, compileKey, compileSelector } from './plan-parts.ts'
import type { Report, ReportPlan } from './report-plan.ts'
import { fillCall, fillTemplate } from './template.ts'

/*
 * definition file --(schemas/report-definition.ts: shape, defaults)--> ReportDefinition
 *   --(here: tabs x variants, references, templates)--> ReportPlan, frozen
 *   --(selection.ts, address.ts: what is chosen)--> Selection
 *   --(answer.ts: the call's answer, checked by the plan)--> Answer
 *   --(rows.ts: buildTable)--> ReportTable
 *   --> table columns, chart data, workbook, titles, file names
 */

/** Compiles all definitions of a folder together. Throws DefinitionError with every finding. */
export function compileReports(list: readonly ReportDefinition[]): Report[] {
  const findings: Finding[] = []
  const reports = compileAll(list, (finding) => findings.push(finding))
  if (findings.length > 0) throw new DefinitionError(findings)
  return reports.map(deepFreeze)
}

/** All findings of definitions that already have the right shape. */
export function findingsOf(list: readonly ReportDefinition[]): Finding[] {
  const findings: Finding[] = []
  compileAll(list, (finding) => findings.push(finding))
  return findings
}

function compileAll(list: readonly ReportDefinition[], note: (finding: Finding) => void): Report[] {
  const seen = new Set<string>()
  const noteOnce = (finding: Finding) => {
    const key = JSON.stringify([finding.report, finding.path, finding.rule, finding.message])
    if (!seen.has(key)) note(finding)
    seen.add(key)
  }
  const definitions: Definitions = new Map(list.map((definition) => [definition.id, definition]))
  const reports = list.map((definition) => compileReport(definition, definitions, noteOnce))
  checkPlans(list, reports, noteOnce)
  return reports.toSorted((a, b) => a.menu.order - b.menu.order || (a.id < b.id ? -1 : 1))
}

function compileReport(
  definition: ReportDefinition,
  definitions: Definitions,
  note: (finding: Finding) => void,
): Report {
  const tabs = tabsOf(definition, definitions, note)?.value ?? null
  const variants = definition.variants ?? []
  const plans: ReportPlan[] = []
  for (const tab of tabs?.items ?? [null]) {
    for (const variant of variants.length > 0 ? variants : [null]) {
      const plan = compilePlan(definition, tab, variant, definitions, note)
      if (plan !== null) plans.push(plan)
    }
  }
  return {
    id: definition.id,
    path: definition.path,
    menu: definition.menu,
    tabs: tabs && { as: tabs.as, items: tabs.items.map(({ id, label }) => ({ id, label })) },
    variants: variants.map(({ id, label }) => ({ id, label })),
    plans,
  }
}

interface NamedScreen {
  readonly id: string
  readonly label: string
}

function compilePlan(
  definition: ReportDefinition,
  tab: (NamedScreen & { params: Record<string, string> }) | null,
  variant: NamedScreen | null,
  definitions: Definitions,
  note: (finding: Finding) => void,
): ReportPlan | null {
  const screen = { tab: tab?.id ?? null, variant: variant?.id ?? null }
  const part = <P extends PartName>(name: P) => partOf(name, definition, screen, definitions, note)
  const must = <P extends PartName>(name: P) => {
    const found = part(name)
    if (found === null) {
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
  const own = (path: Path): Origin => ({ report: definition.id, path })
  const fixedText = (template: string, origin: Origin) => {
    checkTemplate(template, fixed.keys(), origin, note)
    return fillTemplate(template, fixed)
  }
  const title = fixedText(definition.title, own(['title']))
  const heading = part('heading')
  fixed.set('heading', heading ? fixedText(heading.value, heading.origin) : (tab?.label ?? title))

  const level = levelOf(selectors.value.map(({ kind }) => kind))
  const usual = levelTexts[level]
  const names = selectors.value.flatMap(({ name }) => [name, `${name}Name`])
  const known = [...fixed.keys(), ...names, 'period', 'today']
  const text = (template: string, origin: Origin, more: readonly string[] = []) => {
    checkTemplate(template, [...known, ...more], origin, note)
    return fillTemplate(template, fixed)
  }
  const call = (template: string, origin: Origin, chosen = names) => {
    checkTemplate(template, [...fixed.keys(), ...chosen], origin, note)
    return fillCall(template, fixed)
  }
  const inside = ({ origin }: Located<unknown>, ...path: Path): Origin => ({
    report: origin.report,
    path: [...origin.path, ...path],
  })

  checkSelectors(selectors.value, rows, inside(selectors), note)
  const columnPlans = columns.value.map(compileColumn)
  checkColumns(columnPlans, columns, data.value, chart, note)

  const messagesOf = (view: 'table' | 'chart') => {
    const { noAnswer, refused, empty } = data.value.messages[view]
    const at = (key: string) => inside(data, 'messages', view, key)
    return {
      noAnswer: text(noAnswer, at('noAnswer')),
      refused: text(refused, at('refused')),
      empty: empty === undefined ? null : text(empty, at('empty')),
    }
  }
  const chartText = (kind: 'titles' | 'images', type: 'line' | 'pie' | 'bar') => {
    const written = chart?.value[kind][type]
    const origin = chart ? inside(chart, kind, type) : own(['chart', kind, type])
    return text(written ?? usual[kind][type], origin)
  }
  const perChart = (kind: 'titles' | 'images') => ({
    line: chartText(kind, 'line'),
    pie: chartText(kind, 'pie'),
    bar: chartText(kind, 'bar'),
  })
  const tableText = (key: 'title' | 'empty', otherwise: string) =>
    text(table?.value[key] ?? otherwise, table ? inside(table, key) : own(['table', key]))

  return {
    key: [definition.id, tab?.id, variant?.id].filter((name) => name !== undefined).join('/'),
    reportId: definition.id,
    tab: screen.tab,
    variant: screen.variant,
    title,
    breadcrumb: definition.breadcrumb.map((crumb, index) => fixedText(crumb, own(['breadcrumb', index]))),
    required: part('required')?.value ?? 'each',
    selectors: selectors.value.map((selector, index) =>
      compileSelector(selector, (template) =>
        call(template, inside(selectors, index, 'options', 'call'), []),
      ),
    ),
    data: {
      call: call(data.value.call, inside(data, 'call')),
      records: data.value.records.split('.'),
      lists: Object.fromEntries(
        Object.entries(data.value.lists).map(([name, path]) => [name, path.split('.')]),
      ),
      ignore: data.value.ignore,
      messages: { table: messagesOf('table'), chart: messagesOf('chart') },
    },
    rows: {
      key: compileKey(rows.value.key),
      fill: rows.value.fill,
      total: rows.value.total ?? null,
    },
    columns: columnPlans,
    table: {
      title: tableText('title', usual.table),
      empty: tableText('empty', 'No data available for {period}'),
    },
    chart: {
      labels: chart?.value.labels ?? { line: 'Line', pie: 'Pie', bar: 'Bar' },
      titles: perChart('titles'),
      images: perChart('images'),
      visible: chart?.value.visible ?? { columns: [], first: 5, of: 'series' },
      hint: chart?.value.hint ?? null,
    },
    download: download && {
      call: call(download.value.call, inside(download, 'call')),
      fileName: text(download.value.fileName, inside(download, 'fileName')),
      serverName: download.value.serverName,
      errors: download.value.errors,
      failed: text(download.value.failed, inside(download, 'failed'), ['reason']),
    },
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}
