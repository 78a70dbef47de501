import type { Note } from '../../../schemas/api/note.ts'
import type { ScheduledView } from '../../../schemas/api/schedule.ts'
import { formatScreenName, resolveLabels } from '../../report/labels.ts'
import { findPlan } from '../../report/plan.ts'
import type { ChartType, OptionsBySelector, Report, ReportPlan, Selection } from '../../report/plan.ts'
import { getNotedDays } from '../../report/notes/place-notes.ts'
import { parseResponse } from '../../report/request/response.ts'
import { parsePeriod } from '../../report/selection/choose-period.ts'
import { loadPeriod } from '../../report/selection/latest-period.ts'
import { getPeriod } from '../../report/selection/selector-kinds.ts'
import { formatScreenUrl } from '../../report/url-state.ts'
import { type DayRange, moveBack } from '../../time/days.ts'
import { getDays } from '../../time/grain.ts'
import { grains } from '../../time/grains.ts'
import { buildAbout } from '../../workbook/about-sheet.ts'
import type { WorkbookContent } from '../../workbook/workbook.ts'
import { formatCall, readScreen, type ScreenContent } from '../reports/read-screen.ts'

/** What is shown of one screen of a report. */
export interface ViewChoice extends Pick<ScheduledView, 'tab' | 'variant' | 'selectors' | 'period'> {
  readonly chart: ChartType | null
  /** The columns that the chart draws, by id; null for those that the report shows at first. */
  readonly series: readonly string[] | null
}

/** The records of a view, as plain data: a worker thread builds table, chart and workbook from them. */
export interface LoadedView
  extends Pick<ViewChoice, 'chart' | 'series'>, ScreenContent, Omit<WorkbookContent, 'table'> {
  readonly chartTitle: string
  readonly workbookName: string
  /** The path in the portal that shows it. */
  readonly url: string
}

/** Reads a call of a report in one state of the database, and the notes of a screen on some days. */
export interface ViewReads {
  readonly read: (call: string) => Promise<string>
  readonly readNotes: (plan: ReportPlan, days: DayRange | null) => Promise<readonly Note[]>
}

/** The days of a period as it is on a day; null for the latest with records. */
export function resolvePeriod(period: string, today: string): DayRange | null {
  if (period === 'latest') return null
  if (period === 'yesterday') return moveBack({ first: today, last: today }, 'previous', 1)
  if (period !== 'previous-month') return parsePeriod(period)
  return getDays(grains.month, (grains.month.parse(today.slice(0, 7)) ?? 0) - 1)
}

/** Reads what a screen shows; null if its period, or every recent one, has no records. */
export async function loadView(
  { read, readNotes }: ViewReads,
  report: Report,
  { tab, variant, selectors, period, chart, series }: ViewChoice,
  today: string,
): Promise<LoadedView | null> {
  const plan = findPlan(report, tab, variant)
  if (plan === undefined) throw new Error(`the report '${report.id}' has no such tab or variant`)
  const load = async (selection: Selection, options: OptionsBySelector) => {
    const readSelection = (chosen: Selection) => read(formatCall(plan, chosen, today, options))
    const screen = await readScreen(plan, selection, readSelection)
    if (parseResponse(plan, JSON.parse(screen.response)).records.length === 0) return null
    return { ...screen, notes: await readNotes(plan, getNotedDays(getPeriod(plan, selection))) }
  }
  const wanted = { selectors, days: resolvePeriod(period, today) }
  const fetchBody = async (call: string): Promise<unknown> => JSON.parse(await read(call))
  const found = await loadPeriod(plan, fetchBody, today, wanted, load)
  if (found === null) return null
  const { selection, options, loaded } = found
  const labels = resolveLabels(plan, selection, today, options)
  const view = chart === null ? 'table' : 'chart'
  const url = formatScreenUrl(report, plan, { selection, view, chartType: chart })
  return {
    ...loaded,
    title: labels.tableTitle,
    period: labels.period,
    about: buildAbout(plan, formatScreenName(report, plan), labels),
    workbookName: labels.workbookName || `${labels.tableTitle}.xlsx`,
    chart,
    chartTitle: chart === null ? '' : labels.chartTitle(chart),
    series,
    url,
  }
}
