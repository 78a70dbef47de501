import type { Report, ReportPlan, Selection, View } from '../model/report-plan.ts'
import type { Visibility } from '../model/series.ts'

export const OWN_DAYS = 'days'

/** How a user arranged a table: by labels, because the next period can list the same columns at other positions. */
export interface Arrangement {
  /** The column that sorts; the label null is the first column. */
  readonly sort: { readonly label: string | null; readonly desc: boolean } | null
  /** Which columns are shown; `toggled` contains labels. */
  readonly columns: Visibility
  /** The labels of the first columns in the order of the reader; the others follow in that of the report. */
  readonly order: readonly string[]
  /** The widths in px that the reader chose; the label '' is the first column. */
  readonly widths: ReadonlyMap<string, number>
  /** The words that the names and texts of the shown rows contain; empty for all rows. */
  readonly find: string
  /** The columns that the reader added: `mean:NAME`. */
  readonly added: readonly string[]
}

export interface UrlState {
  readonly selection: Selection
  /** With what it is compared; null for nothing. */
  readonly compare: string | null
  /** Null: nothing is loaded. */
  readonly view: View | null
  /** Null is the first type of the screen; so is a type that it does not have. */
  readonly chartType: string | null
  readonly visibility: Visibility
  readonly arrangement: Arrangement
}

/** Reads the known parameters and ignores others. The values are not compared with the options of the selectors. */
export function parseUrlState(search: URLSearchParams, selectors: readonly { name: string }[]): UrlState {
  const chosen = selectors.flatMap(({ name }) => {
    const value = search.get(name)
    return value === null || value === '' ? [] : [[name, value] as const]
  })
  const view = search.get('view')
  const [, direction, label = null] = /^(asc|desc)(?::([^]*))?$/.exec(search.get('sort') ?? '') ?? []
  return {
    selection: Object.fromEntries(chosen),
    compare: search.get('compare'),
    view: view === 'table' || view === 'chart' ? view : null,
    chartType: search.get('chart'),
    visibility: parseVisibility(search, 'series', 'flip'),
    arrangement: {
      sort: direction === undefined ? null : { label, desc: direction === 'desc' },
      columns: parseVisibility(search, 'columns', 'column'),
      order: search.getAll('order'),
      widths: new Map(search.getAll('width').flatMap(parseWidth)),
      find: search.get('find') ?? '',
      added: [...new Set(search.getAll('add'))],
    },
  }
}

/** Parses the width of a column: `120:NAME`, or `120` for the first one. */
function parseWidth(text: string): [string, number][] {
  const [, width, label = ''] = /^(\d{2,3})(?::([^]*))?$/.exec(text) ?? []
  return width === undefined ? [] : [[label, Number(width)]]
}

function parseVisibility(search: URLSearchParams, mode: string, toggled: string): Visibility {
  const base = search.get(mode)
  return {
    mode: base === 'all' || base === 'none' ? base : 'default',
    toggled: new Set(search.getAll(toggled)),
  }
}

/** Returns the query of an address: only what differs from a plain route. */
export function formatUrlState(
  address: UrlState,
  screen: { tab?: string | null; variant?: string | null } = {},
): URLSearchParams {
  const search = new URLSearchParams()
  if (screen.tab) search.set('tab', screen.tab)
  if (screen.variant) search.set('variant', screen.variant)
  for (const [name, value] of Object.entries(address.selection)) if (value !== '') search.set(name, value)
  if (address.compare !== null) search.set('compare', address.compare)
  if (address.view !== null) search.set('view', address.view)
  if (address.chartType !== null) search.set('chart', address.chartType)
  const { sort, columns, order, widths, find, added } = address.arrangement
  writeVisibility(search, 'series', 'flip', address.visibility)
  if (sort !== null) {
    const direction = sort.desc ? 'desc' : 'asc'
    search.set('sort', sort.label === null ? direction : `${direction}:${sort.label}`)
  }
  writeVisibility(search, 'columns', 'column', columns)
  for (const label of order) search.append('order', label)
  for (const [label, width] of widths) search.append('width', label === '' ? `${width}` : `${width}:${label}`)
  if (find !== '') search.set('find', find)
  for (const text of added) search.append('add', text)
  return search
}

function writeVisibility(
  search: URLSearchParams,
  mode: string,
  toggled: string,
  visibility: Visibility,
): void {
  if (visibility.mode !== 'default') search.set(mode, visibility.mode)
  for (const name of visibility.toggled) search.append(toggled, name)
}

/** Names that selectors cannot have, because the URL or the templates use them. */
export const reservedNames: readonly string[] = [
  'compare',
  'view',
  'chart',
  'series',
  'flip',
  'sort',
  'columns',
  'column',
  'order',
  'width',
  'find',
  'add',
  'tab',
  'variant',
  'report',
  'heading',
  'period',
  'today',
  'reason',
  'name',
]

/** What an address without a query says. */
export const emptyUrlState = parseUrlState(new URLSearchParams(), [])
export const { arrangement: defaultArrangement } = emptyUrlState

/** Returns the tab and variant of a URL; an unknown one is replaced by the first. */
export function resolveScreen(
  report: Report,
  routeTab: string | null,
  search: URLSearchParams,
): { tab: string | null; variant: string | null } {
  const requested = report.tabs?.navigation === 'route' ? routeTab : search.get('tab')
  const first = (items: readonly { id: string }[] | undefined, id: string | null) =>
    (items?.find((item) => item.id === id) ?? items?.[0])?.id ?? null
  return {
    tab: first(report.tabs?.items, requested),
    variant: first(report.variants, search.get('variant')),
  }
}

/** Returns the URL of a tab or variant with what is chosen; nothing is loaded without a view. */
export const formatScreenUrl = (
  report: Report,
  to: Pick<ReportPlan, 'tab' | 'variant'>,
  state: Partial<UrlState>,
): string => {
  const query = formatUrlState({ ...emptyUrlState, ...state }, getRouteParams(report, to)).toString()
  const path = report.tabs?.navigation === 'route' ? `${report.path}/${to.tab ?? ''}` : report.path
  return query === '' ? path : `${path}?${query}`
}

/** Returns the tab and variant for the query of the URL; null for a default one. */
export const getRouteParams = (
  report: Report,
  { tab, variant }: Pick<ReportPlan, 'tab' | 'variant'>,
): { tab: string | null; variant: string | null } => ({
  tab: report.tabs?.navigation === 'query' && tab !== report.tabs.items[0]?.id ? tab : null,
  variant: variant === report.variants[0]?.id ? null : variant,
})
