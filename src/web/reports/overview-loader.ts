import { resolveLabels } from '../../report/labels.ts'
import type { ListedReport } from '../../report/plan.ts'
import { buildOverview, type Overview } from '../../report/table/overview.ts'
import { formatScreenUrl } from '../../report/url-state.ts'
import type { Client } from '../api/client.ts'
import { today } from './report-services.ts'
import { createViewLoader, type LoadedView, type ViewChoice } from './view-loader.ts'

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

const FIRST: ViewChoice = { tab: null, variant: null, selectors: {}, period: null, compare: 'previous' }

export const createOverviewLoader = (api: Client): OverviewLoader => {
  const load = createViewLoader(api)
  return async (listed, signal) => {
    const view = await load(listed, FIRST, signal)
    return view && describeView(view, null)
  }
}

/** Describes a loaded view at a glance, by the column or group with an id if it is not null; null without records. */
export function describeView(
  { report, plan, options, selection, table, earlier }: LoadedView,
  column: string | null,
): ReportOverview | null {
  const overview = buildOverview(table, earlier?.table ?? null, column)
  const getPeriod = (chosen: typeof selection) => resolveLabels(plan, chosen, today(), options).period
  return (
    overview && {
      ...overview,
      period: getPeriod(selection),
      earlierPeriod: earlier === null ? '' : getPeriod(earlier.selection),
      tab: report.tabs?.items.find(({ id }) => id === plan.tab)?.label ?? null,
      unit: overview.format?.suffix ? null : plan.unit,
      url: formatScreenUrl(report, plan, { selection, view: 'table' }),
    }
  )
}
