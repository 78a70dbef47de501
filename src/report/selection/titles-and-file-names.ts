import type { OptionsBySelector, Report, ReportPlan, Selection } from '../model/report-plan.ts'
import { listCounted, listMultiple, selectionValues } from './selection.ts'
import { type RequestUrl, renderUrl, renderTemplate, parseRequestUrl } from '../model/template.ts'

export interface Labels {
  readonly tableTitle: string
  readonly empty: string
  readonly chartTitle: (type: string) => string
  readonly imageName: (type: string) => string
  readonly workbookName: string
  readonly period: string
  /** What the period counts, such as all regions: the label of a selector, and the names that are chosen. */
  readonly counted: readonly (readonly [label: string, names: string])[]
  readonly dataCall: RequestUrl
  /** Null if there is no download, or the browser makes the workbook. */
  readonly downloadCall: RequestUrl | null
}

/** Fills in the placeholders; `today` is `YYYY-MM-DD`, for file names. */
export function resolveLabels(
  plan: ReportPlan,
  selection: Selection,
  today: string,
  options: OptionsBySelector = {},
): Labels {
  const values = selectionValues(plan, selection, today, options)
  const lists = listMultiple(plan)
  const downloadUrl = plan.download?.url ?? null
  const counted = listCounted(plan, selection, options)
  const texts = new Map([
    ...values,
    ...counted.map(([name]) => [name, values.get(`${name}Name`) ?? ''] as const),
  ])
  const fill = (template: string) => renderTemplate(template, texts)
  const fillTitle = (template: string) => fill(template) + (plan.unit === null ? '' : ` (${plan.unit})`)
  return {
    tableTitle: fillTitle(plan.table.title),
    empty: fill(plan.table.empty),
    chartTitle: (type) => fillTitle(plan.chart.titles[type] ?? type),
    imageName: (type) => fill(plan.chart.images[type] ?? type),
    workbookName: fill(plan.download?.fileName ?? ''),
    period: values.get('period') ?? '',
    counted: counted.map(([, label, names]) => [label, names]),
    dataCall: parseRequestUrl(renderUrl(plan.data.url, values, lists)),
    downloadCall: downloadUrl === null ? null : parseRequestUrl(renderUrl(downloadUrl, values, lists)),
  }
}

/** Returns the names that a title counts, for its tooltip; undefined if it counts none. */
export const formatCounted = ({ counted }: Labels): string | undefined =>
  counted.length === 0 ? undefined : counted.map(([label, names]) => `${label}: ${names}`).join('\n')

/** Returns the labels of a screen's tab and variant; null if the report has neither. */
export function formatScreenName(
  { tabs, variants }: Pick<Report, 'tabs' | 'variants'>,
  { tab, variant }: Pick<ReportPlan, 'tab' | 'variant'>,
): string | null {
  const found = [tabs?.items.find(({ id }) => id === tab), variants.find(({ id }) => id === variant)]
  const names = found.flatMap((item) => (item === undefined ? [] : [item.label]))
  return names.length === 0 ? null : names.join(', ')
}

export const formatReportName = (report: Report, plan: Pick<ReportPlan, 'tab' | 'variant'>): string =>
  [report.menu.label, formatScreenName(report, plan)].filter((part) => part !== null).join(': ')
