import type { ChartType, ReportPlan, Selection } from './plan.ts'
import { type OptionLists, selectionValues } from './selection.ts'
import { type Call, fillCall, fillTemplate, splitCall } from './template.ts'

/** Every text and call of a screen for one selection: they follow from the plan and what is held (R56). */
export interface Names {
  readonly tableTitle: string
  readonly empty: string
  readonly chartTitle: (type: ChartType) => string
  readonly imageName: (type: ChartType) => string
  readonly workbookName: string
  readonly period: string
  readonly dataCall: Call
  readonly downloadCall: Call
}

/** `today` is `YYYY-MM-DD`, for file names (R19). */
export function namesOf(
  plan: ReportPlan,
  selection: Selection,
  today: string,
  options: OptionLists = {},
): Names {
  const values = selectionValues(plan, selection, today, options)
  const fill = (template: string) => fillTemplate(template, values)
  return {
    tableTitle: fill(plan.table.title),
    empty: fill(plan.table.empty),
    chartTitle: (type) => fill(plan.chart.titles[type]),
    imageName: (type) => fill(plan.chart.images[type]),
    workbookName: fill(plan.download?.fileName ?? ''),
    period: values.get('period') ?? '',
    dataCall: splitCall(fillCall(plan.data.call, values)),
    downloadCall: splitCall(fillCall(plan.download?.call ?? '', values)),
  }
}
