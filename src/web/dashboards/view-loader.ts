import { findPlan } from '../../report/find-plan.ts'
import { findEarlierPeriod } from '../../report/comparison/add-comparison.ts'
import { placeNotes } from '../../report/notes/place-notes.ts'
import type {
  Compare,
  ListedReport,
  OptionsBySelector,
  Report,
  ReportPlan,
  Selection,
} from '../../report/plan.ts'
import { choosePeriod } from '../../report/selection/choose-period.ts'
import { listPeriods } from '../../report/selection/latest-period.ts'
import { getPeriod } from '../../report/selection/selector-kinds.ts'
import { keepAvailable, sameSelection } from '../../report/selection/selection.ts'
import type { ReportTable } from '../../report/table/report-table.ts'
import type { DayRange } from '../../time/days.ts'
import type { Client } from '../api/client.ts'
import { hasFeature } from '../contexts/settings.ts'
import { requestNotes } from '../notes/load-notes.ts'
import { loadReport as loadPlans } from '../reports/opened-reports.ts'
import { createOptionsRequest, loadReport, today } from '../reports/report-services.ts'

/** What is shown of a report; null is the first tab or variant, the latest period with records, and no comparison. */
export interface ViewChoice {
  readonly tab: string | null
  readonly variant: string | null
  readonly selectors: Selection
  readonly period: DayRange | null
  readonly compare: Compare | null
}

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

/** Loads a view of a report; null if its recent periods, or the wanted one, have no records. */
export type ViewLoader = (
  listed: ListedReport,
  choice: ViewChoice,
  signal: AbortSignal,
) => Promise<LoadedView | null>

const hasRecords = ({ rows }: ReportTable): boolean => rows.some(({ hasRecord }) => hasRecord)

export const createViewLoader = (api: Client): ViewLoader => {
  const requestOptions = createOptionsRequest(api)
  return async (listed, { tab, variant, selectors, period, compare }, signal) => {
    const report = await loadPlans(listed)
    const plan = report && findPlan(report, tab, variant)
    if (report === null || plan === null || plan === undefined)
      throw new Error('This report could not be loaded.')
    const load = async (selection: Selection, options: OptionsBySelector) =>
      (await loadReport({ plan, selection, compare: null, options }, signal, api)).table
    // Without its notes, too, a tile is whole.
    const loadNotes = async (selection: Selection) =>
      hasFeature('notes') ? requestNotes(api, plan, selection, signal).catch(() => []) : []
    const loadEarlier = async (selection: Selection, options: OptionsBySelector) => {
      const earlier = compare === null ? null : findEarlierPeriod(plan, selection, compare, options)
      if (earlier === null || earlier.problem !== null) return null
      const table = await load(earlier.selection, options).catch(() => null)
      return table && { table, selection: earlier.selection }
    }
    const wanted = period && choosePeriod(plan, period)
    const { options, selections } = await listPeriods(plan, requestOptions, today(), {
      ...selectors,
      ...wanted,
    })
    const chosen = { ...selections[0], ...selectors, ...wanted }
    // What is not offered has no records.
    const isOffered = () => sameSelection(plan, keepAvailable(plan, options, chosen), chosen)
    const candidates = wanted === null ? selections : isOffered() ? [chosen] : []
    for (const selection of candidates) {
      const [found, earlier, notes] = await Promise.all([
        load(selection, options),
        loadEarlier(selection, options),
        loadNotes(selection),
      ])
      if (!hasRecords(found)) continue
      const table = placeNotes(found, getPeriod(plan, selection), notes)
      const isWanted = period === null || wanted !== null
      return { report, plan, options, selection, table, earlier, isWanted, readAt: new Date() }
    }
    return null
  }
}
