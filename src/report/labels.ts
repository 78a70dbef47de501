import type { ChartType, OptionsBySelector, Report, ReportPlan, Selection } from './plan.ts'
import { listMultiple, selectionValues } from './selection/selection.ts'
import { type RequestUrl, renderUrl, renderTemplate, parseRequestUrl } from './request/template.ts'

/** Every text and URL of a screen for one selection. */
export interface Labels {
  readonly tableTitle: string
  readonly empty: string
  readonly chartTitle: (type: ChartType) => string
  readonly imageName: (type: ChartType) => string
  readonly workbookName: string
  readonly period: string
  readonly dataCall: RequestUrl
  /** Null if there is no download, or the browser makes the workbook. */
  readonly downloadCall: RequestUrl | null
}

/** `today` is `YYYY-MM-DD`, for file names. */
export function resolveLabels(
  plan: ReportPlan,
  selection: Selection,
  today: string,
  options: OptionsBySelector = {},
): Labels {
  const values = selectionValues(plan, selection, today, options)
  const lists = listMultiple(plan)
  const downloadUrl = plan.download?.url ?? null
  const fill = (template: string) => renderTemplate(template, values)
  const fillTitle = (template: string) => fill(template) + (plan.unit === null ? '' : ` (${plan.unit})`)
  return {
    tableTitle: fillTitle(plan.table.title),
    empty: fill(plan.table.empty),
    chartTitle: (type) => fillTitle(plan.chart.titles[type]),
    imageName: (type) => fill(plan.chart.images[type]),
    workbookName: fill(plan.download?.fileName ?? ''),
    period: values.get('period') ?? '',
    dataCall: parseRequestUrl(renderUrl(plan.data.url, values, lists)),
    downloadCall: downloadUrl === null ? null : parseRequestUrl(renderUrl(downloadUrl, values, lists)),
  }
}

/** The labels of a screen's tab and variant; null if the report has neither. */
export function formatScreenName(
  { tabs, variants }: Pick<Report, 'tabs' | 'variants'>,
  { tab, variant }: Pick<ReportPlan, 'tab' | 'variant'>,
): string | null {
  const found = [tabs?.items.find(({ id }) => id === tab), variants.find(({ id }) => id === variant)]
  const names = found.flatMap((item) => (item === undefined ? [] : [item.label]))
  return names.length === 0 ? null : names.join(', ')
}
