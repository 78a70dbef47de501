import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isPublicAddress } from '../../platform/http/client-network.ts'
import { type JobKind, PermanentError } from '../../platform/jobs/job.ts'

/** Says where alerts are sent, and what they are signed with. */
export interface WebhookSettings {
  readonly url: string
  readonly secret: string
  /** Whether the address can be one of a private network. */
  readonly allowsPrivate: boolean
}

export const WEBHOOK_JOB = 'alert-webhook'

const ATTEMPTS = 8
const TIME_LIMIT_MS = 10_000

/** Signs a message as Standard Webhooks does: `v1,` and the HMAC-SHA256 of id, time and body in base64. */
function signWebhook(secret: string, id: string, seconds: number, body: string): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

/**
 * Creates the kind of job that sends an event. The receiver recognises a repeated one by its id. Without settings those that
 * were added before fail, so that administration sees them.
 */
export const createWebhookJob = (settings: WebhookSettings | undefined, clock: () => Date): JobKind => ({
  attempts: ATTEMPTS,
  run: async ({ id, payload }, signal) => {
    if (settings === undefined) throw new PermanentError('ALERT_WEBHOOK_URL is not set any more')
    const body = JSON.stringify(payload)
    const seconds = Math.floor(clock().getTime() / 1000)
    const headers = {
      'content-type': 'application/json',
      'webhook-id': `alert-${id}`,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signWebhook(settings.secret, `alert-${id}`, seconds, body),
    }
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)])
    const status = await post(settings, body, headers, limit)
    if (status < 200 || status > 299) throw new Error(`the receiver answered ${status}`)
  },
})

/**
 * Posts to the address that was checked, and to no other: the name is resolved once, so that a second answer of its server
 * cannot lead elsewhere, and no redirect is followed.
 */
async function post(
  { url, allowsPrivate }: WebhookSettings,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number> {
  const target = new URL(url)
  const host = target.hostname.replace(/^\[(.*)\]$/, '$1')
  // An address is its own answer.
  const addresses = await lookup(host, { all: true })
  if (!allowsPrivate && addresses.some(({ address }) => !isPublicAddress(address))) {
    throw new PermanentError(
      `${host} is an address of a private network, which ALERT_WEBHOOK_ALLOW_PRIVATE allows`,
    )
  }
  const [first = { address: '', family: 4 }] = addresses
  const send = target.protocol === 'https:' ? requestSecure : requestPlain
  const request = send(target, {
    method: 'POST',
    agent: false,
    signal,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    lookup: (_host, { all }, done) =>
      all === true ? done(null, [first]) : done(null, first.address, first.family),
  })
  // One that comes after the answer changes nothing.
  request.on('error', () => undefined)
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode ?? 0
}
