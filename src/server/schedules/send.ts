import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ScheduleRun } from '../../../schemas/api/schedule.ts'
import type { AppDeps } from '../access/authorization.ts'
import { storeAuditEvents } from '../audit/repository.ts'
import type { Connection } from '../database/handle.ts'
import { addJob } from '../jobs/repository.ts'
import { type JobKind, PermanentError, type RunningJob } from '../jobs/job.ts'
import type { Mailer } from '../mail/mailer.ts'
import { buildMail } from './build-mail.ts'
import { type LoadedView, loadView, type ReadApi } from './load-view.ts'
import { computeNextDue, formatLocalDay } from './next-due.ts'
import { readPermissions, splitRecipients } from './recipients.ts'
import type { Renderer } from './renderer.ts'
import { findSchedule, listWaiting, type StoredSchedule, updateSchedule } from './repository.ts'
import { findTarget, openTarget, type TargetView } from './target.ts'
import { formatUnsubscribeUrl } from './unsubscribe.ts'

export const SCHEDULE_JOB = 'schedule'

/** What sending needs beside the routes' dependencies. */
export interface MailDeps extends Mailer {
  /** The address of the portal, without a slash at its end. */
  readonly portalUrl: string
  /** The domains of addresses without an account. */
  readonly domains: readonly string[]
}

type SendDeps = AppDeps & {
  readonly mail: MailDeps
  readonly renderer: Renderer
  readonly readApi: (token: string, url: string) => Promise<string>
}

/** What a job of a schedule has done so far. */
const Progress = z.object({
  /** Whether somebody asked for it now, so that it changes no due time. */
  manual: z.boolean().default(false),
  /** Set by the first attempt: for which due time it sends, and how many before it were missed. */
  due: z.object({ at: z.string(), missed: z.int() }).nullable().default(null),
  /** Who has got the mail, and who never will. */
  sent: z.array(z.string()).default([]),
  refused: z.array(z.string()).default([]),
})
type Progress = z.infer<typeof Progress>

/** Adds the job of the next due time of a schedule. */
export const addScheduleJob = (db: Connection, id: number, dueAt: Date, payload: unknown = {}) =>
  addJob(db, { kind: SCHEDULE_JOB, subject: String(id), dueAt, payload })

/** Adds the jobs of all schedules that have none, as after a restored backup. */
export async function addMissingJobs(database: Connection): Promise<void> {
  for (const { id, nextAt } of await listWaiting(database)) {
    await addScheduleJob(database, id, new Date(nextAt))
  }
}

/** A mail that is later than this says so, in milliseconds. */
const LATE_MS = 15 * 60_000
const ATTEMPTS = 6

/** The job that sends a schedule. */
export function createScheduleJob(deps: SendDeps): JobKind {
  return { attempts: ATTEMPTS, run: (job, signal) => runSchedule(deps, job, signal) }
}

async function runSchedule(deps: SendDeps, job: RunningJob, signal: AbortSignal): Promise<void> {
  const { database, clock } = deps
  const schedule = await findSchedule(database, Number(job.subject))
  let progress = Progress.parse(job.payload)
  // It was paused, changed or deleted since.
  const isCurrent = progress.due !== null || progress.manual || schedule?.nextAt === job.dueAt.toISOString()
  if (schedule === undefined || !isCurrent) return
  const { id, form } = schedule
  const save = async (change: Partial<Progress>, work?: (trx: Connection) => Promise<void>) => {
    progress = { ...progress, ...change }
    await job.save(progress, work)
  }
  const due = progress.due ?? findDue(schedule, job.dueAt, progress.manual ? job.dueAt : clock())
  if (progress.due === null) {
    await save({ due }, async (trx) => {
      if (progress.manual) return
      const nextAt = computeNextDue(form.due, clock())
      await updateSchedule(trx, id, { nextAt: nextAt.toISOString() })
      await addScheduleJob(trx, id, nextAt)
    })
  }
  const end = async (result: ScheduleRun['result'], text: string, lastHash?: string) => {
    const lastRun = { at: clock().toISOString(), result, text }
    await save({}, async (trx) => {
      await updateSchedule(trx, id, { lastRun, ...(lastHash !== undefined && { lastHash }) })
      const target = findTarget(form.view, deps)
      const subject = typeof target === 'string' ? form.view.id : target.title
      const details = { schedule: id, result, text }
      const event = { event: 'schedule sent', subjectKind: 'schedule', subject, details } as const
      const origin = { at: clock(), actor: schedule.owner, address: null, requestId: null }
      await storeAuditEvents(trx, [{ ...event, ...origin }])
    })
  }

  const target = findTarget(form.view, deps)
  if (typeof target === 'string') return end('failed', target)
  const permissions = await readPermissions(database, schedule.ownerId)
  const opened = openTarget(target, permissions)
  if (opened === null) return end('failed', `${schedule.owner} may not open ${target.title} any more.`)
  const { allowed, leftOut } = await splitRecipients(
    database,
    form.recipients,
    deps.mail.domains,
    opened.rights,
  )
  if (allowed.length === 0) return end('failed', leftOut.join(' '))

  const today = formatLocalDay(new Date(due.at), form.due.zone)
  const views = await deps.delegation.callAs(schedule.ownerId, (token) =>
    loadViews((url) => deps.readApi(token, url), opened.views, today),
  )
  if (views.length === 0) return end('skipped', 'There are no records of the period.')
  const hash = hashViews(views)
  if (form.onlyNewData && !progress.manual && hash === schedule.lastHash && progress.sent.length === 0) {
    return end('skipped', 'There are no new data since the last mail.')
  }
  const rendered = await deps.renderer.render({
    dashboard: target.dashboard,
    views,
    hasWorkbook: form.workbook,
    hasCharts: form.charts,
    user: schedule.owner,
    product: deps.getProductName(),
    at: clock(),
  })
  const problems: string[] = []
  for (const to of allowed) {
    if (progress.sent.includes(to) || progress.refused.includes(to)) continue
    const unsubscribeUrl = formatUnsubscribeUrl(deps.mail.portalUrl, schedule, to)
    const frame = {
      title: target.dashboard ?? rendered.views[0]?.title ?? target.title,
      product: deps.getProductName(),
      portalUrl: deps.mail.portalUrl,
      path: target.path ?? views[0]?.url ?? '',
      owner: schedule.owner,
      late: progress.manual ? '' : describeDelay(due, clock(), form.due.zone),
      unsubscribeUrl,
    }
    const messageId = `<${hashText(`${id} ${job.dueAt.toISOString()} ${to}`)}@${new URL(deps.mail.portalUrl).hostname}>`
    try {
      await deps.mail.send({ to, unsubscribeUrl, messageId, ...buildMail(frame, rendered) }, signal)
      await save({ sent: [...progress.sent, to] })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      problems.push(`${to}: ${reason}`)
      if (error instanceof PermanentError) await save({ refused: [...progress.refused, to] })
    }
  }
  const { sent, refused } = progress
  const isComplete = sent.length + refused.length === allowed.length
  const texts = [
    ...(sent.length === 0 ? [] : [`Sent to ${sent.join(', ')}.`]),
    ...(refused.length === 0 ? [] : [`Refused: ${refused.join(', ')}.`]),
    ...problems,
    ...leftOut,
  ]
  const result = sent.length === 0 ? 'failed' : 'sent'
  if (isComplete || job.attempt >= ATTEMPTS) {
    await end(result, texts.join(' '), sent.length === 0 ? undefined : hash)
  }
  if (!isComplete) throw new Error(problems.join('; '))
}

/** The latest due time that has come, and how many came before it since the time of the job. */
function findDue({ form }: StoredSchedule, dueAt: Date, now: Date): NonNullable<Progress['due']> {
  let at = dueAt
  let missed = 0
  for (let next = computeNextDue(form.due, at); next <= now; next = computeNextDue(form.due, at)) {
    at = next
    missed += 1
  }
  return { at: at.toISOString(), missed }
}

/** Says that a mail is late; empty if it is not. */
function describeDelay({ at, missed }: NonNullable<Progress['due']>, now: Date, zone: string): string {
  if (missed === 0 && now.getTime() - Date.parse(at) < LATE_MS) return ''
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'long', timeStyle: 'short' })
  const others =
    missed === 1 ? 'One mail before it was left out.' : `${missed} mails before it were left out.`
  const text = `This mail was due on ${format.format(Date.parse(at))} (${zone}) and is late.`
  return missed === 0 ? text : `${text} ${others}`
}

async function loadViews(
  read: ReadApi,
  targets: readonly TargetView[],
  today: string,
): Promise<LoadedView[]> {
  const found = new Map<string, LoadedView>()
  for (const { report, choice } of targets) {
    const view = await loadView(read, report, choice, today)
    if (view === null) continue
    // A figure and a table of the same screen are one table.
    const key = JSON.stringify([view.plan.key, view.selection, view.chart, view.series])
    if (!found.has(key)) found.set(key, view)
  }
  return [...found.values()]
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 32)
const hashViews = (views: readonly LoadedView[]): string =>
  hashText(JSON.stringify(views.map(({ url, body }) => [url, body])))
