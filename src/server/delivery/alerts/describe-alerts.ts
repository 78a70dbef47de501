import type { DefinedAlert } from '../../../../schemas/api/alert.ts'
import type { OwnAlert } from '../../../../schemas/api/own-alert.ts'
import type { Report } from '../../../report/model/report-plan.ts'
import { formatReportName } from '../../../report/selection/titles-and-file-names.ts'
import type { DataDeps } from '../../data/data-deps.ts'
import { type ReadCall, readTogether } from '../../data/reports/read-call.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { listFiringSince } from './alert-repository.ts'
import { loadSteps } from './evaluator.ts'
import { nameOwnAlert, type StoredOwnAlert, watchOwnAlert, type WatchedAlert } from './own-alerts.ts'

/** The most values of an alert that are listed; values that meet its condition come first. */
const MAX_VALUES = 5

type Deps = Pick<DataDeps, 'database' | 'datasets' | 'clock'> & { readonly read: ReadCall }
type State = Pick<DefinedAlert, 'firingSince' | 'isHidden' | 'present'>

/** Reads since when alerts fire, and their present values. One that is not `watched` is hidden from the caller. */
export function readStates(
  { database, datasets, clock, read }: Deps,
  alerts: readonly { readonly id: string; readonly watched: WatchedAlert | null }[],
): Promise<readonly State[]> {
  return readTogether(database, datasets, async (db) => {
    const firing = await listFiringSince(db)
    const states: State[] = []
    for (const { id, watched } of alerts) {
      const present = watched && (await readPresent(db, read, watched, clock()))
      states.push({ firingSince: firing.get(id) ?? null, isHidden: watched === null, present })
    }
    return states
  })
}

/** Describes alerts of readers with their present values; hidden for a report that is not among the open ones. */
export async function describeOwnAlerts(
  deps: Deps,
  open: readonly Report[],
  alerts: readonly StoredOwnAlert[],
): Promise<OwnAlert[]> {
  const listed = alerts.map((alert) => ({
    ...alert,
    id: nameOwnAlert(alert.id),
    watched: watchOwnAlert(open, alert),
  }))
  const states = await readStates(deps, listed)
  return alerts.flatMap(({ id, form: { title, report, mail } }, index) => {
    const [state, watched] = [states[index], listed[index]?.watched]
    const name = watched ? formatReportName(watched.report, watched.plan) : report
    return state === undefined ? [] : { id, title, report: name, mail, ...state }
  })
}

/** Reads the values of the latest row of time that an alert watches; null without a record. */
async function readPresent(db: Connection, read: ReadCall, watched: WatchedAlert, now: Date) {
  const { steps, getUrl } = await loadSteps(db, { read }, watched, { upTo: null, since: '' }, now)
  const last = steps.at(-1)
  if (last === undefined) return null
  const isOfRecords = watched.alert.when.kind === 'missing'
  const cells = last.cells.toSorted((one, other) => Number(other.meetsCondition) - Number(one.meetsCondition))
  const values = cells.slice(0, MAX_VALUES).map(({ subject, text, meetsCondition }) => ({
    subject,
    text: isOfRecords && !meetsCondition ? 'complete' : text,
    meetsCondition,
  }))
  return { label: last.label, values, hiddenValues: cells.length - values.length, url: getUrl(null) }
}
