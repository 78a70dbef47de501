import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { PermanentError } from '../../../../src/server/platform/jobs/job.ts'
import { createMailer, type Mail } from '../../../../src/server/delivery/mail/mailer.ts'
import type { SmtpServer } from '../../../../src/server/platform/smtp-url.ts'
import { type MailServer, refusal, startMailServer } from '../../../support/mail-server.ts'

let server: MailServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const mail = (more: Partial<Mail> = {}): Mail => ({
  to: 'ada@example.com',
  subject: 'Monthly minutes',
  text: 'Figures of March',
  html: '<p>Figures of <b>March</b></p><img src="cid:chart">',
  attachments: [],
  unsubscribeUrl: 'https://portal.example.com/v1/schedules/unsubscribe?schedule=7&token=abc',
  messageId: '<k3Jd-9_x@portal.example.com>',
  ...more,
})
const TIMEOUTS = { connectMs: 2_000, silenceMs: 2_000, wholeMs: 10_000 }

/** Sends mails to a server with these options, one after another; returns what each ended with. */
async function send(
  options: SMTPServerOptions,
  mails: readonly Mail[],
  tls: SmtpServer['tls'] = 'none',
  timeouts = TIMEOUTS,
) {
  server = await startMailServer(options)
  const mailer = createMailer(server.settings(tls), timeouts)
  const endings: unknown[] = []
  for (const one of mails) {
    endings.push(
      await mailer.send(one).then(
        () => 'sent',
        (error: unknown) => error,
      ),
    )
  }
  return { endings, received: server.received }
}

describe('a mail', () => {
  test('arrives in two forms, with the headers of a subscription and its own id (RFC 8058, RFC 3834)', async () => {
    const { endings, received } = await send({}, [mail()])
    expect(endings).toEqual(['sent'])
    const headers = {
      from: ['Portal <portal@example.com>'],
      to: ['ada@example.com'],
      subject: ['Monthly minutes'],
      'message-id': ['<k3Jd-9_x@portal.example.com>'],
      'auto-submitted': ['auto-generated'],
      'list-unsubscribe': ['<https://portal.example.com/v1/schedules/unsubscribe?schedule=7&token=abc>'],
      'list-unsubscribe-post': ['List-Unsubscribe=One-Click'],
    }
    expect(received).toMatchObject([{ to: ['ada@example.com'], headers }])
    const raw = received[0]?.raw
    expect(raw).toContain('Figures of March')
    expect(raw).toContain('<b>March</b>')
  })

  test('has its image in the text and a workbook of 10 MB whole', async () => {
    const file = randomBytes(10 * 1024 * 1024)
    const image = randomBytes(2_000)
    const chart = { name: 'chart.png', cid: 'chart', file: image }
    const attachments = [chart, { name: 'Minuten März.xlsx', file }]
    const { endings, received } = await send({}, [mail({ attachments })])
    expect(endings).toEqual(['sent'])
    const raw = received[0]?.raw ?? ''
    const parts = raw.split(/\r\n--[^\r\n]+\r\n/).map((part) => {
      const [head = '', body = ''] = part.split('\r\n\r\n')
      return { head, hash: hash(Buffer.from(body, 'base64')) }
    })
    expect(parts.find((part) => part.hash === hash(image))?.head).toMatch(/Content-I[dD]: <chart>/)
    expect(parts.find((part) => part.hash === hash(file))?.head).toMatch(
      /attachment;\s+filename\*0\*=utf-8''Minuten%20M%C3%A4rz\.xlsx/,
    )
  })

  test('cannot be given another header by a title, a name or a file name', async () => {
    const line = 'x\r\nBcc: eve@example.com\r\n\r\nbody'
    const odd = mail({
      subject: `Minutes ${line}`,
      attachments: [{ name: `a${line}.xlsx`, file: randomBytes(3) }],
      unsubscribeUrl: `https://portal.example.com/?a=${line}`,
    })
    const { endings, received } = await send({}, [odd, mail({ subject: 'Résumé 🎉 =?utf-8?q?x?=' })])
    expect(endings).toEqual(['sent', 'sent'])
    expect(received.map(({ to }) => to)).toEqual([['ada@example.com'], ['ada@example.com']])
    expect(received.flatMap(({ headers }) => headers['bcc'] ?? [])).toEqual([])
    expect(received[0]?.headers['subject']).toEqual([
      expect.stringMatching(/^Minutes x Bcc: eve@example\.com +body$/),
    ])
    expect(received[0]?.raw).not.toMatch(/^Bcc:/m)
  })

  const wrong = [
    'ada@example.com, eve@example.com',
    'Ada <ada@example.com>',
    'ada@example.com\r\nBcc: e@x.com',
  ]
  test.each([...wrong, ''])('is not sent to %j, which is no single address', async (to) => {
    const { endings, received } = await send({}, [mail({ to })])
    expect(endings[0]).toBeInstanceOf(PermanentError)
    expect(received).toEqual([])
  })
})

describe('what a server refuses', () => {
  test.each<[string, SMTPServerOptions]>([
    ['recipient', { onRcptTo: (_address, _session, answer) => answer(refusal(550, '5.1.1 no such user')) }],
    [
      'contents',
      {
        onData: (stream, _session, answer) => {
          stream.resume()
          stream.on('end', () => answer(refusal(552, '5.3.4 too large')))
        },
      },
    ],
  ])('for good, its %s, is not tried again', async (_what, options) => {
    const { endings } = await send(options, [mail()])
    expect(endings[0]).toBeInstanceOf(PermanentError)
    expect(String(endings[0])).toMatch(/no such user|too large/)
  })

  test('for now is tried again: greylisting, then success', async () => {
    let tries = 0
    const onRcptTo: SMTPServerOptions['onRcptTo'] = (_address, _session, answer) =>
      answer((tries += 1) === 1 ? refusal(451, '4.7.1 later') : null)
    const { endings, received } = await send({ onRcptTo }, [mail(), mail()])
    expect(String(endings[0])).toContain('later')
    expect(endings[1]).toBe('sent')
    expect(endings[0]).not.toBeInstanceOf(PermanentError)
    expect(received).toHaveLength(1)
  })

  test('as a sign-in is tried again, because the operator can correct it', async () => {
    server = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, answer) => answer(refusal(535, '5.7.8 wrong password')),
    })
    const settings = server.settings()
    const signedIn = { ...settings, server: { ...settings.server, user: 'portal', password: 'wrong' } }
    const error: unknown = await createMailer(signedIn, TIMEOUTS)
      .send(mail())
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'EAUTH', message: expect.not.stringContaining("'wrong'") as string })
    expect(error).not.toBeInstanceOf(PermanentError)
  })
})

describe('a connection', () => {
  test('that stalls ends after its time, and is tried again', async () => {
    const silent = createServer((socket) => void socket.on('error', () => undefined))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', () => resolve()))
    const address = silent.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const stalled = createMailer(
      { server: { host: '127.0.0.1', port, tls: 'none', user: '', password: '' }, from: 'a@example.com' },
      { ...TIMEOUTS, connectMs: 50 },
    )
    const error: unknown = await stalled.send(mail()).catch((reason: unknown) => reason)
    silent.close()
    expect(error).toMatchObject({ code: 'ETIMEDOUT' })
    expect(error).not.toBeInstanceOf(PermanentError)
  })

  test.each([
    ['is silent in the middle', { ...TIMEOUTS, silenceMs: 50 }, 'ETIMEDOUT'],
    ['takes too long as a whole', { ...TIMEOUTS, wholeMs: 50 }, 'EABORT'],
  ])('that %s ends after its time', async (_what, timeouts, code) => {
    const { endings } = await send({ onMailFrom: () => undefined }, [mail()], 'none', timeouts)
    expect(endings).toMatchObject([{ code }])
  })

  test.each<[string, SMTPServerOptions, SmtpServer['tls']]>([
    ['whose certificate nobody vouches for', { secure: true }, 'at once'],
    ['whose certificate after STARTTLS nobody vouches for', { disabledCommands: [] }, 'starttls'],
    ['without STARTTLS', {}, 'starttls'],
  ])('to a server %s carries no mail', async (_what, options, tls) => {
    const { endings, received } = await send(options, [mail()], tls)
    expect(endings).toMatchObject([{ code: expect.stringMatching(/^(ESOCKET|ETLS)$/) as string }])
    expect(endings[0]).not.toBeInstanceOf(PermanentError)
    expect(received).toEqual([])
  })
})

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
