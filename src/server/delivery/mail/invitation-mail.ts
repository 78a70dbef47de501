import { escapeHtml } from '../../../report/table/copied-cells.ts'
import type { DataDeps } from '../../data/data-deps.ts'
import { issueInvitation } from '../../identity/accounts/invitations.ts'
import { hashToken } from '../../identity/accounts/sessions.ts'
import { type JobKind, PermanentError } from '../../platform/jobs/job.ts'
import { countMail, findMailLimit } from '../schedules/mail-counts.ts'
import type { MailDeps } from '../schedules/send.ts'
import type { Mail } from './mailer.ts'

type Deps = Pick<DataDeps, 'database' | 'clock' | 'getProductName'> & { readonly mail: MailDeps }

/** Returns the job that mails the link of an invitation. Each attempt makes a new link, because only its hash is stored. */
export const createInvitationJob = ({ database, clock, getProductName, mail }: Deps): JobKind => ({
  attempts: 6,
  run: async ({ subject }, signal) => {
    const invitation = await issueInvitation(database, Number(subject), clock())
    if (invitation === undefined) return
    const { userId, emailId: to, invitedBy, endsAt, token } = invitation
    const sending = { ownerId: invitedBy, to, now: clock() }
    const limit = await findMailLimit(database, sending)
    if (limit !== null) throw new PermanentError(limit)
    const messageId = `<${hashToken(token).slice(0, 32)}@${new URL(mail.portalUrl).hostname}>`
    // The fragment of an address is sent to no server, so that no log has it.
    const url = `${mail.portalUrl}/invitation#${token}`
    const built = buildInvitation({ userId, product: getProductName(), endsAt, url })
    await mail.send({ to, messageId, ...built }, signal)
    await countMail(database, sending)
  },
})

interface Frame {
  readonly userId: string
  readonly product: string
  readonly endsAt: string
  readonly url: string
}

function buildInvitation({ userId, product, endsAt, url }: Frame): Omit<Mail, 'to' | 'messageId'> {
  const title = `Your account in ${product}`
  const moment = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'short' })
  const lines = [
    `You have an account in ${product}. Your user ID is ${userId}.`,
    `Choose your password by this link. It works once, until ${moment.format(Date.parse(endsAt))} UTC.`,
  ]
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:14px;line-height:20px">
<h1 style="font-size:20px;line-height:26px">${escapeHtml(title)}</h1>
${paragraphs}
<p><a href="${escapeHtml(url)}" style="color:inherit">Choose your password</a></p>
</body></html>
`
  const subject = title.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 200)
  return { subject, text: [...lines, url].join('\n\n'), html, attachments: [] }
}
