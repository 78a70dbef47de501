import type { AlertReplay } from '../../../../schemas/api/alert.ts'
import { evaluateAlert } from '../../../report/alerts/alert-state.ts'
import { findDay, listSteps, type WatchedPeriod } from '../../../report/alerts/find-firing-rows.ts'
import { isRecorded } from '../../../report/model/report-table.ts'
import { listMissedPeriods } from '../../../report/alerts/missing.ts'
import { formatToday } from '../../../time/calendar.ts'
import { formatDay } from '../../../time/days.ts'
import { grains } from '../../../time/grains.ts'
import { type ReadCall, readTogether } from '../../data/reports/read-call.ts'
import type { Connection, Database } from '../../platform/database/handle.ts'
import type { WatchedAlert } from './own-alerts.ts'
import { findUsualStart, loadSince } from './load-periods.ts'

/** The most rows that are sent of an episode. */
const MAX_ROWS = 10

const LATE = 'A period is missing if it has no record by now. Records that came late are not known.'

type Replayed = Pick<WatchedAlert, 'plan' | 'alert'>

/** Evaluates the alerts of a report in one state of the database. */
export const replayAlerts = (
  database: Database,
  read: ReadCall,
  alerts: readonly Replayed[],
  weeks: number,
  now: Date,
): Promise<AlertReplay[]> =>
  readTogether(database, read.datasets, async (db) => {
    const replays: AlertReplay[] = []
    for (const alert of alerts) replays.push(await replayAlert(db, read, alert, weeks, now))
    return replays
  })

/**
 * Evaluates an alert over the weeks up to the last record, as if it had been defined before them. Nothing is stored, and
 * nobody is notified.
 */
export async function replayAlert(
  db: Connection,
  read: ReadCall,
  { plan, alert }: Replayed,
  weeks: number,
  now: Date,
): Promise<AlertReplay> {
  const { title, when } = alert
  const countBack = (day: string) => formatDay((grains.day.parse(day) ?? 0) - 7 * weeks + 1)
  const findLast = ({ selection, table }: WatchedPeriod): string => {
    const days = table.rows.filter(isRecorded).map((row) => findDay(plan, selection, row))
    return days.reduce((last, day) => (day > last ? day : last), '')
  }
  const today = formatToday(now, 'utc')
  const findFirst = (latest: WatchedPeriod) => countBack(findLast(latest))
  const findLoaded = (latest: WatchedPeriod) =>
    findUsualStart(plan, when, findFirst(latest)) ?? findFirst(latest)
  const periods = await loadSince(db, read, plan, alert, findLoaded, today)
  const latest = periods.at(-1)
  if (latest === undefined) return { title, days: null, steps: 0, hint: '', episodes: [] }
  const first = findFirst(latest)
  const steps =
    when.kind === 'missing'
      ? listMissedPeriods(plan, when, periods, weeks, now)
      : listSteps(plan, when, periods).filter(({ key }) => key.slice(0, 10) >= first)
  const before = { upTo: '', firing: null, fired: [] }
  const { changes } = evaluateAlert(steps, when.kind === 'missing' ? 1 : when.for, before)
  const labels = new Map(steps.map(({ key, label }) => [key, label]))
  const findLabel = (key: string | undefined) => (key === undefined ? null : (labels.get(key) ?? key))
  const [start, end] = [steps[0], steps.at(-1)]
  return {
    title,
    days: start && end ? { first: start.key.slice(0, 10), last: end.key.slice(0, 10) } : null,
    // What is usual is not known at the first ones, and a blank has no value.
    steps: steps.filter(({ cells }) => cells.length > 0).length,
    hint: when.kind === 'missing' ? LATE : '',
    // Changes alternate.
    episodes: changes.flatMap((change, index) =>
      change.kind === 'ended'
        ? []
        : {
            began: findLabel(change.key) ?? '',
            ended: findLabel(changes[index + 1]?.key),
            rows: change.rows.slice(0, MAX_ROWS),
            hiddenRows: Math.max(0, change.rows.length - MAX_ROWS),
          },
    ),
  }
}
