import { expect, test } from 'vitest'
import { createTestApp } from '../../support/test-app.ts'

/** The warnings about proxies in a log. */
const warnings = (log: string) => log.split('\n').filter((line) => line.includes('X-Forwarded-For'))

test('an untrusted proxy is logged once, with the setting that trusts it (M10)', async () => {
  const testApp = await createTestApp({ trustedProxies: ['10.0.0.1'] })
  const request = (remoteAddress: string, headers = {}) =>
    testApp.send({ method: 'GET', url: '/healthz', remoteAddress, headers })
  const forwarded = { 'x-forwarded-for': '198.51.100.66' }
  await request('10.0.0.1', forwarded)
  await request('10.88.0.1')
  expect(warnings(testApp.log())).toEqual([])
  for (let time = 0; time < 3; time += 1) await request('10.88.0.1', forwarded)
  await request('::ffff:10.88.0.1', forwarded)
  const [line, ...others] = warnings(testApp.log())
  expect(others).toEqual([])
  expect(JSON.parse(line ?? '')).toMatchObject({
    level: 40,
    peer: '10.88.0.1',
    msg: 'X-Forwarded-For from 10.88.0.1 is ignored, because it is not a trusted proxy; if it is your proxy, set TRUST_PROXY=10.88.0.1',
  })
  // Anybody can send the header: the log does not grow with the senders.
  for (let peer = 1; peer <= 50; peer += 1) await request(`203.0.113.${peer}`, forwarded)
  expect(warnings(testApp.log())).toHaveLength(20)
  await testApp.close()
})

test('an untrusted proxy is logged if no proxy is trusted at all (M10)', async () => {
  const testApp = await createTestApp()
  const headers = { 'x-forwarded-for': '198.51.100.66' }
  await testApp.send({ method: 'GET', url: '/healthz', remoteAddress: '172.17.0.1', headers })
  expect(warnings(testApp.log())).toHaveLength(1)
  await testApp.close()
})

test('an untrusted proxy is not logged at the level error', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => lines.push(line) > 0 }
  const testApp = await createTestApp({ log: { level: 'error', stream } })
  const headers = { 'x-forwarded-for': '198.51.100.66' }
  for (const url of ['/healthz', '/readyz', '/v1/monthly-reports/years']) {
    await testApp.send({ method: 'GET', url, remoteAddress: '172.17.0.1', headers })
  }
  expect(lines).toEqual([])
  await testApp.close()
})
