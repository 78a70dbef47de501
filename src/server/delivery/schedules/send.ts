import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AlertContent } from '../../../../schemas/api/alert.ts'
import { type ScheduleForm, type ScheduleRun, toMailbox } from '../../../../schemas/api/schedule.ts'
import type { Schedulable } from '../../../report/model/dashboard-plan.ts'
import { findPlan } from '../../../report/model/report-plan.ts'
import type { DataDeps } from '../../data/data-deps.ts'
import { storeOwnEvent } from '../../platform/history/history-repository.ts'
import { getErrorReason } from '../../platform/database/errors.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { addJob, deleteLaterJobs } from '../../platform/jobs/job-repository.ts'
import { type JobKind, PermanentError, type RunningJob } from '../../platform/jobs/job.ts'
import { createMessageId, type MailDeps } from '../mail/mailer.ts'
import { type ReadCall, readTogether } from '../../data/reports/read-call.ts'
import type { Renderer } from '../renderer.ts'
import { buildMail } from './build-mail.ts'
import { LATEST, type LoadedView, loadViews } from './load-view.ts'
import { countMail, findMailLimit } from './mail-counts.ts'
import { findNextDue, formatLocalDay } from './next-due.ts'
import { type AllowedRecipient, readPermissions, splitRecipients } from './recipients.ts'
import { findSchedule, listAllSchedules, type StoredSchedule, updateSchedule } from './schedule-repository.ts'
import { describeMissingRight, describeTarget, findTarget, openTarget, type Target } from './target.ts'
import { formatUnsubscribeUrl } from './unsubscribe.ts'

export const SCHEDULE_JOB = 'schedule'

type SendDeps = Pick<DataDeps, 'database' | 'datasets' | 'clock' | 'noteScopes' | 'getProductName'> &
  Schedulable &
  Pick<Renderer, 'renderMail'> & { readonly mail: MailDeps; readonly read: ReadCall }

/** What an alert did. */
export const AlertNews = z.object({ ...AlertContent.shape, kind: z.enum(['fired', 'ended']) })
export type AlertNews = z.infer<typeof AlertNews>

/** What a job of a schedule has done so far. */
const Progress = z.object({
  /** Whether somebody asked for it now, so that it changes no due time. */
  manual: z.boolean().default(false),
  /** Whether only its owner gets it. */
  isTest: z.boolean().default(false),
  /** The alert that it tells of. */
  alert: AlertNews.nullable().default(null),
  /** For which due time it sends, and how many before it were missed; by default its own time. */
  due: z.object({ at: z.string(), missed: z.int() }).optional(),
  /** Who has got the mail, and who never will. */
  sent: z.array(z.string()).default([]),
  refused: z.array(z.string()).default([]),
})
type Progress = z.infer<typeof Progress>

/** Adds a job, whose subject begins with the id of its schedule. Returns false for one that exists. */
export const addScheduleJob = (
  db: Connection,
  ownerId: number,
  subject: string,
  dueAt: Date,
  payload: Partial<Progress>,
): Promise<boolean> => addJob(db, { kind: SCHEDULE_JOB, subject, ownerId, dueAt, payload })

/**
 * Adds the jobs of the schedules that are due. A due time that is later than the next one from now is computed anew, as after
 * a moment in which the clock was ahead.
 */
async function addDueJobs({ database, clock }: Pick<DataDeps, 'database' | 'clock'>): Promise<void> {
  const now = clock()
  for (const { id, ownerId, form, nextAt } of await listAllSchedules(database)) {
    const next = nextAt === null ? null : findNextDue(form.due, now)
    if (next === null || nextAt === null) continue
    const isDue = nextAt <= now.toISOString()
    if (!isDue && nextAt <= next.toISOString()) continue
    const subject = String(id)
    await withTransaction(database, async (trx) => {
      // Another process, or the owner, can have been first.
      if ((await findSchedule(trx, id))?.nextAt !== nextAt) return
      await updateSchedule(trx, id, { next_at: next.toISOString() })
      if (isDue)
        await addScheduleJob(trx, ownerId, subject, new Date(nextAt), { due: findDue(form, nextAt, now) })
      else await deleteLaterJobs(trx, { kind: SCHEDULE_JOB, subject }, now)
    })
  }
}

/** Adds a job for everybody who is to get the alerts of a screen; several of them can fire at once. */
export async function addAlertMails(
  db: Connection,
  reports: Schedulable['reports'],
  { screen, key, dueAt, alert }: { screen: string; key: string; dueAt: Date; alert: AlertNews },
): Promise<void> {
  for (const { id: schedule, ownerId, form, paused } of await listAllSchedules(db)) {
    const { kind, id, tab, variant } = form.view
    const report = kind === 'report' ? reports.find((report) => report.id === id) : undefined
    const isWatched = form.due.every === 'alert' && report && findPlan(report, tab, variant)?.key === screen
    if (isWatched && !paused) await addScheduleJob(db, ownerId, `${schedule} ${key}`, dueAt, { alert })
  }
}

/** A mail that is later than this says so, in milliseconds. */
const LATE_MS = 15 * 60_000
const ATTEMPTS = 6
/** How many runs of a schedule are stored. */
const MAX_RUNS = 10

/** Returns the job that sends a schedule. */
export function createScheduleJob(deps: SendDeps): JobKind {
  let minute = ''
  return {
    attempts: ATTEMPTS,
    addDue: async () => {
      // Due times are whole minutes.
      const now = deps.clock().toISOString().slice(0, 16)
      if (now !== minute) await addDueJobs(deps)
      minute = now
    },
    run: (job, signal) => runSchedule(deps, job, signal),
  }
}

type Ending = Pick<ScheduleRun, 'result' | 'text'>
type Run = ReturnType<typeof createRun>
type Due = NonNullable<Progress['due']>

async function runSchedule(deps: SendDeps, job: RunningJob, signal: AbortSignal): Promise<void> {
  const { database, clock, mail } = deps
  const stored = await findSchedule(database, Number.parseInt(job.subject, 10))
  if (stored === undefined) return
  const { isTest } = Progress.parse(job.payload)
  const schedule = isTest ? { ...stored, form: { ...stored.form, recipients: [stored.ownerEmail] } } : stored
  const { id, form, owner } = schedule
  const target = findTarget(form.view, deps)
  const title = typeof target === 'string' ? form.view.id : target.title
  const run = createRun(deps, job, schedule, title)
  const { manual, alert, due = { at: job.dueAt.toISOString(), missed: 0 } } = run.getProgress()
  const isTimed = !manual && alert === null
  if (schedule.paused && !manual) return
  if (typeof target === 'string') return run.fail(target)
  if (form.recipients.every((address) => schedule.ended.has(toMailbox(address)))) {
    return run.end({ result: 'skipped', text: 'Nobody is left who gets it.' })
  }
  const today = formatLocalDay(new Date(due.at), form.due.zone)
  const content = await readContent(deps, schedule, target, { today, isTest }).catch(run.failLastAttempt)
  if (typeof content === 'string') return run.fail(content)
  const { views, allowed, withheld, leftOut } = content
  if (!isTest) await updateSchedule(database, id, { accounts: JSON.stringify(content.accounts) })
  if (views.length === 0 && alert === null) {
    return run.end({ result: 'skipped', text: 'There are no records of the period.' })
  }
  const hash = hashViews(views)
  if (form.onlyNewData && isTimed && hash === schedule.lastHash && run.getProgress().sent.length === 0) {
    return run.end({ result: 'skipped', text: 'There are no new data since the last mail.' })
  }
  const product = deps.getProductName()
  const hasWorkbook = form.workbook && views.length > 0
  const { dashboard } = target
  const shown = { dashboard, views, today, user: owner, product, at: clock() }
  const rendered = await deps
    .renderMail({ ...shown, hasWorkbook, hasCharts: form.charts })
    .catch(run.failLastAttempt)
  const shownTarget = describeTarget(target, rendered.views)
  const frame = {
    title: alert ? formatNews(alert) : shownTarget.title,
    product,
    portalUrl: mail.portalUrl,
    path: alert?.url ?? shownTarget.path,
    notices: [
      content.isLatest ? LATEST : '',
      manual ? '' : describeDelay(due, clock(), form.due.zone),
      ...(alert ? listRows(alert) : []),
    ],
  }
  const build = (unsubscribeUrl: string) =>
    buildMail({ ...frame, sender: { owner, unsubscribeUrl } }, rendered)
  const sending = await sendMails(deps, { run, job, schedule, allowed, build }, signal)
  const { sent, refused } = run.getProgress()
  if (!sending.isWaiting || job.attempt >= ATTEMPTS) {
    const named = form.recipients.filter((address) => sent.includes(address) || withheld.includes(address))
    // A test goes to its owner alone.
    const note = isTest && withheld.length === 0 ? '' : ` ${WITHHELD}`
    const texts = [
      ...(isTest ? ['A test.'] : []),
      ...(named.length === 0 ? [] : [`Sent to ${named.join(', ')}.${note}`]),
      ...(refused.length === 0 ? [] : [`Refused: ${refused.join(', ')}.`]),
      ...sending.problems,
      ...leftOut,
      ...sending.leftOut,
    ]
    const text = texts.join(' ')
    await (named.length === 0 ? run.fail(text) : run.end({ result: 'sent', text }, isTest ? undefined : hash))
  }
  if (sending.isWaiting) throw new Error(sending.problems.join('; '))
}

/** Creates what a job of a schedule stores: its progress, and how it ends. */
function createRun(
  { clock }: Pick<SendDeps, 'clock'>,
  job: RunningJob,
  { id, owner }: StoredSchedule,
  title: string,
) {
  let progress = Progress.parse(job.payload)
  const save = async (change: Partial<Progress>, work?: (trx: Connection) => Promise<void>) => {
    progress = { ...progress, ...change }
    await job.save(progress, work)
  }
  const end = (ending: Ending, lastHash?: string) =>
    save({}, async (trx) => {
      const earlier = (await findSchedule(trx, id))?.runs ?? []
      const runs = [{ at: clock().toISOString(), ...ending }, ...earlier].slice(0, MAX_RUNS)
      const hashed = lastHash === undefined ? {} : { last_hash: lastHash }
      await updateSchedule(trx, id, { runs: JSON.stringify(runs), ...hashed })
      const details = { schedule: id, ...ending }
      const origin = { at: clock(), actor: owner }
      await storeOwnEvent(trx, origin, 'schedule sent', ['schedule', title], details)
    })
  const fail = async (text: string): Promise<never> => {
    await end({ result: 'failed', text })
    throw new PermanentError(text)
  }
  return {
    getProgress: () => progress,
    save,
    end,
    fail,
    failLastAttempt: (error: unknown): Promise<never> =>
      job.attempt >= ATTEMPTS ? fail(getErrorReason(error)) : Promise.reject(error),
  }
}

/**
 * Reads recipients and views, whose rights and figures are those of one moment; a text says why nobody gets them. A test
 * of a period without records shows the latest one that has some.
 */
function readContent(
  deps: SendDeps,
  schedule: StoredSchedule,
  target: Target,
  { today, isTest }: { readonly today: string; readonly isTest: boolean },
) {
  return readTogether(deps.database, deps.datasets, async (db: Connection) => {
    const opened = openTarget(target, await readPermissions(db, schedule.ownerId))
    if (opened === null) return describeMissingRight(schedule, target)
    const split = await splitRecipients(db, schedule, deps.mail.domains, opened.rights)
    if (split.allowed.length + split.withheld.length === 0) return split.leftOut.join(' ')
    const views = await loadViews(db, deps, opened.views, today)
    if (views.length > 0 || !isTest) return { ...split, views, isLatest: false }
    const latest = opened.views.map((view) => ({ ...view, period: 'latest' }))
    return { ...split, views: await loadViews(db, deps, latest, today), isLatest: true }
  })
}

interface Sending {
  readonly run: Run
  readonly job: RunningJob
  readonly schedule: StoredSchedule
  readonly allowed: readonly AllowedRecipient[]
  readonly build: (unsubscribeUrl: string) => ReturnType<typeof buildMail>
}

/** Sends a mail to each recipient who has none yet. Returns what went wrong, and whether somebody waits for a later attempt. */
async function sendMails(
  { database, clock, mail }: SendDeps,
  { run, job, schedule, allowed, build }: Sending,
  signal: AbortSignal,
) {
  const [problems, leftOut]: [string[], string[]] = [[], []]
  const { id, ownerId } = schedule
  let isWaiting = false
  for (const { address, to } of allowed) {
    const { sent, refused } = run.getProgress()
    if (sent.includes(address) || refused.includes(address)) continue
    // The owner may have lost its account, and the recipient the wish, since the last mail.
    const current = await findSchedule(database, id)
    if (current?.ownerStatus !== 'Active') {
      leftOut.push('Nobody else gets it: its schedule or owner is not active any more.')
      return { problems, leftOut, isWaiting: false }
    }
    const sending = { ownerId, to, now: clock() }
    const limit = current.ended.has(toMailbox(to))
      ? 'it has unsubscribed'
      : await findMailLimit(database, sending)
    if (limit !== null) {
      leftOut.push(`${address} is left out: ${limit}.`)
      continue
    }
    const unsubscribeUrl = formatUnsubscribeUrl(mail.portalUrl, schedule, address)
    const messageId = createMessageId(mail.portalUrl, `${job.subject} ${job.dueAt.toISOString()} ${to}`)
    const built = build(unsubscribeUrl)
    try {
      await mail.send({ to, unsubscribeUrl, messageId, ...built }, signal)
      await run.save({ sent: [...sent, address] }, (trx) => countMail(trx, sending))
    } catch (error) {
      problems.push(`${address}: ${getErrorReason(error)}`)
      if (error instanceof PermanentError) await run.save({ refused: [...refused, address] })
      else isWaiting = true
    }
  }
  return { problems, leftOut, isWaiting }
}

/** Follows the recipients of a run. It does not tell which addresses have accounts. */
const WITHHELD = 'People who may not see it got nothing.'

export const formatNews = ({ kind, title }: AlertNews): string =>
  `${kind === 'fired' ? 'Alert' : 'Alert ended'}: ${title}`

/** The most rows that a mail lists of an alert. */
const MAX_ROWS = 10

/** Returns the first rows and values of an alert that fires, a line for each, and how many more there are. */
export function listRows({ rows, hiddenRows }: AlertNews): readonly string[] {
  const shown = rows.slice(0, MAX_ROWS)
  const count = rows.length - shown.length + hiddenRows
  return [
    ...shown.map(({ label, subject, text }) => `${[label, subject].filter(Boolean).join(', ')}: ${text}`),
    ...(count === 0 ? [] : [`and ${count} more`]),
  ]
}

/** Returns the latest due time that has come, and how many came before it from the stored one on. */
function findDue({ due }: ScheduleForm, nextAt: string, now: Date): Due {
  let latest = new Date(nextAt)
  let missed = 0
  for (let next = findNextDue(due, latest); next !== null && next <= now; next = findNextDue(due, latest)) {
    latest = next
    missed += 1
  }
  return { at: latest.toISOString(), missed }
}

/** Says that a mail is late; empty if it is not. */
function describeDelay({ at, missed }: Due, now: Date, zone: string): string {
  if (missed === 0 && now.getTime() - Date.parse(at) < LATE_MS) return ''
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'long', timeStyle: 'short' })
  const others =
    missed === 1 ? 'One mail before it was left out.' : `${missed} mails before it were left out.`
  const text = `This mail was due on ${format.format(Date.parse(at))} (${zone}) and is late.`
  return missed === 0 ? text : `${text} ${others}`
}

/** Omits the notice, which changes with every read of a source. */
const omitNotice = (response: string) => ({ ...(JSON.parse(response) as object), notice: '' })
export const hashViews = (views: readonly Pick<LoadedView, 'url' | 'response'>[]): string =>
  createHash('sha256')
    .update(JSON.stringify(views.map(({ url, response }) => [url, omitNotice(response)])))
    .digest('base64url')
