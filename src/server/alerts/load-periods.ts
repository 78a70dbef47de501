import { addComparison, findEarlierPeriod } from '../../report/comparison/add-comparison.ts'
import {
  formatPeriodName,
  getEarlierSelection,
  getPreviousYear,
} from '../../report/comparison/earlier-period.ts'
import type { AlertPlan } from '../../report/alerts/alert-plan.ts'
import type { WatchedPeriod } from '../../report/alerts/steps.ts'
import { resolveLabels } from '../../report/labels.ts'
import type { ReportPlan, Selection } from '../../report/plan.ts'
import { parseResponse } from '../../report/request/response.ts'
import { listPeriods } from '../../report/selection/latest-period.ts'
import { buildTable } from '../../report/table/build-table.ts'
import type { Connection } from '../database/handle.ts'
import type { ReadCall } from '../reports/read-call.ts'

/** Loads the latest period with records, and as many before it as the alert has to know; the earliest first. */
export async function loadPeriods(
  db: Connection,
  read: ReadCall,
  plan: ReportPlan,
  { selectors, when }: AlertPlan,
  today: string,
): Promise<readonly WatchedPeriod[]> {
  const all: ReportPlan = { ...plan, rows: { ...plan.rows, sort: null, top: null } }
  const change = when.kind === 'condition' ? when.change : null
  const fetchBody = (call: string) => read(db, call)
  const { options, selections } = await listPeriods(plan, fetchBody, today, selectors)
  const load = async (selection: Selection) => {
    const { path, query } = resolveLabels(plan, selection, today, options).dataCall
    return parseResponse(plan, await fetchBody(`${path}?${new URLSearchParams(query).toString()}`))
  }
  const watch = async (selection: Selection): Promise<WatchedPeriod> => {
    const response = await load(selection)
    const before = getPreviousYear(plan, selection)
    const period = { selection, name: formatPeriodName(plan, selection) }
    const table = buildTable(all, selection, response, before && (await load(before)))
    const earlier = change && findEarlierPeriod(plan, selection, change, options)
    if (earlier === null || earlier.problem !== null || change === null) return { ...period, table }
    const compared = { plan: all, selection, compare: change, response, table }
    return { ...period, table: addComparison(compared, earlier, await load(earlier.selection)).table }
  }

  const before = when.kind === 'missing' ? 0 : plan.rows.key.kind === 'text' ? when.for : 1
  for (const selection of selections) {
    const periods = [await watch(selection)]
    if (periods[0]?.table.rows.every(({ hasRecord }) => !hasRecord)) continue
    while (periods.length <= before) {
      const earlier = getEarlierSelection(plan, periods[0]?.selection ?? {}, 'previous')
      if (earlier === null) break
      periods.unshift(await watch(earlier))
    }
    return periods
  }
  return []
}
