import { Chart, listTypeIds } from '../../schemas/report/chart.ts'
import type { HighlightDefinition } from '../../schemas/report/conditions.ts'
import type { ReportDefinition } from '../../schemas/report/definition.ts'
import { Table } from '../../schemas/report/table-texts.ts'
import type { ColumnPlan, Compare, HighlightPlan, KeyPlan, ReportPlan } from '../report/model/report-plan.ts'
import { getSelectorKind, namesYear } from '../report/selection/selector-kinds.ts'
import { reservedNames } from '../report/selection/url-state.ts'
import { compileColumns, compileDimension } from './columns/compile-columns.ts'
import { listParts } from '../report/model/named-fields.ts'
import { createPlace, type Place, type Reporter } from '../diagnostics/diagnostic.ts'
import type { ExpandedReport } from './questions/expand-question.ts'
import { compileKey } from '../report/model/fill-rules.ts'
import { compileLink } from './links.ts'
import { checkParams } from './rules/template-rules.ts'
import { checkAxes, checkChart } from './rules/chart-rules.ts'
import { checkColumns, checkIdentity, checkSeries } from './rules/column-rules.ts'
import { breakLoops } from './rules/formula-rules.ts'
import { checkAlertConditions, checkAlertScreen, compileAlerts } from './rules/alert-rules.ts'
import { checkHighlights } from './rules/highlight-rules.ts'
import { checkDimension, checkRows } from './rules/row-rules.ts'
import { checkSelectors } from './rules/selector-rules.ts'
import {
  type Definitions,
  type PlanWithSource,
  resolveSection,
  type Section,
  type SectionName,
} from './sections.ts'
import {
  compileChart,
  compileData,
  compileDownload,
  compileSelectors,
  compileTable,
  createTexts,
} from './screen-texts.ts'
import type { Route } from '../dataset/routes.ts'
import { bindDatasets } from '../dataset/sample-requests.ts'
import { getPart } from '../report/selection/sample-values.ts'

const linkColumns = (
  compiled: readonly ColumnPlan[],
  { value, origin }: Section<'columns'>,
  source: Parameters<typeof compileLink>[2],
  definitions: Definitions,
): readonly ColumnPlan[] =>
  compiled.map((column, index) => {
    // The values of a pivot are known as far as the definition orders them.
    const values = column.kind === 'pivot' ? column.order : []
    const parts = listParts(column).map((part) => [part, values] as const)
    const from = { ...source, parts: new Map([...source.parts, ...parts]) }
    return { ...column, link: compileLink(value[index]?.link, origin.at(index, 'link'), from, definitions) }
  })

type Tab = Section<'tabs'>['value']['items'][number]

type Parts = { readonly [P in 'selectors' | 'data' | 'rows' | 'columns' | 'chart']: Section<P> } & {
  readonly highlights: Section<'highlights'> | null
}

/** Finds the parts of a screen; null if one is missing that every screen needs. */
function resolveParts(
  resolve: <P extends SectionName>(name: P) => Section<P> | null | undefined,
  place: Place,
  root: Place,
  tab: Tab | null,
): Parts | null {
  const find = <P extends SectionName>(name: P) => {
    const section = resolve(name)
    if (section === undefined)
      place.error('part-missing', `no ${name}${tab ? ` for the tab '${tab.id}'` : ''}`)
    return section ?? null
  }
  const [selectors, data] = [find('selectors'), find('data')]
  const [rows, columns] = [find('rows'), find('columns')]
  if (selectors === null || data === null || rows === null || columns === null) return null
  // Several rows have one key, so that no chart is offered unless one is written.
  const usualChart = rows.value.dimension === undefined ? defaultChart : { ...defaultChart, types: [] }
  const chart = resolve('chart') ?? { value: usualChart, origin: root.at('chart') }
  return { selectors, data, rows, columns, chart, highlights: resolve('highlights') ?? null }
}

/** Checks what the parts of a screen say of its columns; without names of their own nothing can be compared with them. */
function checkParts(
  { selectors, data, rows, columns, chart, highlights }: Parts,
  plans: readonly ColumnPlan[],
  key: KeyPlan,
  alerts: ReturnType<typeof compileAlerts>,
  isAsked: boolean,
): void {
  if (!checkIdentity(plans, columns.origin, key, rows)) return
  const charted = listTypeIds(chart.value.types)
  checkColumns(plans, columns, data, {
    hasYear: selectors.value.some(namesYear),
    isCombined: rows.value.duplicates === 'combine',
    isAsked,
  })
  checkRows(rows, plans)
  checkDimension(rows, plans, charted)
  if (highlights !== null) checkHighlights(plans, highlights)
  checkAlertConditions(plans, alerts)
  if (charted.length > 0) checkSeries(plans, charted, columns.origin)
  checkChart(plans, chart, rows.value)
  checkAxes(plans, columns.origin, chart.value)
}

/** Compiles one tab in one variant; null if a section is missing that every screen needs. */
export function compileScreen(
  definition: ReportDefinition,
  tabs: Section<'tabs'> | null,
  tab: Tab | null,
  variant: { readonly id: string; readonly label: string } | null,
  definitions: Definitions,
  onDiagnostic: Reporter,
  question: ExpandedReport['question'],
  routes: readonly Route[],
): PlanWithSource | null {
  const { id } = definition
  const root = createPlace(id, [], onDiagnostic)
  const screen = { tab: tab?.id ?? null, variant: variant?.id ?? null }
  const resolve = <P extends SectionName>(name: P) =>
    resolveSection(name, definition, screen, definitions, onDiagnostic)
  const sections = resolveParts(resolve, tab !== null && variant === null ? root.at('tabs') : root, root, tab)
  if (sections === null) return null
  const { selectors, data, rows, columns, chart, highlights } = sections
  const table = resolve('table') ?? { value: defaultTable, origin: root.at('table') }
  const download = resolve('download') ?? null

  const items = tabs?.value.items ?? []
  const params = tabs && tab && tabs.origin.at('items', items.indexOf(tab), 'params')
  const dates = selectors.value.flatMap(listDates)
  const texts = createTexts(definition.menu.label, items, tab, params, variant, selectors.value, dates)
  const { fixed, compileFixed } = texts
  const title = compileFixed(definition.title, root.at('title'))
  const heading = resolve('heading')
  fixed.set('heading', heading ? compileFixed(heading.value, heading.origin) : (tab?.label ?? title))
  const description = resolve('description') ?? null

  checkSelectors(selectors.value, rows, selectors.origin)
  const names = selectors.value.map(({ name }) => name)
  if (params !== null) checkParams(Object.keys(tab?.params ?? {}), names, reservedNames, params)
  const key = compileKey(rows.value.key)
  const parts = new Map<string, readonly string[]>(rows.value.dimension && [['dimension', []]])
  const source = { tab: screen.tab, fixed, selectors: selectors.value, key, parts }
  const rowFields = {
    key: key.fields,
    dimension: [rows.value.dimension?.field ?? []].flat(),
  }
  const words = question?.words ?? new Map()
  const compiled = compileColumns(columns.value, words, rowFields, columns.origin)
  const columnPlans = linkColumns(breakLoops(compiled, columns.origin), columns, source, definitions)
  const tabIds = items.map((item) => item.id)
  const alerts = compileAlerts(definition, screen, tabIds, root.at('alerts'))
  checkParts(sections, columnPlans, key, alerts, question !== null)

  const compiledSelectors = compileSelectors(texts, selectors).map((selector) =>
    selector.kind === 'dateRange' ? { ...selector, unit: question?.unit ?? null } : selector,
  )
  const plan: ReportPlan = {
    key: [id, tab?.id, variant?.id].filter((name) => name !== undefined).join('/'),
    reportId: id,
    ...screen,
    title,
    description: description && compileFixed(description.value, description.origin),
    unit: resolve('unit')?.value ?? null,
    breadcrumb: definition.breadcrumb.map((crumb, index) =>
      compileFixed(crumb, root.at('breadcrumb', index)),
    ),
    calendar: question?.source.calendar ?? null,
    requiredMessage: resolve('requiredMessage')?.value ?? 'missing',
    compare: compileComparisons(resolve('compare') ?? null, selectors.value, key),
    selectors: compiledSelectors,
    data: compileData(texts, data, (url) => bindDatasets({ selectors: compiledSelectors }, url, routes)),
    rows: compileRows(rows, key, compileLink(rows.value.link, rows.origin.at('link'), source, definitions)),
    columns: columnPlans,
    alerts: alerts.map(({ plan: alert }) => alert),
    highlights: highlights?.value.map(compileHighlight) ?? [],
    table: compileTable(texts, table),
    chart: compileChart(texts, chart, screen),
    download: download && compileDownload(texts, download),
    ownDays: null,
  }
  for (const { plan: alert, origin } of alerts) checkAlertScreen(plan, alert, origin)
  return {
    plan,
    alerts,
    origins: {
      selectors: selectors.origin,
      data: data.origin,
      rows: rows.origin,
      chart: chart.origin,
      columns: columns.origin,
      download: download?.origin ?? null,
      params,
    },
    written: { data: data.value.url, download: download?.value.url ?? null, fixed },
  }
}

/** A table and a chart of which nothing is set. */
const defaultTable = Table.parse({})
const defaultChart = Chart.parse({})

/** Lists what a screen says it can be compared with; what has no earlier period is reported. */
function compileComparisons(
  compare: Section<'compare'> | null,
  selectors: Section<'selectors'>['value'],
  key: KeyPlan,
): readonly Compare[] {
  const hasPart = selectors.some((selector) => getSelectorKind(selector).period !== null)
  // A whole year is compared with the year before only.
  const ofYear: readonly Compare[] = hasPart ? ['previous', 'year'] : ['year']
  const possible = selectors.some(namesYear) ? ofYear : []
  const { value = true, origin } = compare ?? {}
  if (typeof value === 'boolean') return value ? possible : []
  const hasDays = key.kind === 'date' && possible.includes('previous')
  const allowed: readonly Compare[] = hasDays ? ['sameDays', ...possible] : possible
  for (const [index, period] of value.entries()) {
    const need = period === 'sameDays' ? ', which needs rows of days and a period before theirs' : ''
    const message = `this screen is not compared with '${period}'${need}; allowed: ${allowed.join(', ') || 'none'}`
    if (!allowed.includes(period)) origin?.at(index).error('compare-period', message)
    else if (value.indexOf(period) < index) origin?.at(index).error('unique', `'${period}' is there twice`)
  }
  return value
}

const compileRows = (
  { value: { dimension, sort, top, total, ...rows }, origin }: Section<'rows'>,
  key: KeyPlan,
  link: ReportPlan['rows']['link'],
): ReportPlan['rows'] => ({
  ...rows,
  key,
  link,
  dimension: dimension === undefined ? null : compileDimension(dimension, origin.at('dimension')),
  sort: sort ?? null,
  top: top ? { rows: top.rows, rest: top.rest ?? null } : null,
  total: total ?? null,
})

const compileHighlight = (highlight: HighlightDefinition): HighlightPlan =>
  'scale' in highlight
    ? { kind: 'scale', column: highlight.scale, from: highlight.from ?? null, to: highlight.to ?? null }
    : {
        kind: 'condition',
        ...highlight.when,
        mark: highlight.as,
        isRow: highlight.mark === 'row',
        label: highlight.label ?? null,
      }

function listDates({ kind, name }: Section<'selectors'>['value'][number]): string[] {
  if (getPart(kind) !== 'whole') return []
  const { parts } = getSelectorKind({ kind })
  return parts.length === 0 ? [name] : parts.map((end) => `${name}${end}`)
}
