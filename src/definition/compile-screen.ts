import { Chart } from '../../schemas/report/chart.ts'
import { mapChartTypes } from '../../schemas/report/chart-types.ts'
import type { HighlightDefinition } from '../../schemas/report/conditions.ts'
import type { ReportDefinition } from '../../schemas/report/definition.ts'
import type { Compare, HighlightPlan, KeyPlan, ReportPlan } from '../report/plan.ts'
import { getSelectorKind, namesYear } from '../report/selection/selector-kinds.ts'
import { getPlaceholders, renderTemplate, renderUrl } from '../report/request/template.ts'
import { reservedNames } from '../report/url-state.ts'
import { compileColumn, compileDimension } from './columns/compile.ts'
import { getColumnDefinitionKind } from './columns/index.ts'
import { createPlace, type Place, type Reporter } from './diagnostic.ts'
import { compileKey } from './keys.ts'
import { compileLink } from './links.ts'
import {
  checkCall,
  checkFileName,
  checkImageName,
  checkParams,
  checkSent,
  checkTemplate,
} from './rules/template-rules.ts'
import { checkAxes, checkChart } from './rules/chart-rules.ts'
import { checkColumns, checkIdentity, checkSeries } from './rules/column-rules.ts'
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
import { compileSelector, getSelectorDefinitionKind, listPlaceholders } from './selectors.ts'

/** What the texts and URLs of a screen are compiled with. */
interface ScreenContext {
  readonly root: Place
  /** The placeholders whose values are fixed for the screen. */
  readonly fixed: ReadonlyMap<string, string>
  /** The names of the selectors. */
  readonly selectors: Section<'selectors'>['value']
  /** Checks a text that can name what is fixed and more; a parameter that only other tabs have is missing in this one. */
  readonly checkText: (template: string, known: Iterable<string>, origin: Place) => void
}

/** The texts of a screen that its definition does not set, as templates. They say nothing of what the data is about. */
const defaultTexts = {
  tableTitle: '{heading} - Data - {period}',
  empty: 'No data available for {period}',
  titles: mapChartTypes((_, label) => `{heading} - ${label} Chart - {period}`),
  images: mapChartTypes((_, label) => `${label.toLowerCase().replace(' ', '-')}-chart-{period:dash}`),
}

/** Compiles one tab in one variant; null if a section is missing that every screen needs. */
export function compileScreen(
  definition: ReportDefinition,
  tabs: Section<'tabs'> | null,
  tab: Section<'tabs'>['value']['items'][number] | null,
  variant: { readonly id: string; readonly label: string } | null,
  definitions: Definitions,
  onDiagnostic: Reporter,
): PlanWithSource | null {
  const { id } = definition
  const root = createPlace(id, [], onDiagnostic)
  const screen = { tab: tab?.id ?? null, variant: variant?.id ?? null }
  const resolve = <P extends SectionName>(name: P) =>
    resolveSection(name, definition, screen, definitions, onDiagnostic)
  const find = <P extends SectionName>(name: P) => resolve(name) ?? null
  const requireSection = <P extends SectionName>(name: P) => {
    const found = resolve(name)
    if (found !== undefined) return found
    const at = tab && variant === null ? root.at('tabs') : root
    at.error('part-missing', `no ${name}${tab ? ` for the tab '${tab.id}'` : ''}`)
    return null
  }
  const selectors = requireSection('selectors')
  const data = requireSection('data')
  const rows = requireSection('rows')
  const columns = requireSection('columns')
  if (selectors === null || data === null || rows === null || columns === null) return null
  const [table, chart, download] = [find('table'), find('chart'), find('download')]
  const highlights = find('highlights')

  const fixed = new Map<string, string>([
    ['report', definition.menu.label],
    ...(tab ? [['tab', tab.label] as const, ...Object.entries(tab.params)] : []),
    ...(variant ? [['variant', variant.label] as const] : []),
  ])
  const items = tabs?.value.items ?? []
  const params = tabs && tab && tabs.origin.at('items', items.indexOf(tab), 'params')
  const lacking = items.flatMap((one) => Object.keys(one.params)).filter((name) => !fixed.has(name))
  const checkText: ScreenContext['checkText'] = (template, known, origin) => {
    const names = [...known]
    for (const { name } of getPlaceholders(template)) {
      if (params === null || names.includes(name) || !lacking.includes(name)) continue
      const message = `{${name}} is a parameter of other tabs, and '${tab?.id}' lacks it`
      params.error('template-placeholder', message)
    }
    checkTemplate(template, [...names, ...lacking], origin, listDates(selectors.value))
  }
  const compileFixed = (template: string, origin: Place) => {
    checkText(template, fixed.keys(), origin)
    return renderTemplate(template, fixed)
  }
  const title = compileFixed(definition.title, root.at('title'))
  const heading = find('heading')
  fixed.set('heading', heading ? compileFixed(heading.value, heading.origin) : (tab?.label ?? title))

  const description = find('description')
  const names = selectors.value.map(({ name }) => name)
  const context: ScreenContext = { root, fixed, selectors: selectors.value, checkText }

  checkSelectors(selectors.value, rows, selectors.origin)
  if (params !== null) checkParams(Object.keys(tab?.params ?? {}), names, reservedNames, params)
  const hasYear = selectors.value.some(namesYear)
  const key = compileKey(rows.value.key)
  const rowParts = rows.value.dimension === undefined ? [] : ['dimension']
  const source = {
    tab: screen.tab,
    fixed,
    selectors: selectors.value,
    key,
    parts: [],
    names: [],
    rowParts,
  }
  const columnPlans = columns.value.map((column, index) => {
    const compiled = compileColumn(column)
    const parts = getColumnDefinitionKind(compiled).parts(compiled)
    const at = columns.origin.at(index, 'link')
    const from = { ...source, parts, names: compiled.kind === 'pivot' ? compiled.order : [] }
    return { ...compiled, link: compileLink(column.link, at, from, definitions) }
  })
  const alerts = compileAlerts(
    definition,
    screen,
    items.map((one) => one.id),
    root.at('alerts'),
  )
  // Without names of their own no other part can be compared with the columns.
  if (checkIdentity(columnPlans, columns.origin, key, rows.origin)) {
    const axes = chart?.value ?? defaultChart
    checkColumns(columnPlans, columns, data, hasYear)
    checkRows(rows, columnPlans)
    checkDimension(rows, columnPlans, axes.types)
    if (highlights !== null) checkHighlights(columnPlans, highlights)
    checkAlertConditions(columnPlans, alerts)
    if (axes.types.length > 0) checkSeries(columnPlans, axes.types, columns.origin)
    if (chart !== null) checkChart(columnPlans, chart, rows.value)
    checkAxes(columnPlans, columns.origin, axes)
  }

  const plan: ReportPlan = {
    key: [id, tab?.id, variant?.id].filter((name) => name !== undefined).join('/'),
    reportId: id,
    tab: screen.tab,
    variant: screen.variant,
    title,
    description: description && compileFixed(description.value, description.origin),
    unit: find('unit')?.value ?? null,
    breadcrumb: definition.breadcrumb.map((crumb, index) =>
      compileFixed(crumb, root.at('breadcrumb', index)),
    ),
    requiredMessage: find('requiredMessage')?.value ?? 'missing',
    compare: find('compare')?.value === false ? [] : listComparisons(selectors.value),
    selectors: selectors.value.map((selector, index) =>
      compileSelector(selector, selectors.value.slice(0, index), (url) =>
        compileUrl(context, url, selectors.origin.at(index, 'options', 'url')),
      ),
    ),
    data: compileData(context, data),
    rows: {
      ...compileRows(rows.value, key),
      link: compileLink(rows.value.link, rows.origin.at('link'), source, definitions),
    },
    columns: columnPlans,
    alerts: alerts.map(({ plan: alert }) => alert),
    highlights: highlights?.value.map(compileHighlight) ?? [],
    table: compileTable(context, table),
    chart: compileChart(context, chart),
    download: download && compileDownload(context, download),
  }
  const origins = {
    selectors: selectors.origin,
    data: data.origin,
    rows: rows.origin,
    columns: columns.origin,
    download: download?.origin ?? null,
    params,
  }
  for (const { plan: alert, origin } of alerts) checkAlertScreen(plan, alert, origin)
  const written = { data: data.value.url, download: download?.value.url ?? null, fixed }
  return { plan, alerts, origins, written }
}

/** With what a screen can be compared: a whole year only with the year before, which is the previous period, too. */
function listComparisons(selectors: ScreenContext['selectors']): readonly Compare[] {
  if (!selectors.some(namesYear)) return []
  const hasPart = selectors.some((selector) => getSelectorKind(selector).period !== null)
  return hasPart ? ['previous', 'year'] : ['year']
}

const compileRows = (
  { dimension, fillMissing, missing, duplicates, sort, top, total }: Section<'rows'>['value'],
  key: KeyPlan,
): Omit<ReportPlan['rows'], 'link'> => ({
  key,
  dimension: dimension === undefined ? null : compileDimension(dimension),
  fillMissing,
  missing,
  duplicates,
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

const listNames = (selectors: ScreenContext['selectors']): string[] => selectors.flatMap(listPlaceholders)

/** Lists the placeholders whose values are dates. */
const listDates = (selectors: ScreenContext['selectors']): string[] =>
  selectors.flatMap((selector) => {
    const { part, requires } = getSelectorDefinitionKind(selector)
    if (part !== 'whole' || requires !== null) return []
    const { parts } = getSelectorKind(selector)
    return parts.length === 0 ? [selector.name] : parts.map((end) => `${selector.name}${end}`)
  })

/** Fills what is fixed in a text; `more` are further placeholders that it can name. */
function compileText(
  { fixed, selectors, checkText }: ScreenContext,
  template: string,
  origin: Place,
  more: readonly string[] = [],
): string {
  const known = [...fixed.keys(), ...listNames(selectors), 'period', 'today', ...more]
  checkText(template, known, origin)
  return renderTemplate(template, fixed)
}

/** Fills what is fixed in a URL. */
function compileUrl({ fixed, selectors, checkText }: ScreenContext, template: string, origin: Place): string {
  checkText(template, [...fixed.keys(), ...listNames(selectors)], origin)
  const filled = renderUrl(template, fixed)
  checkCall(template, filled, origin)
  return filled
}

/** Fills what is fixed in a URL that has to name each selector. */
function compileDataUrl(context: ScreenContext, template: string, origin: Place): string {
  const known = new Set([...context.fixed.keys(), ...listNames(context.selectors)])
  const sent = context.selectors.map(({ kind, name }) => ({ name, parts: getSelectorKind({ kind }).parts }))
  checkSent(template, sent, known, listDates(context.selectors), origin)
  return compileUrl(context, template, origin)
}

function compileData(context: ScreenContext, { value, origin }: Section<'data'>): ReportPlan['data'] {
  const compileMessages = (view: 'table' | 'chart') => {
    const { unreachable, rejected, empty } = value.messages[view]
    const compile = (key: string, text: string) =>
      compileText(context, text, origin.at('messages', view, key))
    return {
      unreachable: compile('unreachable', unreachable),
      rejected: compile('rejected', rejected),
      empty: empty === undefined ? null : compile('empty', empty),
    }
  }
  const { recordsPath, listPaths, ignoreFields } = value
  return {
    url: compileDataUrl(context, value.url, origin.at('url')),
    recordsPath: recordsPath.split('.'),
    listPaths: Object.fromEntries(Object.entries(listPaths).map(([name, path]) => [name, path.split('.')])),
    ignoreFields,
    messages: { table: compileMessages('table'), chart: compileMessages('chart') },
  }
}

function compileTable(context: ScreenContext, table: Section<'table'> | null): ReportPlan['table'] {
  const place = table?.origin ?? context.root.at('table')
  const compile = (key: 'title' | 'empty', otherwise: string) =>
    compileText(context, table?.value[key] ?? otherwise, place.at(key))
  return {
    title: compile('title', defaultTexts.tableTitle),
    empty: compile('empty', defaultTexts.empty),
  }
}

/** A chart of which nothing is set. */
const defaultChart = Chart.parse({})

function compileChart(context: ScreenContext, chart: Section<'chart'> | null): ReportPlan['chart'] {
  const place = chart?.origin ?? context.root.at('chart')
  const {
    titles,
    images,
    hint = null,
    from = null,
    to = null,
    sort = null,
    ...others
  } = chart?.value ?? defaultChart
  return {
    ...others,
    titles: mapChartTypes((type) =>
      compileText(context, titles[type] ?? defaultTexts.titles[type], place.at('titles', type)),
    ),
    images: mapChartTypes((type) => {
      const name = compileText(context, images[type] ?? defaultTexts.images[type], place.at('images', type))
      checkImageName(name, place.at('images', type))
      return name
    }),
    hint,
    from,
    to,
    sort,
  }
}

function compileDownload(
  context: ScreenContext,
  { value, origin }: Section<'download'>,
): NonNullable<ReportPlan['download']> {
  const { useServerFileName, errorFormat } = value
  const url = value.url === undefined ? null : compileDataUrl(context, value.url, origin.at('url'))
  const fileName = compileText(context, value.fileName, origin.at('fileName'))
  checkFileName(fileName, origin.at('fileName'))
  const failureMessage = compileText(context, value.failureMessage, origin.at('failureMessage'), ['reason'])
  return { url, fileName, useServerFileName, errorFormat, failureMessage }
}
