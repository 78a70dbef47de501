import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { runData } from '../../../../src/cli/data.ts'
import { loadDatasets, loadReports } from '../../../../src/loading/load.ts'
import { createWebhookJob } from '../../../../src/server/delivery/alerts/webhook.ts'
import { isPublicAddress } from '../../../../src/server/platform/http/client-network.ts'
import { addJob } from '../../../../src/server/platform/jobs/job-repository.ts'
import { environmentOf, put } from '../../../support/run-data.ts'
import { createTestApp } from '../../../support/test-app.ts'

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

/** Definitions that name their calls. */
const CALLED = 'tests/definition/fixtures/called'
const SECRET = `whsec_${Buffer.from('a secret of the receiver, 32 long').toString('base64')}`
const payload = { type: 'alert.fired', timestamp: '2025-06-22T08:00:00.000Z', data: { title: 'Größer' } }
const send = (url: string, allowsPrivate: boolean) =>
  createWebhookJob({ url, secret: SECRET, allowsPrivate }, () => new Date('2025-06-22T08:00:01.000Z')).run(
    { id: 7, kind: '', subject: '', dueAt: new Date(), attempt: 1, payload, save: () => Promise.resolve() },
    new AbortController().signal,
  )

describe('the webhook of alerts', () => {
  test('follows no redirect, and is tried again after any answer but 2xx', async () => {
    const { received, url } = await receive(302, { location: '/elsewhere' })
    await expect(send(url, true)).rejects.toThrow('the receiver answered 302')
    expect(received).toHaveLength(1)
  })

  test('gets what an import has let fire and what another has ended, once each and signed', async () => {
    const { received, url } = await receive(204)
    const environment = { DATASETS_DIR: `${CALLED}/datasets`, REPORTS_DIR: `${CALLED}/reports` }
    const portal = await createTestApp({
      reports: loadReports(environment.REPORTS_DIR, environment.DATASETS_DIR),
      datasets: loadDatasets(environment.DATASETS_DIR),
      alertWebhook: { url, secret: SECRET, allowsPrivate: true },
    })
    portal.pass(2 * 24 * 3_600_000)
    const bring = async (...rows: readonly string[]) => {
      const file = put(
        portal.folder,
        'days.csv',
        `Day,Service,Minutes up,Minutes planned,Tickets\n${rows.join('\n')}\n`,
      )
      const context = {
        environment: { ...environmentOf(portal.location), ...environment },
        root: process.cwd(),
      }
      const terminal = { out: () => undefined, err: () => undefined }
      expect(
        await runData(['import', 'service-levels', file], terminal, { ...context, clock: portal.now }),
      ).toBe(0)
      for (let times = 0; times < 2; times += 1) {
        await portal.app.runAlerts()
        await portal.app.jobs.runDue()
      }
      return received.splice(0).map(({ headers, body }) => {
        const [id, time, signature] = ['id', 'timestamp', 'signature'].map(
          (name) => headers[`webhook-${name}`],
        )
        const hmac = createHmac('sha256', 'a secret of the receiver, 32 long')
        expect(signature).toBe(`v1,${hmac.update(`${String(id)}.${String(time)}.${body}`).digest('base64')}`)
        return JSON.parse(body) as unknown
      })
    }
    try {
      const alert = 'service-levels/voice-below-target'
      const days = ['2025-06-03,PORTING,1440,1440,0', '2025-06-01,VOICE,1380,1440,0']
      expect(await bring(...days)).toEqual([])
      expect(await bring('2025-06-02,VOICE,1400,1440,0')).toMatchObject([
        { type: 'alert.fired', data: { alert, rows: [{ text: '97.22%' }, { text: '95.83%' }] } },
      ])
      expect(await bring('2025-06-03,VOICE,1440,1440,0')).toMatchObject([
        { type: 'alert.ended', data: { alert } },
      ])
    } finally {
      await portal.close()
    }
  })

  test('that is not set any more lets what was added before fail, where administration sees it', async () => {
    const { engine, app, now, as, close } = await createTestApp()
    try {
      await addJob(engine.database, { kind: 'alert-webhook', subject: 'a', dueAt: now(), payload })
      await app.jobs.runDue()
      const superadmin = await as('superadmin')
      const list = async (query: string) => (await superadmin('GET', `/v1/jobs${query}`)).body
      const failed = await list('?state=failed&page=0&size=10')
      const at = now().toISOString()
      const job = {
        kind: 'alert-webhook',
        subject: 'a',
        state: 'failed',
        attempts: 1,
        dueAt: at,
        finishedAt: at,
      }
      expect(failed['records']).toEqual([
        { id: 1, ...job, nextAt: expect.any(String), lastError: 'ALERT_WEBHOOK_URL is not set any more' },
      ])
      expect([await list(''), await list('?kind=other'), await list('?state=done')]).toMatchObject([
        { totalCount: 1 },
        { totalCount: 0 },
        { totalCount: 0 },
      ])
    } finally {
      await close()
    }
  })

  test.each(['', 'localhost'])('is not sent to this machine, by address or by name %s', async (name) => {
    const { received, url } = await receive(204)
    await expect(send(name === '' ? url : url.replace('127.0.0.1', name), false)).rejects.toThrow(
      'is an address of a private network',
    )
    expect(received).toEqual([])
  })

  test.each([
    ['10.0.0.1', false],
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
