import type { DataDeps } from '../../data/data-deps.ts'
import { issueInvitation } from '../../identity/accounts/invitations.ts'
import type { JobKind } from '../../platform/jobs/job.ts'
import { buildMail } from '../schedules/build-mail.ts'
import { sendCounted } from '../schedules/mail-counts.ts'
import type { MailDeps } from './mailer.ts'

type Deps = Pick<DataDeps, 'database' | 'clock' | 'getProductName'> & { readonly mail: MailDeps }

const moment = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'short' })

/** Returns the job that mails the link of an invitation. Each attempt makes a new link, because only its hash is stored. */
export const createInvitationJob = (deps: Deps): JobKind => ({
  attempts: 6,
  run: async ({ subject }, signal) => {
    const invitation = await issueInvitation(deps.database, Number(subject), deps.clock())
    if (invitation === undefined) return
    const { userId, emailId: to, invitedBy: ownerId, endsAt, token } = invitation
    const product = deps.getProductName()
    const built = buildMail({
      title: `Your account in ${product}`,
      product,
      portalUrl: deps.mail.portalUrl,
      // The fragment of an address is sent to no server, so that no log has it.
      path: `/invitation#${token}`,
      action: 'Choose your password',
      notices: [
        `You have an account in ${product}. Your user ID is ${userId}.`,
        `Choose your password by this link. It works once, until ${moment.format(Date.parse(endsAt))} UTC.`,
      ],
    })
    await sendCounted(deps, { ownerId, to, id: token }, built, signal)
  },
})
