import { Chart, listTypeIds } from '../../schemas/report/chart.ts'
import { mapChartTypes } from '../../schemas/report/chart-types.ts'
import type { HighlightDefinition } from '../../schemas/report/conditions.ts'
import type { ReportDefinition } from '../../schemas/report/definition.ts'
import { Table } from '../../schemas/report/table-texts.ts'
import type { Compare, HighlightPlan, KeyPlan, ReportPlan } from '../report/model/report-plan.ts'
import { getSelectorKind, namesYear } from '../report/selection/selector-kinds.ts'
import { getPlaceholders, renderTemplate, renderUrl } from '../report/model/template.ts'
import { reservedNames } from '../report/selection/url-state.ts'
import { compileColumns, compileDimension } from './columns/compile-columns.ts'
import { listParts } from '../report/model/named-fields.ts'
import { createPlace, type Place, type Reporter } from '../diagnostics/diagnostic.ts'
import { compileKey } from '../report/model/fill-rules.ts'
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
import { compileSelector } from './selectors.ts'
import { getPart } from '../report/selection/sample-values.ts'
import { listPlaceholders } from '../report/selection/selector-kinds.ts'

/** Compiles the texts and URLs of a screen: fills what is fixed, and checks what each can name. */
interface ScreenTexts {
  /** A text that can name what is chosen, the period, today and `more`. */
  readonly text: (template: string, origin: Place, more?: readonly string[]) => string
  readonly url: (template: string, origin: Place) => string
  /** A URL that has to name each selector. */
  readonly dataUrl: (template: string, origin: Place) => string
}

/** The texts of a screen that its definition does not set, as templates. They say nothing of what the data is about. */
const defaultTexts = {
  tableTitle: '{heading} - Data - {period}',
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
  asked: ReadonlyMap<string, string>,
): PlanWithSource | null {
  const { id } = definition
  const root = createPlace(id, [], onDiagnostic)
  const screen = { tab: tab?.id ?? null, variant: variant?.id ?? null }
  const resolve = <P extends SectionName>(name: P) =>
    resolveSection(name, definition, screen, definitions, onDiagnostic)
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
  const table = resolve('table') ?? { value: defaultTable, origin: root.at('table') }
  // Several rows have one key, so that no chart is offered unless one is written.
  const usualChart = rows.value.dimension === undefined ? defaultChart : { ...defaultChart, types: [] }
  const chart = resolve('chart') ?? { value: usualChart, origin: root.at('chart') }
  const [download, highlights] = [resolve('download') ?? null, resolve('highlights') ?? null]

  const fixed = new Map<string, string>([
    ['report', definition.menu.label],
    ...(tab ? [['tab', tab.label] as const, ...Object.entries(tab.params)] : []),
    ...(variant ? [['variant', variant.label] as const] : []),
  ])
  const items = tabs?.value.items ?? []
  const params = tabs && tab && tabs.origin.at('items', items.indexOf(tab), 'params')
  const lacking = items.flatMap((one) => Object.keys(one.params)).filter((name) => !fixed.has(name))
  const dates = selectors.value.flatMap(listDates)
  // A parameter that only other tabs have is missing in this one.
  const checkText = (template: string, known: readonly string[], origin: Place) => {
    for (const { name } of getPlaceholders(template)) {
      if (params === null || known.includes(name) || !lacking.includes(name)) continue
      const message = `{${name}} is a parameter of other tabs, and '${tab?.id}' lacks it`
      params.error('template-placeholder', message)
    }
    checkTemplate(template, [...known, ...lacking], origin, dates)
  }
  const compileFixed = (template: string, origin: Place) => {
    checkText(template, [...fixed.keys()], origin)
    return renderTemplate(template, fixed)
  }
  const title = compileFixed(definition.title, root.at('title'))
  const heading = resolve('heading')
  fixed.set('heading', heading ? compileFixed(heading.value, heading.origin) : (tab?.label ?? title))
  const description = resolve('description') ?? null

  const chosen = [...fixed.keys(), ...selectors.value.flatMap(listPlaceholders)]
  const texts: ScreenTexts = {
    text: (template, origin, more = []) => {
      checkText(template, [...chosen, 'period', 'today', ...more], origin)
      return renderTemplate(template, fixed)
    },
    url: (template, origin) => {
      checkText(template, chosen, origin)
      const filled = renderUrl(template, fixed)
      checkCall(template, filled, origin)
      return filled
    },
    dataUrl: (template, origin) => {
      const sent = selectors.value.map(({ kind, name }) => ({ name, parts: getSelectorKind({ kind }).parts }))
      checkSent(template, sent, new Set(chosen), dates, origin)
      return texts.url(template, origin)
    },
  }

  checkSelectors(selectors.value, rows, selectors.origin)
  const names = selectors.value.map(({ name }) => name)
  if (params !== null) checkParams(Object.keys(tab?.params ?? {}), names, reservedNames, params)
  const hasYear = selectors.value.some(namesYear)
  const key = compileKey(rows.value.key)
  const parts = new Map<string, readonly string[]>(rows.value.dimension && [['dimension', []]])
  const source = { tab: screen.tab, fixed, selectors: selectors.value, key, parts }
  const rowFields = {
    key: key.fields,
    dimension: [rows.value.dimension?.field ?? []].flat(),
  }
  const columnPlans = compileColumns(columns.value, asked, rowFields, columns.origin).map(
    (compiled, index) => {
      const known = compiled.kind === 'pivot' ? compiled.order : []
      const own = listParts(compiled).map((part) => [part, known] as const)
      const from = { ...source, parts: new Map([...parts, ...own]) }
      return {
        ...compiled,
        link: compileLink(columns.value[index]?.link, columns.origin.at(index, 'link'), from, definitions),
      }
    },
  )
  const tabIds = items.map((one) => one.id)
  const alerts = compileAlerts(definition, screen, tabIds, root.at('alerts'))
  // Without names of their own no other part can be compared with the columns.
  if (checkIdentity(columnPlans, columns.origin, key, rows)) {
    const types = listTypeIds(chart.value.types)
    checkColumns(columnPlans, columns, data, { hasYear, isCombined: rows.value.duplicates === 'combine' })
    checkRows(rows, columnPlans)
    checkDimension(rows, columnPlans, types)
    if (highlights !== null) checkHighlights(columnPlans, highlights)
    checkAlertConditions(columnPlans, alerts)
    if (types.length > 0) checkSeries(columnPlans, types, columns.origin)
    checkChart(columnPlans, chart, rows.value)
    checkAxes(columnPlans, columns.origin, chart.value)
  }

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
    requiredMessage: resolve('requiredMessage')?.value ?? 'missing',
    compare: resolve('compare')?.value === false ? [] : listComparisons(selectors.value),
    selectors: selectors.value.map((selector, index) =>
      compileSelector(selector, selectors.value.slice(0, index), (url) =>
        texts.url(url, selectors.origin.at(index, 'options', 'url')),
      ),
    ),
    data: compileData(texts, data),
    rows: {
      ...compileRows(rows, key),
      link: compileLink(rows.value.link, rows.origin.at('link'), source, definitions),
    },
    columns: columnPlans,
    alerts: alerts.map(({ plan: alert }) => alert),
    highlights: highlights?.value.map(compileHighlight) ?? [],
    table: {
      title: texts.text(table.value.title ?? defaultTexts.tableTitle, table.origin.at('title')),
      empty: texts.text(table.value.empty, table.origin.at('empty')),
    },
    chart: compileChart(texts, chart, screen),
    download: download && compileDownload(texts, download),
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

/** With what a screen can be compared: a whole year only with the year before, which is the previous period, too. */
function listComparisons(selectors: Section<'selectors'>['value']): readonly Compare[] {
  if (!selectors.some(namesYear)) return []
  const hasPart = selectors.some((selector) => getSelectorKind(selector).period !== null)
  return hasPart ? ['previous', 'year'] : ['year']
}

const compileRows = (
  { value: { link: _link, dimension, sort, top, total, ...rows }, origin }: Section<'rows'>,
  key: KeyPlan,
): Omit<ReportPlan['rows'], 'link'> => ({
  ...rows,
  key,
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

/** Lists the placeholders of a selector whose values are dates. */
function listDates({ kind, name }: Section<'selectors'>['value'][number]): string[] {
  if (getPart(kind) !== 'whole') return []
  const { parts } = getSelectorKind({ kind })
  return parts.length === 0 ? [name] : parts.map((end) => `${name}${end}`)
}

function compileData(texts: ScreenTexts, { value, origin }: Section<'data'>): ReportPlan['data'] {
  const { url, recordsPath, listPaths, ignoreFields, messages } = value
  const compileMessages = (view: 'table' | 'chart') => {
    const { unreachable, rejected, empty } = messages[view]
    const compile = (key: string, text: string) => texts.text(text, origin.at('messages', view, key))
    return {
      unreachable: compile('unreachable', unreachable),
      rejected: compile('rejected', rejected),
      empty: empty === undefined ? null : compile('empty', empty),
    }
  }
  return {
    url: texts.dataUrl(url, origin.at('url')),
    recordsPath: recordsPath.split('.'),
    listPaths: Object.fromEntries(Object.entries(listPaths).map(([name, path]) => [name, path.split('.')])),
    ignoreFields,
    messages: { table: compileMessages('table'), chart: compileMessages('chart') },
  }
}

function compileChart(
  texts: ScreenTexts,
  { value, origin }: Section<'chart'>,
  { tab, variant }: Pick<ReportPlan, 'tab' | 'variant'>,
): ReportPlan['chart'] {
  const { types, labels, titles, images, hint = null, from = null, to = null, sort = null, ...others } = value
  const { first = null } = value.initiallyVisible
  const own = types.flatMap((type, index) =>
    typeof type === 'string' ? [] : [{ ...type, place: origin.at('types', index) }],
  )
  const mapOwn = <T>(getValue: (type: (typeof own)[number]) => T) =>
    Object.fromEntries(own.map((type) => [type.id, getValue(type)]))
  // Images of one period have a name for each tab and variant.
  const prefix = [tab, variant].map((part) => (part === null ? '' : `${part}-`)).join('')
  const compileImage = (template: string, place: Place) => {
    const name = texts.text(template, place)
    checkImageName(name, place)
    return name
  }
  return {
    ...others,
    initiallyVisible: { ...value.initiallyVisible, first },
    types: listTypeIds(types),
    labels: { ...labels, ...mapOwn(({ label }) => label) },
    titles: {
      ...mapChartTypes((type) =>
        texts.text(titles[type] ?? defaultTexts.titles[type], origin.at('titles', type)),
      ),
      ...mapOwn(({ label, title = `{heading} - ${label} - {period}`, place }) =>
        texts.text(title, place.at('title')),
      ),
    },
    images: {
      ...mapChartTypes((type) =>
        compileImage(images[type] ?? prefix + defaultTexts.images[type], origin.at('images', type)),
      ),
      ...mapOwn(({ id, image = `${prefix}${id}-chart-{period:dash}`, place }) =>
        compileImage(image, place.at('image')),
      ),
    },
    specs: mapOwn(({ vegaLite }) => vegaLite),
    hint,
    from,
    to,
    sort,
  }
}

function compileDownload(
  texts: ScreenTexts,
  { value, origin }: Section<'download'>,
): NonNullable<ReportPlan['download']> {
  const url = value.url === undefined ? null : texts.dataUrl(value.url, origin.at('url'))
  const fileName = texts.text(value.fileName, origin.at('fileName'))
  checkFileName(fileName, origin.at('fileName'))
  const failureMessage = texts.text(value.failureMessage, origin.at('failureMessage'), ['reason'])
  return { ...value, url, fileName, failureMessage }
}
