import { limitedNetwork } from '../../../../src/server/platform/http/connections.ts'
import { describe, expect, test } from 'vitest'
import {
  getClientAddress,
  getClientNetwork,
  isLoopback,
  isProxyRange,
} from '../../../../src/server/platform/http/client-network.ts'
import { parseSettings } from '../../../../src/server/config.ts'
import { createTestApp } from '../../../support/test-app.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[2001:DB8:1:2::9]:4711', '2001:db8:1:2::9'],
  ['::1', '::1'],
  ["' or 1=1 --", 'unknown'],
  ['x'.repeat(6_000), 'unknown'],
])('the address of a client is stored as an address or not at all: %.40s', (text, address) => {
  expect(getClientAddress(text)).toBe(address)
})

describe('a client network', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['', 'unknown'],
    ['_hidden', 'unknown'],
    ['203.0.113.256', 'unknown'],
    ['x'.repeat(10_000), 'unknown'],
  ])('of %.40s is %s', (address, network) => {
    expect(getClientNetwork(address)).toBe(network)
  })

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2ff::9', '2001:db8:1:200::/56'],
    ['2001:db8:1:ffff::9', '2001:db8:1:ff00::/56'],
    ['unknown', 'unknown'],
  ])('has for %s the site %s', (address, site) => {
    expect(getClientNetwork(address, 56)).toBe(site)
  })

  test('is this machine or not', () => {
    const own = ['127.0.0.1', '127.9.9.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', 'LOCALHOST']
    const others = ['128.0.0.1', '::2', '::ffff:8.8.8.8', 'localhost.example.com', '0.0.0.0', '::', '']
    expect([...own, ...others].filter(isLoopback)).toEqual(own)
  })
})

describe('TRUST_PROXY', () => {
  test.each([
    'loopback',
    'linklocal',
    'uniquelocal',
    '10.1.2.3',
    '10.0.0.0/8',
    '::1',
    'fd00::/8',
    '10.0.0.1/32',
  ])('accepts %s', (range) => {
    expect(isProxyRange(range)).toBe(true)
    expect(parseSettings({ TRUST_PROXY: `127.0.0.1, ${range}` }, '/').trustedProxies).toEqual([
      '127.0.0.1',
      range,
    ])
  })

  test.each([
    'true',
    '1',
    '*',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/0',
    'fd00::/129',
    '10.0.0.0/8/8',
    'proxy.local',
  ])('rejects %s, and the message lists what is allowed', (range) => {
    expect(() => parseSettings({ TRUST_PROXY: `loopback,${range}` }, '/')).toThrow(
      `TRUST_PROXY must be addresses, ranges such as 10.0.0.0/8, loopback, linklocal or uniquelocal, separated by commas, not '${range}'`,
    )
  })
})

test.each([
  ['127.0.0.1', undefined],
  ['::1', undefined],
  ['10.88.0.1', undefined],
  ['::ffff:10.88.0.1', undefined],
  ['10.88.1.1', '10.88.1.1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
  ['', 'unknown'],
])('connections of %s are counted as %s if 10.88.0.0/24 is trusted', (address, network) => {
  expect(limitedNetwork(['10.88.0.0/24'])(address)).toBe(network)
})

test('an untrusted proxy is logged once, with the setting that trusts it', async () => {
  const testApp = await createTestApp({ trustedProxies: ['10.0.0.1'] })
  const request = (remoteAddress: string, headers = {}) =>
    testApp.send({ method: 'GET', url: '/healthz', remoteAddress, headers })
  const warnings = () => testApp.lines('X-Forwarded-For')
  const forwarded = { 'x-forwarded-for': '198.51.100.66' }
  await request('10.0.0.1', forwarded)
  await request('10.88.0.1')
  expect(warnings()).toEqual([])
  for (let time = 0; time < 3; time += 1) await request('10.88.0.1', forwarded)
  await request('::ffff:10.88.0.1', forwarded)
  const msg =
    'X-Forwarded-For from 10.88.0.1 is ignored, because it is not a trusted proxy; if it is your proxy, set TRUST_PROXY=10.88.0.1'
  expect(warnings()).toMatchObject([{ level: 40, peer: '10.88.0.1', msg }])
  // Anybody can send the header: the log does not grow with the senders.
  for (let peer = 1; peer <= 50; peer += 1) await request(`203.0.113.${peer}`, forwarded)
  expect(warnings()).toHaveLength(20)
})
