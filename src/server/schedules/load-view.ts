import type { ScheduledView } from '../../../schemas/api/schedule.ts'
import { formatScreenName, type Labels, resolveLabels } from '../../report/labels.ts'
import { findPlan } from '../../report/find-plan.ts'
import { usesPreviousYear } from '../../report/columns/index.ts'
import type { ChartType, OptionsBySelector, Report, ReportPlan, Selection } from '../../report/plan.ts'
import { getNotedDays } from '../../report/notes/place-notes.ts'
import { parseResponse } from '../../report/request/response.ts'
import { parsePeriod } from '../../report/selection/choose-period.ts'
import { loadPeriod } from '../../report/selection/latest-period.ts'
import { getPeriod, getPreviousYear } from '../../report/selection/selector-kinds.ts'
import { formatScreenUrl } from '../../report/url-state.ts'
import { type DayRange, shiftRange } from '../../time/days.ts'
import { getDays } from '../../time/grain.ts'
import { grains } from '../../time/grains.ts'

/** What is shown of one screen of a report. */
export interface ViewChoice extends Pick<ScheduledView, 'tab' | 'variant' | 'selectors' | 'period'> {
  readonly chart: ChartType | null
  /** The columns that the chart draws, by id; null for those that the report shows at first. */
  readonly series: readonly string[] | null
}

/** The answers of the API to a view, as plain data: a worker thread builds table, chart and workbook from them. */
export interface LoadedView extends Pick<ViewChoice, 'chart' | 'series'> {
  readonly plan: ReportPlan
  /** The labels of tab and variant; null if the report has neither. */
  readonly screen: string | null
  readonly selection: Selection
  readonly options: OptionsBySelector
  readonly today: string
  readonly body: string
  /** Of one year earlier; null if nothing compares with it, or it could not be read. */
  readonly earlier: string | null
  /** The notes on its days; null if it has none, or they could not be read. */
  readonly notes: string | null
  /** The path in the portal that shows it. */
  readonly url: string
}

/** Reads a URL of the API with the rights of one user. Throws what the API answers instead. */
export type ReadApi = (url: string) => Promise<string>

/** The days of a period as it is on a day; null for the latest with records. */
export function resolvePeriod(period: string, today: string): DayRange | null {
  if (period === 'latest') return null
  if (period === 'yesterday') return shiftRange({ first: today, last: today }, -1, 1)
  if (period !== 'previous-month') return parsePeriod(period)
  return getDays(grains.month, (grains.month.parse(today.slice(0, 7)) ?? 0) - 1)
}

/** Reads what a screen shows; null if its period, or every recent one, has no records. */
export async function loadView(
  read: ReadApi,
  report: Report,
  { tab, variant, selectors, period, chart, series }: ViewChoice,
  today: string,
): Promise<LoadedView | null> {
  const plan = findPlan(report, tab, variant)
  if (plan === undefined) throw new Error(`the report '${report.id}' has no such tab or variant`)
  const load = async (selection: Selection, options: OptionsBySelector) => {
    const readData = (chosen: Selection) =>
      read(formatCall(resolveLabels(plan, chosen, today, options).dataCall))
    const body = await readData(selection)
    if (parseResponse(plan, JSON.parse(body)).records.length === 0) return null
    const earlier = usesPreviousYear(plan)
      ? await readData(getPreviousYear(plan, selection)).catch(() => null)
      : null
    const days = getNotedDays(getPeriod(plan, selection))
    const query = days && { screen: plan.key, from: days.first, to: days.last }
    const notes = query && (await read(formatCall({ path: '/v1/notes', query })).catch(() => null))
    return { body, earlier, notes }
  }
  const fetchBody = async (url: string) => JSON.parse(await read(url)) as unknown
  const wanted = { selectors, days: resolvePeriod(period, today) }
  const found = await loadPeriod(plan, fetchBody, today, wanted, load)
  if (found === null) return null
  const { selection, options, loaded } = found
  const view = chart === null ? 'table' : 'chart'
  const url = formatScreenUrl(report, plan, { selection, view, chartType: chart })
  const screen = formatScreenName(report, plan)
  return { plan, screen, selection, options, today, ...loaded, chart, series, url }
}

const formatCall = ({ path, query }: Labels['dataCall']): string =>
  `${path}?${new URLSearchParams(query).toString()}`
