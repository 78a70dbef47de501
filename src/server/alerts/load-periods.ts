import { formatPeriodName, getEarlierSelection } from '../../report/comparison/earlier-period.ts'
import type { AlertPlan } from '../../report/alerts/alert-plan.ts'
import type { WatchedPeriod } from '../../report/alerts/steps.ts'
import type { ReportPlan, Selection } from '../../report/plan.ts'
import { listPeriods } from '../../report/selection/latest-period.ts'
import type { Connection } from '../database/handle.ts'
import type { ReadCall } from '../reports/read-call.ts'
import { formatCall, layOutScreen, readScreen } from '../workbook/read-screen.ts'

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
  const fetchBody = async (call: string): Promise<unknown> => JSON.parse(await read(db, call))
  const { options, selections } = await listPeriods(plan, fetchBody, today, selectors)
  const readSelection = (chosen: Selection) => read(db, formatCall(plan, chosen, today, options))
  const watch = async (selection: Selection): Promise<WatchedPeriod> => {
    const screen = await readScreen(all, selection, readSelection, change, options)
    return { selection, name: formatPeriodName(plan, selection), table: layOutScreen(screen).table }
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
