import type { DefinedAlert } from '../../../../schemas/api/alert.ts'
import type { Report } from '../../../report/model/report-plan.ts'
import { formatReportName } from '../../../report/selection/titles-and-file-names.ts'
import { describeCondition } from '../../../report/alerts/describe-condition.ts'
import type { DataDeps } from '../../data/data-deps.ts'
import { type ReadCall, readTogether } from '../../data/reports/read-call.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { listFiringSince } from './alert-repository.ts'
import { loadSteps } from './evaluator.ts'
import { nameOwnAlert, type StoredOwnAlert, type WatchedAlert, watchOwnAlert } from './own-alerts.ts'

/** The most values of an alert that are listed; values that meet its condition come first. */
const MAX_VALUES = 5

type Deps = Pick<DataDeps, 'database' | 'datasets' | 'clock'> & { readonly read: ReadCall }
type State = Pick<DefinedAlert, 'condition' | 'firingSince' | 'isHidden' | 'present'>

/** Adds what alerts wait for, since when they fire, and their present values. One that is not `watched` is hidden from the caller. */
export const addStates = <T extends { readonly key: string; readonly watched: WatchedAlert | null }>(
  { database, datasets, clock, read }: Deps,
  alerts: readonly T[],
): Promise<(T & State)[]> =>
  readTogether(database, datasets, async (db) => {
    const firing = await listFiringSince(db)
    const described: (T & State)[] = []
    for (const alert of alerts) {
      const { key, watched } = alert
      const present = watched && (await readPresent(db, read, watched, clock()))
      const condition = watched === null ? '' : describeCondition(watched.plan, watched.alert)
      const firingSince = firing.get(key) ?? null
      described.push({ ...alert, condition, firingSince, isHidden: watched === null, present })
    }
    return described
  })

/** Describes alerts of readers with their present values; hidden for a report that is not among the open ones. */
export const describeOwnAlerts = (deps: Deps, open: readonly Report[], alerts: readonly StoredOwnAlert[]) =>
  addStates(
    deps,
    alerts.map((alert) => {
      const watched = watchOwnAlert(open, alert)
      const { id, owner, form } = alert
      const report = watched ? formatReportName(watched.report, watched.plan) : form.report
      return { id, key: nameOwnAlert(id), title: form.title, report, mail: form.mail, owner, watched }
    }),
  )

/** Reads the values of the latest row of time that an alert watches; null without a record. */
async function readPresent(db: Connection, read: ReadCall, watched: WatchedAlert, now: Date) {
  const { steps, getUrl } = await loadSteps(db, { read }, watched, { upTo: null, since: '' }, now)
  const last = steps.at(-1)
  if (last === undefined) return null
  const isOfRecords = watched.alert.when.kind === 'missing'
  const cells = last.cells.toSorted(
    (left, right) => Number(right.meetsCondition) - Number(left.meetsCondition),
  )
  const values = cells.slice(0, MAX_VALUES).map(({ subject, text, meetsCondition }) => ({
    subject,
    text: isOfRecords && !meetsCondition ? 'complete' : text,
    meetsCondition,
  }))
  return { label: last.label, values, hiddenValues: cells.length - values.length, url: getUrl(null) }
}
