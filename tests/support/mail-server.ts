import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { SmtpServer } from '../../src/server/platform/smtp-url.ts'

/** A mail as the server received it. */
export interface ReceivedMail {
  readonly to: readonly string[]
  readonly raw: string
  /** The headers by lower-case name, unfolded; several of one name are several values. */
  readonly headers: Readonly<Record<string, readonly string[]>>
}

export interface MailServer {
  readonly port: number
  /** The settings for sending to it. */
  readonly settings: (tls?: SmtpServer['tls']) => { server: SmtpServer; from: string }
  readonly received: readonly ReceivedMail[]
  readonly close: () => Promise<void>
}

/** An error that the server answers with a status. */
export const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

/** Starts a real SMTP server on this machine. `beforeAnswer` runs between the storage of a mail and the 250. */
export async function startMailServer(
  options: SMTPServerOptions = {},
  beforeAnswer: (mail: ReceivedMail) => Promise<void> = () => Promise.resolve(),
): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('latin1')
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const mail = { to, raw, headers: parseHeaders(raw) }
        received.push(mail)
        void beforeAnswer(mail).then(() => answer(null))
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  const { port } = await new Promise<AddressInfo>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve(listening.address() as AddressInfo))
  })
  return {
    port,
    received,
    settings: (tls = 'none') => ({
      server: { host: '127.0.0.1', port, tls, user: '', password: '' },
      from: 'Portal <portal@example.com>',
    }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function parseHeaders(raw: string): Record<string, string[]> {
  const [head = ''] = raw.split('\r\n\r\n')
  const headers: Record<string, string[]> = {}
  for (const line of head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    headers[name] = [...(headers[name] ?? []), line.slice(colon + 1).trim()]
  }
  return headers
}
