import { formatPeriodName, getEarlierSelection } from '../../../report/selection/earlier-period.ts'
import type { AlertPlan } from '../../../report/model/alert-plan.ts'
import type { WatchedPeriod } from '../../../report/alerts/find-firing-rows.ts'
import type { ReportPlan, Selection } from '../../../report/model/report-plan.ts'
import { getPeriod } from '../../../report/selection/selector-kinds.ts'
import { listPeriods } from '../../../report/selection/latest-period.ts'
import type { Connection } from '../../platform/database/handle.ts'
import type { ReadCall } from '../../data/reports/read-call.ts'
import { formatCall, layOutScreen, readScreen } from '../../data/workbooks/read-screen.ts'

/** So many days are watched again, where each is a period of its own: their records can come late. */
const LATE_DAYS = 7
/** The most periods that are loaded. */
const MAX_PERIODS = 31

/**
 * Loads the latest period with records, and those before it that the alert has to know, the earliest first: periods that
 * began after the step `upTo`, which it evaluated last, and those whose records can come late.
 */
export async function loadPeriods(
  db: Connection,
  read: ReadCall,
  plan: ReportPlan,
  { selectors, when }: AlertPlan,
  upTo: string | null,
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

  const isDaily = plan.selectors.some(({ kind }) => kind === 'date')
  const again = Math.max(
    isDaily ? LATE_DAYS : 1,
    plan.rows.key.kind === 'text' && when.kind === 'condition' ? when.for : 1,
  )
  const isWanted = (periods: readonly WatchedPeriod[]) => {
    if (when.kind === 'missing') return periods.length < 1
    const first = getPeriod(plan, periods[0]?.selection ?? {}).days?.first ?? ''
    return periods.length <= again || (periods.length < MAX_PERIODS && upTo !== null && first > upTo)
  }
  for (const selection of selections) {
    const periods = [await watch(selection)]
    if (periods[0]?.table.rows.every(({ hasRecord }) => !hasRecord)) continue
    while (isWanted(periods)) {
      const earlier = getEarlierSelection(plan, periods[0]?.selection ?? {}, 'previous')
      if (earlier === null) break
      periods.unshift(await watch(earlier))
    }
    return periods
  }
  return []
}
