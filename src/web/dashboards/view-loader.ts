import { findPlan } from '../../report/find-plan.ts'
import { reportEntries } from 'virtual:report-entries'
import type { TileView } from '../../../schemas/api/dashboard.ts'
import { findEarlierPeriod } from '../../report/comparison/add-comparison.ts'
import { placeNotes } from '../../report/notes/place-notes.ts'
import type { Compare, OptionsBySelector, Report, ReportPlan, Selection } from '../../report/plan.ts'
import { parsePeriod } from '../../report/selection/choose-period.ts'
import { listCandidates } from '../../report/selection/latest-period.ts'
import { getPeriod } from '../../report/selection/selector-kinds.ts'
import type { ReportTable } from '../../report/table/report-table.ts'
import type { Client } from '../api/client.ts'
import { hasFeature } from '../contexts/settings.ts'
import { requestNotes } from '../notes/load-notes.ts'
import { loadReport as loadPlans } from '../reports/opened-reports.ts'
import { createOptionsRequest, loadReport, today } from '../reports/report-services.ts'

/** The loaded view of a report. */
export interface LoadedView {
  readonly report: Report
  readonly plan: ReportPlan
  readonly options: OptionsBySelector
  readonly selection: Selection
  readonly table: ReportTable
  /** The table of the period before, with its name; null without one. */
  readonly earlier: { readonly table: ReportTable; readonly selection: Selection } | null
  /** False if the screen cannot choose the wanted period, so that it shows its latest one. */
  readonly isWanted: boolean
  readonly readAt: Date
}

/** Loads a view of a report in its period, or in the latest for an empty one; null if there are no records. */
export async function loadView(
  api: Client,
  view: TileView & { readonly period: string },
  compare: Compare | undefined,
  signal: AbortSignal,
): Promise<LoadedView | null> {
  const listed = reportEntries.find(({ id }) => id === view.report)
  const report = listed === undefined ? null : await loadPlans(listed)
  const plan = report && findPlan(report, view.tab, view.variant)
  if (!plan) throw new Error('This report could not be loaded.')
  const { options, candidates, isWanted } = await listCandidates(
    plan,
    createOptionsRequest(api),
    today(),
    view.selectors,
    parsePeriod(view.period),
  )
  const load = async (selection: Selection) =>
    (await loadReport({ plan, selection, compare: null, options }, signal, api)).table
  const loadEarlier = async (selection: Selection) => {
    const earlier = compare === undefined ? null : findEarlierPeriod(plan, selection, compare, options)
    if (earlier === null || earlier.problem !== null) return null
    const table = await load(earlier.selection).catch(() => null)
    return table && { table, selection: earlier.selection }
  }
  // Without its notes, too, a tile is whole.
  const loadNotes = async (selection: Selection) =>
    hasFeature('notes') ? requestNotes(api, plan, selection, signal).catch(() => []) : []
  for (const selection of candidates) {
    const [found, earlier, notes] = await Promise.all([
      load(selection),
      loadEarlier(selection),
      loadNotes(selection),
    ])
    if (!found.rows.some(({ hasRecord }) => hasRecord)) continue
    const table = placeNotes(found, getPeriod(plan, selection), notes)
    return { report, plan, options, selection, table, earlier, isWanted, readAt: new Date() }
  }
  return null
}
