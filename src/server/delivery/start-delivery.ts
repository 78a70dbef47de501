import type { FastifyInstance } from 'fastify'
import type { ScheduleFiles } from '../../report/model/dashboard-plan.ts'
import type { DataDeps } from '../data/data-deps.ts'
import type { ReadCall } from '../data/reports/read-call.ts'
import { INVITATION_JOB } from '../identity/accounts/invitations.ts'
import { createJobRunner, scheduleJobs } from '../platform/jobs/runner.ts'
import { createOwnAlertJob, OWN_ALERT_JOB } from './alerts/own-alert-mail.ts'
import { scheduleAlerts } from './alerts/schedule-alerts.ts'
import { createWebhookJob, WEBHOOK_JOB, type WebhookSettings } from './alerts/webhook.ts'
import { createInvitationJob } from './mail/invitation-mail.ts'
import type { MailDeps } from './mail/mailer.ts'
import type { Renderer } from './renderer.ts'
import { storeScheduleFiles } from './schedules/schedule-files.ts'
import { createScheduleJob, SCHEDULE_JOB } from './schedules/send.ts'

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
