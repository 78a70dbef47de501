import type { FastifyBaseLogger } from 'fastify'
import type { AlertPlan } from '../../report/alerts/alert-plan.ts'
import { type AlertRow, type AlertStep, evaluateAlert } from '../../report/alerts/evaluate.ts'
import { findGrain, findMissing } from '../../report/alerts/missing.ts'
import { listSteps } from '../../report/alerts/steps.ts'
import type { WatchedPeriod } from '../../report/alerts/steps.ts'
import { formatScreenName } from '../../report/labels.ts'
import type { Report, ReportPlan } from '../../report/plan.ts'
import { formatScreenUrl } from '../../report/url-state.ts'
import { formatToday } from '../../time/calendar.ts'
import { storeAuditEvents } from '../audit/repository.ts'
import type { Connection, DatabaseHandle } from '../database/handle.ts'
import { withSnapshot, withTransaction } from '../database/transaction.ts'
import { addJob } from '../jobs/repository.ts'
import { loadPeriods } from './load-periods.ts'
import type { ReadCall } from './read-call.ts'
import { addAlertMails } from '../schedules/send.ts'
import { WEBHOOK_JOB, type WebhookPayload } from './webhook.ts'
import {
  beginEpisode,
  endEpisode,
  readAlertState,
  type StoredContent,
  type StoredState,
  storeUpTo,
  updateEpisode,
} from './repository.ts'

/** An alert with the screen that it watches. */
export interface WatchedAlert {
  /** The ids of its report and of itself. */
  readonly id: string
  readonly report: Report
  readonly plan: ReportPlan
  readonly alert: AlertPlan
}

/** Lists the alerts of all reports. */
export const listAlerts = (reports: readonly Report[]): readonly WatchedAlert[] =>
  reports.flatMap((report) =>
    report.plans.flatMap((plan) =>
      plan.alerts.map((alert) => ({ id: `${report.id}/${alert.id}`, report, plan, alert })),
    ),
  )

export interface EvaluatorDeps {
  readonly handle: DatabaseHandle
  readonly log: Pick<FastifyBaseLogger, 'info'>
  readonly read: ReadCall
  readonly clock: () => Date
  /** Whether changes are sent to a webhook. */
  readonly hasWebhook: boolean
  /** The reports whose alerts are sent by mail; none without a mail server. */
  readonly mailed: readonly Report[]
}

/** What readers see of an alert at most. */
const MAX_ROWS = 50

/**
 * Evaluates an alert and stores what changed: at most one process stores each change, and none stores what it found in data
 * that has changed since.
 */
export async function runAlert(deps: EvaluatorDeps, watched: WatchedAlert): Promise<void> {
  const { handle, log, clock } = deps
  const { id } = watched
  const now = clock()
  const version = (await handle.readVersions()).data
  const { steps, url, stored } = await withSnapshot(handle.database, async (db) => ({
    ...(await loadSteps(db, deps, watched, now)),
    stored: await readAlertState(db, id),
  }))
  if (!hasChanges(find(stored))) return
  const told = await withTransaction(handle.database, async (db) => {
    if ((await handle.readVersions()).data !== version) return []
    const state = await readAlertState(db, id)
    const { changes, upTo, content } = find(state)
    for (const change of changes) {
      const isFired = change.kind === 'fired'
      if (isFired) await beginEpisode(db, id, change.key, describe(change.rows), now)
      else await endEpisode(db, id, now)
      // Without values: administrators need no right to the report (N2).
      const details = { report: watched.report.menu.label, ...(isFired && { rows: change.rows.length }) }
      await storeAuditEvents(db, [
        {
          at: now,
          actor: 'server (alerts)',
          event: isFired ? 'alert fired' : 'alert ended',
          subjectKind: 'alert',
          subject: watched.alert.title,
          details,
          address: null,
          requestId: null,
        },
      ])
    }
    for (const change of changes) {
      const { kind } = change
      const { subjects: _, ...data } = describe(kind === 'fired' ? change.rows : [])
      const alert = { ...data, kind }
      await addAlertMails(db, deps.mailed, {
        screen: watched.plan.key,
        key: `${id} ${kind} ${change.key}`,
        dueAt: now,
        alert,
      })
      if (deps.hasWebhook) {
        const type = `alert.${kind}`
        const payload: WebhookPayload = { type, timestamp: now.toISOString(), data: { alert: id, ...data } }
        await addJob(db, {
          kind: WEBHOOK_JOB,
          subject: `${id} ${kind} ${change.key}`,
          dueAt: now,
          payload,
        })
      }
    }
    if (content !== null) await updateEpisode(db, id, content)
    if (upTo !== null) await storeUpTo(db, id, upTo)
    return changes
  })
  for (const { kind } of told) log.info({ alert: id }, `alert ${kind}`)

  function find(state: StoredState) {
    const times = watched.alert.when.kind === 'condition' ? watched.alert.when.for : 1
    const { changes, rows } = evaluateAlert(steps, times, state)
    const content = rows.length === 0 ? null : describe(rows)
    return { state, changes, upTo: steps.at(-1)?.key ?? null, content }
  }

  function describe(rows: readonly AlertRow[]): StoredContent {
    const { alert, report, plan } = watched
    const screen = formatScreenName(report, plan)
    return {
      title: alert.title,
      report: screen === null ? report.menu.label : `${report.menu.label}: ${screen}`,
      rows: rows.toReversed().slice(0, MAX_ROWS),
      hiddenRows: Math.max(0, rows.length - MAX_ROWS),
      url,
      subjects: [...new Set(rows.map(({ subject }) => subject))],
    }
  }
}

const hasChanges = ({
  state,
  changes,
  upTo,
  content,
}: {
  readonly state: StoredState
  readonly changes: readonly unknown[]
  readonly upTo: string | null
  readonly content: StoredContent | null
}): boolean =>
  changes.length > 0 ||
  upTo !== state.upTo ||
  (content !== null && JSON.stringify(content) !== JSON.stringify(state.content))

async function loadSteps(
  db: Connection,
  { read }: EvaluatorDeps,
  { plan, alert, report }: WatchedAlert,
  now: Date,
): Promise<{ readonly steps: readonly AlertStep[]; readonly url: string }> {
  const periods = await loadPeriods(db, read, plan, alert, formatToday(now, 'utc'))
  const { when } = alert
  const selection = periods.at(-1)?.selection ?? alert.selectors
  const compare = when.kind === 'condition' ? when.change : null
  const url = formatScreenUrl(report, plan, {
    selection,
    compare,
    view: periods.length === 0 ? null : 'table',
  })
  if (when.kind === 'condition') return { steps: listSteps(plan, when, periods), url }
  const grain = findGrain(plan)
  const missing = grain === null ? null : findMissing(when, grain, findLastDay(plan, periods), now)
  const cell = {
    subject: '',
    meetsCondition: missing !== null,
    keepsFiring: missing !== null,
    text: 'no records',
  }
  return { steps: [{ key: now.toISOString().slice(0, 10), label: missing ?? '', cells: [cell] }], url }
}

/** The first day of the latest row with a record; null without any. */
function findLastDay(plan: ReportPlan, periods: readonly WatchedPeriod[]): string | null {
  const any = {
    kind: 'condition',
    column: '',
    operator: '>',
    value: 0,
    change: null,
    for: 1,
    reset: null,
  } as const
  return listSteps(plan, any, periods).at(-1)?.key.slice(0, 10) ?? null
}
