import type { ReportDefinition } from '../../schemas/report/definition.ts'
import { reservedNames } from '../report/url-state.ts'
import { DefinitionError, type Finding, inside, type Note, type Origin, type Path } from './diagnostic.ts'
import { levelOf, levelTexts } from './default-texts.ts'
import { type Definitions, type Located, type PartName, partOf, type PlacedPlan, tabsOf } from './sections.ts'
import { compileColumn, compileKey, compileSelector } from './compile-parts.ts'
import type { Report, ReportPlan } from '../report/plan.ts'
import { checkCall, checkParams, checkSent } from './rules/call-rules.ts'
import { checkChart } from './rules/chart-rules.ts'
import { checkColumns } from './rules/column-rules.ts'
import { checkFolder } from './rules/report-set-rules.ts'
import { checkSelectors } from './rules/selector-rules.ts'
import { checkFileName, checkImageName, checkTemplate } from './rules/template-rules.ts'
import { fillCall, fillTemplate } from '../report/template.ts'

/*
 * definition file --(schemas/report/definition.ts: shape, defaults)--> ReportDefinition
 *   --(here: tabs x variants, references, templates)--> ReportPlan, frozen
 *   --(selection.ts, address.ts: what is chosen)--> Selection
 *   --(answer.ts: the call's answer, checked by the plan)--> Answer
 *   --(rows.ts: buildTable)--> ReportTable
 *   --> table columns, chart data, workbook, titles, file names
 */

/** Compiles all definitions of a folder together. Throws DefinitionError with every finding. */
export function compileReports(list: readonly ReportDefinition[]): Report[] {
  const findings: Finding[] = []
  const { reports } = compileAll(list, (finding) => findings.push(finding))
  if (findings.length > 0) throw new DefinitionError(findings)
  return reports.map(deepFreeze)
}

/** What came of a folder: its reports, which are there only where there is no finding. */
export interface Compiled {
  readonly reports: readonly Report[]
  readonly plans: readonly PlacedPlan[]
  /** The screens in whose parts nothing was found, even where other reports have findings. */
  readonly sound: readonly PlacedPlan[]
  readonly findings: readonly Finding[]
}

/**
 * Compiles definitions that have the right shape and tells everything that is wrong with them. `unread` are the ids
 * of definitions that could not be read; what is taken from them is not looked for.
 */
export function examineReports(list: readonly ReportDefinition[], unread: readonly string[] = []): Compiled {
  const findings: Finding[] = []
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
  note: Note,
  unread: readonly string[] = [],
): { reports: Report[]; plans: readonly PlacedPlan[] } {
  const seen = new Set<string>()
  const noteOnce = (finding: Finding) => {
    const key = JSON.stringify([finding.report, finding.path, finding.rule, finding.message])
    if (!seen.has(key)) note(finding)
    seen.add(key)
  }
  const definitions: Definitions = new Map([
    ...unread.map((id) => [id, null] as const),
    ...list.map((definition) => [definition.id, definition] as const),
  ])
  const plans: PlacedPlan[] = []
  const reports = list.map((definition) => compileReport(definition, definitions, plans, noteOnce))
  checkFolder(list, reports, plans, noteOnce)
  const inOrder = reports.toSorted((a, b) => a.menu.order - b.menu.order || (a.id < b.id ? -1 : 1))
  return { reports: inOrder, plans }
}

function compileReport(
  definition: ReportDefinition,
  definitions: Definitions,
  placed: PlacedPlan[],
  note: Note,
): Report {
  const located = tabsOf(definition, definitions, note)
  const tabs = located?.value ?? null
  const variants = definition.variants ?? []
  const plans: PlacedPlan[] = []
  const items = tabs?.items ?? (definition.tabs === undefined ? [null] : [])
  for (const [index, item] of items.entries()) {
    const tab = item && located && { ...item, origin: inside(located.origin, 'items', index) }
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
    tabs: tabs && { as: tabs.as, items: tabs.items.map(({ id, label }) => ({ id, label })) },
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
  tab: (NamedScreen & { params: Record<string, string>; origin: Origin }) | null,
  variant: NamedScreen | null,
  definitions: Definitions,
  note: Note,
): PlacedPlan | null {
  const screen = { tab: tab?.id ?? null, variant: variant?.id ?? null }
  const part = <P extends PartName>(name: P, to: Note = note) =>
    partOf(name, definition, screen, definitions, to)
  const must = <P extends PartName>(name: P) => {
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
  const own = (path: Path): Origin => ({ report: definition.id, path })
  const fixedText = (template: string, origin: Origin) => {
    checkTemplate(template, fixed.keys(), origin, note)
    return fillTemplate(template, fixed)
  }
  const title = fixedText(definition.title, own(['title']))
  const heading = part('heading')
  fixed.set('heading', heading ? fixedText(heading.value, heading.origin) : (tab?.label ?? title))

  const kinds = selectors.value.map(({ kind }) => kind)
  const level = levelOf(kinds, rows.value.key.kind)
  const usual = levelTexts[level]
  const names = selectors.value.flatMap(({ name }) => [name, `${name}Name`])
  const known = [...fixed.keys(), ...names, 'period', 'today']
  const text = (template: string, origin: Origin, more: readonly string[] = []) => {
    checkTemplate(template, [...known, ...more], origin, note)
    return fillTemplate(template, fixed)
  }
  const call = (template: string, origin: Origin, chosen = names) => {
    checkTemplate(template, [...fixed.keys(), ...chosen], origin, note)
    const filled = fillCall(template, fixed)
    checkCall(template, filled, origin, note)
    return filled
  }
  const sent = (template: string, origin: Origin) => {
    const chosen = selectors.value.map(({ name }) => name)
    checkSent(template, chosen, origin, note)
    return call(template, origin)
  }
  const within = ({ origin }: Located<unknown>, ...path: Path): Origin => inside(origin, ...path)

  checkSelectors(selectors.value, rows, selectors.origin, note)
  if (tab !== null) {
    const chosen = selectors.value.map(({ name }) => name)
    checkParams(Object.keys(tab.params), chosen, reservedNames, inside(tab.origin, 'params'), note)
  }
  const columnPlans = columns.value.map(compileColumn)
  const key = compileKey(rows.value.key)
  checkColumns(columnPlans, columns, key, rows.origin, data, note)
  if (chart !== null) checkChart(columnPlans, chart, note)

  const messagesOf = (view: 'table' | 'chart') => {
    const { noAnswer, refused, empty } = data.value.messages[view]
    const at = (key: string) => within(data, 'messages', view, key)
    return {
      noAnswer: text(noAnswer, at('noAnswer')),
      refused: text(refused, at('refused')),
      empty: empty === undefined ? null : text(empty, at('empty')),
    }
  }
  const chartText = (kind: 'titles' | 'images', type: 'line' | 'pie' | 'bar') => {
    const written = chart?.value[kind][type]
    const origin = chart ? within(chart, kind, type) : own(['chart', kind, type])
    const filled = text(written ?? usual[kind][type], origin)
    if (kind === 'images') checkImageName(filled, origin, note)
    return filled
  }
  const perChart = (kind: 'titles' | 'images') => ({
    line: chartText(kind, 'line'),
    pie: chartText(kind, 'pie'),
    bar: chartText(kind, 'bar'),
  })
  const tableText = (key: 'title' | 'empty', otherwise: string) =>
    text(table?.value[key] ?? otherwise, table ? within(table, key) : own(['table', key]))
  const fileName = (template: string, origin: Origin) => {
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
    required: part('required')?.value ?? 'each',
    selectors: selectors.value.map((selector, index) =>
      compileSelector(selector, (template) =>
        call(template, within(selectors, index, 'options', 'call'), []),
      ),
    ),
    data: {
      call: sent(data.value.call, within(data, 'call')),
      records: data.value.records.split('.'),
      lists: Object.fromEntries(
        Object.entries(data.value.lists).map(([name, path]) => [name, path.split('.')]),
      ),
      ignore: data.value.ignore,
      messages: { table: messagesOf('table'), chart: messagesOf('chart') },
    },
    rows: {
      key,
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
      call: sent(download.value.call, within(download, 'call')),
      fileName: fileName(download.value.fileName, within(download, 'fileName')),
      serverName: download.value.serverName,
      errors: download.value.errors,
      failed: text(download.value.failed, within(download, 'failed'), ['reason']),
    },
  }
  const origins = {
    selectors: selectors.origin,
    data: data.origin,
    rows: rows.origin,
    columns: columns.origin,
    download: download?.origin ?? null,
    params: tab && inside(tab.origin, 'params'),
  }
  return { plan, origins, written: { data: data.value.call, download: download?.value.call ?? null } }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}
