import { createHash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { isEmail } from '../../../../schemas/api/system-user.ts'
import { getErrorCode, getErrorReason } from '../../platform/database/errors.ts'
import { PermanentError } from '../../platform/jobs/job.ts'
import type { SmtpServer } from '../../platform/smtp-url.ts'

export interface MailSettings {
  readonly server: SmtpServer
  /** An address, or `Name <address>`. */
  readonly from: string
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** PNG files with a `cid` are shown by the HTML. */
  readonly attachments: readonly { readonly name: string; readonly file: Uint8Array; readonly cid?: string }[]
  /** Where its recipient ends such mails; a mail about an account has none. */
  readonly unsubscribeUrl?: string
  /** As `createMessageId` writes it. */
  readonly messageId: string
}

/** Creates the same id for the same text, so that a mail that was sent twice is recognised. */
export const createMessageId = (portalUrl: string, text: string): string => {
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 32)
  return `<${digest}@${new URL(portalUrl).hostname}>`
}

export interface Mailer {
  /** Sends a mail. Throws `PermanentError` if the server refuses recipient or contents; other errors may pass. */
  readonly send: (mail: Mail, signal?: AbortSignal) => Promise<void>
}

/** Lists what mails need besides the server. */
export interface MailDeps extends Mailer {
  /** The address of the portal, without a slash at its end. */
  readonly portalUrl: string
  /** The domains of addresses without an account. */
  readonly domains: readonly string[]
}

/** How long the server may take in milliseconds: to connect, without a byte from it, and for a whole mail. */
const TIMEOUTS = { connectMs: 20_000, silenceMs: 60_000, wholeMs: 300_000 }

/** Creates what sends mail over SMTP. Certificates are verified. */
export function createMailer(settings: MailSettings, { connectMs, silenceMs, wholeMs } = TIMEOUTS): Mailer {
  const { host, port, tls, user, password } = settings.server
  const transport = createTransport({
    host,
    port,
    secure: tls === 'at once',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(user !== '' && { auth: { user, pass: password } }),
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const send = async (mail: Mail, signal?: AbortSignal) => {
    if (!isEmail(mail.to)) throw new PermanentError(`'${mail.to}' is no mail address`)
    const deadline = AbortSignal.timeout(wholeMs)
    try {
      await transport.sendMail({
        ...buildMessage(mail, settings.from),
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      })
    } catch (error) {
      throw isRefusal(error) ? new PermanentError(getErrorReason(error), { cause: error }) : error
    }
  }
  return { send }
}

const buildMessage = ({ to, attachments, unsubscribeUrl, ...mail }: Mail, from: string) => ({
  ...mail,
  from,
  // Not as a text, which could name several.
  to: { name: '', address: to },
  attachments: attachments.map(({ name, file, cid }) => ({
    filename: name,
    content: Buffer.from(file),
    ...(cid !== undefined && { cid, contentDisposition: 'inline' as const }),
  })),
  headers: {
    ...(unsubscribeUrl !== undefined && {
      // RFC 8058. A URL as the platform writes it has no line break.
      'List-Unsubscribe': { prepared: true, value: `<${new URL(unsubscribeUrl).href}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    // RFC 3834: no out-of-office reply.
    'Auto-Submitted': 'auto-generated',
  },
})

/**
 * Says whether the server refused recipient, sender or contents for good (5xx). All else may pass: 4xx (greylisting, a
 * full mailbox), a connection that fails, stalls or is not trusted, and a sign-in, which the operator can correct.
 */
function isRefusal(error: unknown): boolean {
  if (!['EENVELOPE', 'EMESSAGE'].includes(getErrorCode(error))) return false
  const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  return status < 400 || status >= 500
}
