import { listPeriods } from '../../report/selection/latest-period.ts'
import { resolveLabels } from '../../report/labels.ts'
import { buildOverview, type Overview } from '../../report/table/overview.ts'
import type { ListedReport, ReportPlan, Selection } from '../../report/plan.ts'
import type { Client } from '../api/client.ts'
import { loadReport as loadPlans } from './opened-reports.ts'
import { createOptionsRequest, loadReport, today } from './report-services.ts'
import { formatScreenUrl } from './use-report.ts'

/** A report at a glance: its latest period with records. */
export interface ReportOverview extends Overview {
  /** The period as the screen of the report writes it: `March 2025`. */
  readonly period: string
  readonly earlierPeriod: string
  /** The label of the tab, which is the first; null for none. */
  readonly tab: string | null
  readonly unit: string | null
  /** The URL that opens the period as a table. */
  readonly url: string
}

/** Loads the overview of a report; null if its recent periods have no records. */
export type OverviewLoader = (listed: ListedReport, signal: AbortSignal) => Promise<ReportOverview | null>

/** How many periods are requested to find one with records: a year of months and one. */
const MAX_PERIODS = 13

export const createOverviewLoader = (api: Client): OverviewLoader => {
  const requestOptions = createOptionsRequest(api)
  return async (listed, signal) => {
    const report = await loadPlans(listed)
    const plan = report?.plans[0]
    if (report === null || plan === undefined) throw new Error('The report could not be loaded.')
    const { options, selections } = await listPeriods(plan, requestOptions, today())
    const loadTable = async (selection: Selection) =>
      (await loadReport({ plan, selection, compare: null, options }, signal, api)).table
    const getPeriod = (selection: Selection) => resolveLabels(plan, selection, today(), options).period
    for (const [index, selection] of selections.slice(0, MAX_PERIODS).entries()) {
      const table = await loadTable(selection)
      if (buildOverview(table, null) === null) continue
      const before = selections[index + 1]
      const earlier =
        before === undefined || table.total === null ? null : await loadTable(before).catch(() => null)
      const overview = buildOverview(table, earlier)
      return (
        overview && {
          ...overview,
          period: getPeriod(selection),
          earlierPeriod: before === undefined ? '' : getPeriod(before),
          tab: findTab(report.tabs?.items, plan),
          unit: overview.format?.suffix ? null : plan.unit,
          url: formatScreenUrl(report, plan, { selection, view: 'table' }),
        }
      )
    }
    return null
  }
}

const findTab = (
  tabs: readonly { readonly id: string; readonly label: string }[] = [],
  plan: ReportPlan,
): string | null => tabs.find(({ id }) => id === plan.tab)?.label ?? null
