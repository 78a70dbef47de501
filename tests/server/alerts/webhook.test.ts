import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createWebhookJob } from '../../../src/server/alerts/webhook.ts'
import { isPublicAddress } from '../../../src/server/http/client-network.ts'
import { addJob } from '../../../src/server/jobs/repository.ts'
import { createTestApp } from '../../support/test-app.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let server: ReturnType<typeof createServer> | undefined
afterEach(() => server?.close())

/** A real receiver, which answers with a status. */
async function receive(status: number, headers: Readonly<Record<string, string>> = {}) {
  const received: Received[] = []
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
      response.writeHead(status, headers).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

const SECRET = `whsec_${Buffer.from('a secret of the receiver, 32 long').toString('base64')}`
const payload = { type: 'alert.fired', timestamp: '2025-06-22T08:00:00.000Z', data: { title: 'Größer' } }
const send = (url: string, allowsPrivate: boolean) =>
  createWebhookJob({ url, secret: SECRET, allowsPrivate }, () => new Date('2025-06-22T08:00:01.000Z')).run(
    { id: 7, kind: '', subject: '', dueAt: new Date(), attempt: 1, payload, save: () => Promise.resolve() },
    new AbortController().signal,
  )

describe('the webhook of alerts', () => {
  test('is signed as its receiver verifies it, over id, time and body', async () => {
    const { received, url } = await receive(204)
    await send(url, true)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    expect(JSON.parse(body)).toEqual(payload)
    expect([headers['webhook-id'], headers['webhook-timestamp']]).toEqual(['alert-7', '1750579201'])
    const expected = createHmac('sha256', 'a secret of the receiver, 32 long')
      .update(`alert-7.1750579201.${body}`)
      .digest('base64')
    const [version, signature = ''] = String(headers['webhook-signature']).split(',')
    expect(version).toBe('v1')
    expect(timingSafeEqual(Buffer.from(signature), Buffer.from(expected))).toBe(true)
  })

  test('follows no redirect, and is tried again after any answer but 2xx', async () => {
    const { received, url } = await receive(302, { location: '/elsewhere' })
    await expect(send(url, true)).rejects.toThrow('the receiver answered 302')
    expect(received).toHaveLength(1)
  })

  test('that is not set any more lets what was added before fail, where administration sees it', async () => {
    const { engine, app, now, as, close } = await createTestApp()
    try {
      await addJob(engine.database, { kind: 'alert-webhook', subject: 'a', dueAt: now(), payload })
      await app.jobs.runDue()
      const { body } = await (await as('superadmin'))('GET', '/v1/jobs?state=failed')
      expect(body['records']).toMatchObject([
        { kind: 'alert-webhook', lastError: 'ALERT_WEBHOOK_URL is not set any more' },
      ])
    } finally {
      await close()
    }
  })

  test.each(['', 'localhost'])(
    'is not sent to this machine, by address or by name %s (S106)',
    async (name) => {
      const { received, url } = await receive(204)
      await expect(send(name === '' ? url : url.replace('127.0.0.1', name), false)).rejects.toThrow(
        'is an address of a private network',
      )
      expect(received).toEqual([])
    },
  )

  test.each([
    ['10.0.0.1', false],
    ['172.16.5.4', false],
    ['192.168.1.1', false],
    ['127.0.0.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['::1', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['::ffff:10.0.0.1', false],
    ['64:ff9b::a00:1', false],
    ['93.184.216.34', true],
    ['2606:2800:220:1::1', true],
  ])('knows whether %s is public', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected)
  })
})
