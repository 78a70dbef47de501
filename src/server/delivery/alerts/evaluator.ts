import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import type { AlertRow } from '../../../../schemas/api/alert.ts'
import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { type AlertChange, evaluateAlert, evaluateLate } from '../../../report/alerts/alert-state.ts'
import { listMissing } from '../../../report/alerts/missing.ts'
import { listSteps } from '../../../report/alerts/find-firing-rows.ts'
import { formatReportName } from '../../../report/selection/titles-and-file-names.ts'
import type { Report } from '../../../report/model/report-plan.ts'
import { formatScreenUrl } from '../../../report/selection/url-state.ts'
import { formatToday } from '../../../time/calendar.ts'
import { storeOwnEvent } from '../../platform/history/history-repository.ts'
import type { Connection, DatabaseHandle } from '../../platform/database/handle.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { addJob } from '../../platform/jobs/job-repository.ts'
import { isWithin, loadPeriods } from './load-periods.ts'
import { type ReadCall, readTogether } from '../../data/reports/read-call.ts'
import type { WatchedAlert } from './own-alerts.ts'
import { addAlertMails } from '../schedules/send.ts'
import { OWN_ALERT_JOB, type OwnAlertNews } from './own-alert-mail.ts'
import { WEBHOOK_JOB } from './webhook.ts'
import * as repository from './alert-repository.ts'

export interface EvaluatorDeps {
  readonly handle: DatabaseHandle
  readonly log: Pick<FastifyBaseLogger, 'info'>
  readonly datasets: readonly DatasetPlan[]
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
  const { id, alert, plan, report, owner } = watched
  const now = clock()
  const version = (await handle.readVersions()).data
  const { steps, late, since, getUrl, state } = await readTogether(
    handle.database,
    deps.datasets,
    async (db) => {
      const state = await repository.readAlertState(db, id)
      return { ...(await loadSteps(db, deps, watched, state, now)), state }
    },
  )
  const upTo = steps.at(-1)?.key ?? null
  const times = alert.when.kind === 'condition' ? alert.when.for : 1
  const positions = new Map([...late.flat(), ...steps].map(({ label }, index) => [label, index]))
  const findPosition = ({ label }: AlertRow) => positions.get(label) ?? 0
  const describe = (rows: readonly AlertRow[], day: string | null = null): repository.StoredContent => ({
    title: alert.title,
    report: formatReportName(report, plan),
    rows: rows.toSorted((one, other) => findPosition(other) - findPosition(one)).slice(0, MAX_ROWS),
    hiddenRows: Math.max(0, rows.length - MAX_ROWS),
    url: getUrl(day),
    subjects: [...new Set(rows.map(({ subject }) => subject))],
  })
  const evaluate = (earlierState: repository.StoredState) => {
    const { changes, rows, fired } = evaluateAlert(steps, times, earlierState)
    const content = rows.length === 0 ? null : describe(rows)
    const earlier = evaluateLate(late, times, earlierState)
    const nextState = { upTo, content, fired: [...earlier.fired, ...fired], since }
    const { firing: _, ...storedState } = earlierState
    const isNew = earlier.rows.length > 0 || changes.length > 0 || !isDeepStrictEqual(nextState, storedState)
    return { changes, earlier, ...nextState, isNew }
  }
  if (!evaluate(state).isNew) return
  const stored = await withTransaction(handle.database, async (db) => {
    if ((await handle.readVersions()).data !== version) return []
    const earlierState = await repository.readAlertState(db, id)
    const { changes, earlier, content: current, fired } = evaluate(earlierState)
    const announce = async (kind: AlertChange['kind'], key: string, content: repository.StoredContent) => {
      const { subjects: _, ...data } = content
      const job = { key: `${id} ${kind} ${key}`, dueAt: now }
      if (owner !== null) {
        const isMailed = owner.hasMail && deps.mailed.length > 0
        const payload: OwnAlertNews = { ownerId: owner.id, alert: { ...data, kind } }
        const mail = { kind: OWN_ALERT_JOB, subject: job.key, ownerId: owner.id, dueAt: now, payload }
        if (isMailed) await addJob(db, mail)
        return
      }
      // Without values: administrators need no right to the report.
      const rows = content.rows.length + content.hiddenRows
      const details = { report: report.menu.label, ...(kind === 'fired' && { rows }) }
      const origin = { at: now, actor: 'server (alerts)' }
      await storeOwnEvent(db, origin, `alert ${kind}`, ['alert', alert.title], details)
      await addAlertMails(db, deps.mailed, { ...job, screen: plan.key, alert: { ...data, kind } })
      if (!deps.hasWebhook) return
      const timestamp = now.toISOString()
      const payload = { type: `alert.${kind}`, timestamp, data: { alert: id, ...data } }
      await addJob(db, { kind: WEBHOOK_JOB, subject: job.key, dueAt: now, payload })
    }
    const kinds = changes.map(({ kind }) => kind)
    if (earlier.rows.length > 0) {
      const { key, rows } = earlier
      const content = describe(rows, key.slice(0, 10))
      await repository.beginEpisode(db, id, key, content, now, true)
      await announce('fired', key, content)
      kinds.unshift('fired')
      // One that still fires for the latest periods has not ended.
      if (earlierState.firing === null) {
        await announce('ended', key, describe([], key.slice(0, 10)))
        kinds.splice(1, 0, 'ended')
      }
    }
    for (const change of changes) {
      const { kind, key } = change
      const content = describe(change.kind === 'fired' ? change.rows : [])
      if (kind === 'fired') await repository.beginEpisode(db, id, key, content, now)
      else await repository.changeEpisode(db, id, { ended_at: now.toISOString() })
      await announce(kind, key, content)
    }
    if (current !== null) await repository.changeEpisode(db, id, { content: JSON.stringify(current) })
    if (upTo !== null) await repository.storeUpTo(db, id, { upTo, fired, since })
    return kinds
  })
  for (const kind of stored) log.info({ alert: id }, `alert ${kind}`)
}

/** Loads the steps that an alert has to know after its last evaluation. */
export async function loadSteps(
  db: Connection,
  { read }: Pick<EvaluatorDeps, 'read'>,
  { plan, alert, report }: WatchedAlert,
  { upTo, since: earlier }: Pick<repository.StoredState, 'upTo' | 'since'>,
  now: Date,
) {
  const { when, selectors } = alert
  // Of what was there before it was first evaluated, nothing is told.
  const since = upTo === null ? now.toISOString() : earlier
  const periods = await loadPeriods(db, read, plan, alert, { upTo, since }, formatToday(now, 'utc'))
  const { latest, late } = periods
  const getUrl = (day: string | null) => {
    const periodOfDay = late.flat().find(({ selection }) => day !== null && isWithin(plan, selection, day))
    const selection = (periodOfDay ?? latest.at(-1))?.selection
    return formatScreenUrl(report, plan, {
      selection: selection ?? selectors,
      compare: when.kind === 'condition' ? when.change : null,
      view: selection === undefined ? null : 'table',
    })
  }
  const steps =
    when.kind === 'condition' ? listSteps(plan, when, latest) : listMissing(plan, when, latest, now)
  const lateSteps = when.kind === 'condition' ? late.map((list) => listSteps(plan, when, list)) : []
  return { steps, late: lateSteps, since: periods.since, getUrl }
}
