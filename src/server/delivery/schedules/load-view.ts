import { formatScreenName, resolveLabels } from '../../../report/selection/titles-and-file-names.ts'
import { findPlan } from '../../../report/model/report-plan.ts'
import type { OptionsBySelector, Selection } from '../../../report/model/report-plan.ts'
import { getNotedDays } from '../../../report/table/place-notes.ts'
import { parseResponse } from '../../../report/model/report-response.ts'
import { parsePeriod } from '../../../report/selection/choose-period.ts'
import { offerStoredYears } from '../../../report/selection/options.ts'
import { loadPeriod } from '../../../report/selection/latest-period.ts'
import { getPeriod } from '../../../report/selection/selector-kinds.ts'
import { formatScreenUrl } from '../../../report/selection/url-state.ts'
import { type DayRange, moveBack } from '../../../time/days.ts'
import { getDays } from '../../../time/grain.ts'
import { grains } from '../../../time/grains.ts'
import { buildAbout } from '../../../workbook/about-sheet.ts'
import type { WorkbookContent } from '../../../workbook/workbook.ts'
import type { Connection } from '../../platform/database/handle.ts'
import type { NoteScopes } from '../../data/notes/note-scopes.ts'
import { readNotes } from '../../data/notes/stored-notes.ts'
import { findDataTime } from '../../data/reports/coverage.ts'
import type { ReadCall } from '../../data/reports/read-call.ts'
import { formatCall, readScreen, type ScreenContent } from '../../data/workbooks/read-screen.ts'
import type { TargetView } from './target.ts'

interface ViewDeps {
  readonly read: ReadCall
  readonly noteScopes: Pick<NoteScopes, 'ofScreen'>
}

/** The records of a view, as plain data: a worker thread builds table, chart and workbook from them. */
export interface LoadedView
  extends Pick<TargetView, 'chart' | 'series'>, ScreenContent, Omit<WorkbookContent, 'table'> {
  readonly chartTitle: string
  readonly workbookName: string
  /** The path in the portal that shows it. */
  readonly url: string
}

/** Returns the days of a period as it is on a day; null for the latest with records. */
export function resolvePeriod(period: string, today: string): DayRange | null {
  if (period === 'latest') return null
  if (period === 'yesterday') return moveBack({ first: today, last: today }, 'previous', 1)
  if (period !== 'previous-month') return parsePeriod(period)
  return getDays(grains.month, (grains.month.parse(today.slice(0, 7)) ?? 0) - 1)
}

/** Reads what screens show, each once, in one state of the database; none whose period, or every recent one, has no records. */
export async function loadViews(
  db: Connection,
  deps: ViewDeps,
  views: readonly TargetView[],
  today: string,
): Promise<LoadedView[]> {
  const found = new Map<string, LoadedView>()
  for (const view of views) {
    const loaded = await loadView(db, deps, view, today)
    if (loaded === null) continue
    // A figure and a table of the same screen are one table.
    const key = JSON.stringify([loaded.plan.key, loaded.selection, loaded.chart, loaded.series])
    if (!found.has(key)) found.set(key, loaded)
  }
  return [...found.values()]
}

async function loadView(
  db: Connection,
  { read, noteScopes }: ViewDeps,
  { report, tab, variant, selectors, period, chart, series }: TargetView,
  today: string,
): Promise<LoadedView | null> {
  const plan = findPlan(report, tab, variant)
  if (plan === undefined) throw new Error(`the report '${report.id}' has no such tab or variant`)
  const load = async (selection: Selection, options: OptionsBySelector) => {
    const readSelection = (chosen: Selection) => read(db, formatCall(plan, chosen, today, options))
    const screen = await readScreen(plan, selection, readSelection)
    if (parseResponse(plan, JSON.parse(screen.response)).records.length === 0) return null
    const days = getNotedDays(getPeriod(plan, selection))
    return { ...screen, notes: await readNotes(db, noteScopes.ofScreen(plan.key) ?? [], days) }
  }
  const wanted = { selectors, days: resolvePeriod(period, today) }
  const fetchBody = async (call: string): Promise<unknown> => JSON.parse(await read(db, call))
  const found = await loadPeriod(offerStoredYears(plan), fetchBody, today, wanted, load)
  if (found === null) return null
  const { selection, options, loaded } = found
  const labels = resolveLabels(plan, selection, today, options)
  const view = chart === null ? 'table' : 'chart'
  const url = formatScreenUrl(report, plan, { selection, view, chartType: chart })
  const dataset = read.findDataset(formatCall(plan, selection, today, options))
  const changedAt = dataset === undefined ? null : await findDataTime(db, dataset)
  return {
    ...loaded,
    title: labels.tableTitle,
    period: labels.period,
    about: buildAbout(plan, formatScreenName(report, plan), labels, changedAt),
    workbookName: labels.workbookName || `${labels.tableTitle}.xlsx`,
    chart,
    chartTitle: chart === null ? '' : labels.chartTitle(chart),
    series,
    url,
  }
}
