import { type MovingPeriod, movingPeriods } from '../../../../schemas/api/schedule.ts'
import { formatScreenName, resolveLabels } from '../../../report/selection/titles-and-file-names.ts'
import { compareAsMuch, findPlan, resolveCompare } from '../../../report/model/report-plan.ts'
import type { OptionsBySelector, ReportPlan, Selection } from '../../../report/model/report-plan.ts'
import { findBeside } from '../../../report/table/arrange-table.ts'
import { limitRows } from '../../../report/table/limit-table.ts'
import { getNotedDays } from '../../../report/table/row-span.ts'
import { parseResponse } from '../../../report/model/report-response.ts'
import { parsePeriod } from '../../../report/selection/choose-period.ts'
import { findPeriodPlan } from '../../../report/selection/own-days.ts'
import { offerStoredYears } from '../../../report/selection/options.ts'
import { loadPeriod } from '../../../report/selection/latest-period.ts'
import { getPeriod } from '../../../report/selection/selector-kinds.ts'
import { defaultArrangement, formatScreenUrl } from '../../../report/selection/url-state.ts'
import { listBound } from '../../../dataset/sample-requests.ts'
import { type DayRange, formatDay } from '../../../time/days.ts'
import { getDays } from '../../../time/grain.ts'
import { grains } from '../../../time/grains.ts'
import { buildAbout } from '../../../workbook/about-sheet.ts'
import type { WorkbookContent } from '../../../workbook/workbook.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { type NoteScopes, readNotes } from '../../data/notes/stored-notes.ts'
import { findDataTime } from '../../data/reports/coverage.ts'
import type { ReadCall } from '../../data/reports/read-call.ts'
import { formatCall, readScreen, type ScreenContent } from '../../data/workbooks/read-screen.ts'
import type { TargetView } from './target.ts'

interface ViewDeps {
  readonly read: ReadCall
  readonly noteScopes: Pick<NoteScopes, 'ofScreen'>
}

/** Contains the records of a view, as plain data: a worker thread builds table, chart and workbook from them. */
export interface LoadedView
  extends Pick<TargetView, 'chart' | 'series' | 'tile'>, ScreenContent, Omit<WorkbookContent, 'table'> {
  readonly chartTitle: string
  readonly workbookName: string
  /** The path in the portal that shows it. */
  readonly url: string
}

/** Says in a mail that it shows another period than its own. */
export const LATEST = 'The period of the mail has no records; this is the latest one that has.'

/** Returns the days of a period as it is on a day; null for the latest with records. */
export function resolvePeriod(period: string, today: string): DayRange | null {
  const day = grains.day.parse(today) ?? 0
  const moving: Readonly<Record<MovingPeriod, DayRange | null>> = {
    latest: null,
    yesterday: getDays(grains.day, day - 1),
    'last-7-days': { first: formatDay(day - 7), last: formatDay(day - 1) },
    'previous-week': getDays(grains.week, grains.week.at(day) - 1),
    'previous-month': getDays(grains.month, grains.month.at(day) - 1),
  }
  const movingName = movingPeriods.find((name) => name === period)
  return movingName === undefined ? parsePeriod(period) : moving[movingName]
}

/** Reads what screens show, each once, in one state of the database; none whose period, or every recent one, has no records. */
export async function loadViews(db: Connection, deps: ViewDeps, views: readonly TargetView[], today: string) {
  const loadedViews = new Map<string, LoadedView>()
  for (const view of views) {
    const loaded = await loadView(db, deps, view, today)
    if (loaded === null) continue
    // Two tiles can show the same.
    const key = JSON.stringify([loaded.url, loaded.series, loaded.tile])
    if (!loadedViews.has(key)) loadedViews.set(key, loaded)
  }
  return [...loadedViews.values()]
}

async function loadView(
  db: Connection,
  { read, noteScopes }: ViewDeps,
  { report, tab, variant, selectors, period, compare, added = [], chart, series, tile }: TargetView,
  today: string,
): Promise<LoadedView | null> {
  const defined = findPlan(report, tab, variant)
  if (defined === undefined) throw new Error(`the report '${report.id}' has no such tab or variant`)
  const days = resolvePeriod(period, today)
  const findDaysPlan = (screen: ReportPlan) => (days && findPeriodPlan(screen, days)) ?? screen
  const plan = limitRows(findDaysPlan(defined), added)
  const findCompare = (shown: ReportPlan) =>
    resolveCompare(shown, tile === null ? compare : compareAsMuch(shown, compare))
  const load = async (selection: Selection, options: OptionsBySelector) => {
    const readPlan = (shown: ReportPlan) => {
      const readSelection = (chosen: Selection) => read(db, formatCall(shown, chosen, today, options))
      return readScreen(shown, selection, readSelection, findCompare(shown), options)
    }
    const screen = await readPlan(plan)
    if (parseResponse(plan, JSON.parse(screen.response)).records.length === 0) return null
    const noted = getNotedDays(getPeriod(plan, selection))
    const beside = []
    for (const { plan: tabPlan, ...tab } of findBeside(report, defined, added))
      beside.push({ ...tab, ...(await readPlan(findDaysPlan(tabPlan))) })
    return {
      ...screen,
      added,
      beside,
      notes: await readNotes(db, noteScopes.ofScreen(plan.key) ?? [], noted),
    }
  }
  const wanted = { selectors, days }
  const fetchBody = async (call: string): Promise<unknown> => JSON.parse(await read(db, call))
  const shown = await loadPeriod(offerStoredYears(plan), fetchBody, today, wanted, load)
  if (shown === null) return null
  const { selection, options, loaded } = shown
  const labels = resolveLabels(plan, selection, today, options)
  const view = chart === null ? 'table' : 'chart'
  const arrangement = { ...defaultArrangement, added }
  const shownAs = { selection, compare: findCompare(plan), view, chartType: chart, arrangement } as const
  const url = formatScreenUrl(report, plan, shownAs)
  const changedAt = await findDataTime(db, listBound(read.datasets, plan))
  return {
    ...loaded,
    title: labels.tableTitle,
    period: labels.period,
    about: buildAbout(plan, formatScreenName(report, plan), labels, changedAt),
    workbookName: labels.workbookName || `${labels.tableTitle}.xlsx`,
    chart,
    chartTitle: chart === null ? '' : labels.chartTitle(chart),
    series,
    tile,
    url,
  }
}
