import type { FastifyInstance } from 'fastify'
import type { ScheduleFiles } from '../../report/model/dashboard-plan.ts'
import type { DataDeps } from '../data/data-deps.ts'
import type { ReadCall } from '../data/reports/read-call.ts'
import { INVITATION_JOB } from '../identity/accounts/invitations.ts'
import { createJobRunner, scheduleJobs } from '../platform/jobs/runner.ts'
import { createOwnAlertJob, OWN_ALERT_JOB } from './alerts/own-alert-mail.ts'
import { createWebhookJob, WEBHOOK_JOB, type WebhookSettings } from './alerts/webhook.ts'
import { createInvitationJob } from './mail/invitation-mail.ts'
import type { MailDeps } from './mail/mailer.ts'
import type { Renderer } from './renderer.ts'
import { storeScheduleFiles } from './schedules/schedule-files.ts'
import { createScheduleJob, SCHEDULE_JOB } from './schedules/send.ts'
import { isSourced } from '../../dataset/dataset-plan.ts'
import type { Report } from '../../report/model/report-plan.ts'
import { isUnavailable } from '../platform/database/errors.ts'
import { repeatWhileListening } from '../platform/periodic-task.ts'
import { type EvaluatorDeps, runAlert } from './alerts/evaluator.ts'
import { listAlerts, listOwnAlerts, watchOwnAlerts } from './alerts/own-alerts.ts'
import { cleanUpEpisodes } from './alerts/alert-repository.ts'

interface DeliveryDeps extends DataDeps, Pick<Renderer, 'renderMail'> {
  readonly read: ReadCall
  /** How mails are sent; undefined if none are. */
  readonly mail: MailDeps | undefined
  readonly alertWebhook: WebhookSettings | undefined
}

/** Sends schedules and alerts while an app listens: stores the schedules of files, and runs the jobs that are due. */
export function startDelivery(
  app: FastifyInstance,
  deps: DeliveryDeps,
  files: ScheduleFiles = { plans: [], unread: [] },
): void {
  const { handle, clock, mail, alertWebhook, reports } = deps
  if (mail !== undefined) {
    app.addHook('onReady', () => storeScheduleFiles({ ...deps, log: app.log }, files))
  }
  const kinds = {
    ...(mail !== undefined && {
      [SCHEDULE_JOB]: createScheduleJob({ ...deps, mail }),
      [INVITATION_JOB]: createInvitationJob({ ...deps, mail }),
      [OWN_ALERT_JOB]: createOwnAlertJob({ ...deps, mail }),
    }),
    [WEBHOOK_JOB]: createWebhookJob(alertWebhook, clock),
  }
  const jobs = createJobRunner({ handle, log: app.log }, kinds, clock)
  app.decorate('jobs', jobs)
  scheduleJobs(app, jobs)
  const mailed = mail === undefined ? [] : reports
  scheduleAlerts(app, { ...deps, mailed, hasWebhook: alertWebhook !== undefined })
}

/** How often the version of the data is read, in milliseconds. */
const INTERVAL_MS = 5_000

interface AlertDeps extends Omit<EvaluatorDeps, 'log'> {
  readonly reports: readonly Report[]
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Evaluates the alerts now, if the data has changed or a minute has passed. */
    readonly runAlerts: () => Promise<void>
  }
}

/**
 * Evaluates all alerts while the app listens, after each change of the data by whichever process: its version tells. Those on
 * missing records are evaluated every minute.
 */
function scheduleAlerts(app: FastifyInstance, context: AlertDeps): void {
  const { handle, clock } = context
  const defined = listAlerts(context.reports)
  // No version tells of what other databases have.
  const hasTimes =
    defined.some(({ alert }) => alert.when.kind === 'missing') || context.datasets.some(isSourced)
  const deps = { ...context, log: app.log }
  let done: string | null = null
  const evaluate = async () => {
    const minute = hasTimes ? clock().toISOString().slice(0, 16) : ''
    const stored = await listOwnAlerts(handle.database)
    const ids = stored.map(({ id }) => id).join(' ')
    const state = `${String((await handle.readVersions()).data)} ${minute} ${ids}`
    if (state === done) return
    const alerts = [...defined, ...(await watchOwnAlerts(handle.database, context.reports, stored))]
    // Episodes of alerts that were all removed end, too.
    const watched = alerts.map(({ id }) => id)
    await cleanUpEpisodes(handle.database, watched, clock())
    for (const alert of alerts) {
      await runAlert(deps, alert).catch((error: unknown) => {
        if (isUnavailable(error)) throw error
        app.log.error({ alert: alert.id, err: error }, 'an alert could not be evaluated')
      })
    }
    done = state
  }
  app.decorate('runAlerts', repeatWhileListening(app, evaluate, INTERVAL_MS, 'alerts are not evaluated'))
}
