import { z } from 'zod'
import type { Report } from '../../../report/model/report-plan.ts'
import type { DataDeps } from '../../data/data-deps.ts'
import { mayOpen } from '../../identity/access/report-access.ts'
import type { JobKind } from '../../platform/jobs/job.ts'
import { buildMail } from '../schedules/build-mail.ts'
import type { MailDeps } from '../mail/mailer.ts'
import { sendCounted } from '../schedules/mail-counts.ts'
import { readPermissions } from '../schedules/recipients.ts'
import { AlertNews, formatNews, listRows } from '../schedules/send.ts'
import { listOwnAlerts, nameOwnAlert } from './own-alerts.ts'

/** The job that tells a user of an alert that the user has set. */
export const OWN_ALERT_JOB = 'own-alert'
const ATTEMPTS = 6

const OwnAlertNews = z.object({ ownerId: z.int(), alert: AlertNews })
export type OwnAlertNews = z.infer<typeof OwnAlertNews>

type Deps = Pick<DataDeps, 'database' | 'clock' | 'getProductName'> & {
  readonly reports: readonly Report[]
  readonly mail: MailDeps
}

/** Creates the kind of job that sends the mail, unless the alert or the right to its report has ended. */
export const createOwnAlertJob = (deps: Deps): JobKind => ({
  attempts: ATTEMPTS,
  run: async ({ subject, dueAt, payload }, signal) => {
    const { database, getProductName, reports, mail } = deps
    const { ownerId, alert } = OwnAlertNews.parse(payload)
    const stored = await listOwnAlerts(database, { user: ownerId })
    const form = stored.find(({ id }) => subject.startsWith(`${nameOwnAlert(id)} `))?.form
    const report = form && reports.find(({ id }) => id === form.report)
    if (report === undefined || !mayOpen(report, await readPermissions(database, ownerId))) return
    const users = database.selectFrom('users').select(['email_id as to', 'user_id as owner'])
    const { to, owner } = await users.where('id', '=', ownerId).executeTakeFirstOrThrow()
    const built = buildMail({
      title: formatNews(alert),
      product: getProductName(),
      portalUrl: mail.portalUrl,
      path: alert.url,
      notices: [alert.report, ...listRows(alert)],
      sender: { owner, unsubscribeUrl: `${mail.portalUrl}/account/alerts` },
    })
    await sendCounted(deps, { ownerId, to, id: `${subject} ${dueAt.toISOString()}` }, built, signal)
  },
})
