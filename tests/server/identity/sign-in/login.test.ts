import { beforeEach, describe, expect, test } from 'vitest'
import { createPasswords } from '../../../../src/server/identity/passwords/passwords.ts'
import { createTestApp, type TestApp } from '../../../support/test-app.ts'
import { hashToken } from '../../../../src/server/identity/accounts/sessions.ts'

let testApp: TestApp
beforeEach(async () => {
  testApp = await createTestApp()
})

const MINUTE = 60_000

const PASSWORD = 'demo-Portal-2025'

const login = (username: string, password: string, remoteAddress = '127.0.0.1', headers = {}) =>
  testApp.login(username, password, { remoteAddress, headers })
/** Signs in with the right password. */
const enter = async (username: string, remoteAddress?: string) =>
  (await login(username, PASSWORD, remoteAddress)).status

async function fail(times: number, username: string, remoteAddress?: string) {
  const statuses: number[] = []
  for (let index = 0; index < times; index += 1) {
    statuses.push((await login(username, 'wrong', remoteAddress)).status)
  }
  return statuses
}

describe('login (spec 7.5)', () => {
  test('returns token, session id and role', async () => {
    const { status, body } = await login('analyst', PASSWORD)
    expect(status).toBe(200)
    expect(body).toEqual({
      accessToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      sessionId: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      role: 'analyst',
    })
  })
})

describe('login limits (spec 11.2)', () => {
  test('return 429 with Retry-After after five failures from one address, also for the correct password', async () => {
    expect(await fail(6, 'analyst')).toEqual([401, 401, 401, 401, 401, 429])
    testApp.pass(5 * MINUTE)
    const { status, headers, body } = await login('analyst', PASSWORD)
    expect(status).toBe(429)
    expect(headers['retry-after']).toBe(String(10 * 60))
    expect(body['message']).toBe('Too many failed logins. Please try again in 10 minutes.')
  })

  test('do not extend the window by a rejected attempt', async () => {
    await fail(5, 'analyst')
    testApp.pass(14 * MINUTE)
    expect(await fail(3, 'analyst')).toEqual([429, 429, 429])
    testApp.pass(MINUTE)
    expect(await enter('analyst')).toBe(200)
  })

  test('end for an account when an administrator sets its password', async () => {
    const newPassword = 'velvet tram 91 harbour'
    const superadmin = await testApp.as('superadmin')
    const id = await testApp.findUser('analyst')
    for (let address = 1; address <= 10; address += 1) await fail(5, 'analyst', `203.0.113.${address}`)
    expect(await enter('analyst', '203.0.113.1')).toBe(429)
    const reset = await superadmin('POST', `/v1/system-users/${id}/reset-password`, { newPassword })
    expect(reset.status).toBe(200)
    expect((await login('analyst', newPassword, '203.0.113.1')).status).toBe(200)
  })

  test('let the owner sign in from another address meanwhile', async () => {
    await fail(6, 'analyst', '203.0.113.7')
    expect(await enter('analyst', '203.0.113.8')).toBe(200)
  })

  test('forget the failures of an account and address after a success', async () => {
    await fail(4, 'analyst')
    await login('analyst', PASSWORD)
    expect(await fail(5, 'analyst')).toEqual([401, 401, 401, 401, 401])
  })

  test('count 200 concurrent attempts exactly, and hash hardly any beyond the limit', async () => {
    const tries = 200
    const answers = await Promise.all(Array.from({ length: tries }, () => login('analyst', 'wrong')))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(tries - 5)
    // Two are hashed at a time: the last counted one may have a neighbour.
    expect(testApp.log().match(/"event":"sign-in failed"/g)?.length).toBeLessThanOrEqual(6)
    const counters = await testApp.engine.database.selectFrom('login_counters').selectAll().execute()
    expect(counters.map(({ failures }) => failures)).toEqual([5, 5])
  })

  test('use a counter key that no user id can imitate', async () => {
    await fail(5, 'analyst from 203.0.113.8', '203.0.113.7')
    await fail(5, 'analyst","203.0.113.8', '203.0.113.7')
    expect(await enter('analyst', '203.0.113.8')).toBe(200)
  })

  test('allow 50 failures of an account over all addresses per quarter of an hour', async () => {
    for (let address = 1; address <= 10; address += 1) await fail(5, 'analyst', `203.0.113.${address}`)
    expect(await fail(1, 'analyst', '203.0.113.99')).toEqual([429])
    expect(await enter('administrator', '203.0.113.99')).toBe(200)
    testApp.pass(15 * MINUTE)
    expect(await enter('analyst', '203.0.113.99')).toBe(200)
  })

  test('allow 100 failures from one address over all accounts, whatever its headers', async () => {
    for (let name = 0; name < 100; name += 1) await fail(1, `user${name}`, '203.0.113.7')
    const forged = { 'x-forwarded-for': '198.51.100.1' }
    expect((await login('analyst', PASSWORD, '203.0.113.7', forged)).status).toBe(429)
    expect(await enter('analyst', '203.0.113.8')).toBe(200)
  })

  test('count the addresses of one IPv6 network as one, and IPv4 in IPv6 as IPv4', async () => {
    for (let host = 1; host <= 5; host += 1) await fail(1, 'analyst', `2001:db8:1:2::${host}`)
    expect(await fail(1, 'analyst', '2001:db8:1:2:ffff::')).toEqual([429])
    expect(await fail(1, 'analyst', '2001:db8:1:3::1')).toEqual([401])
    await fail(5, 'administrator', '203.0.113.7')
    expect(await fail(1, 'administrator', '::ffff:203.0.113.7')).toEqual([429])
  })

  test('keep one IPv6 household from using up the failures of an account', async () => {
    const statuses: number[] = []
    for (let network = 0; network < 64; network += 1) {
      statuses.push(...(await fail(2, 'analyst', `2001:db8:1:${(0x200 + network).toString(16)}::1`)))
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(await fail(1, 'analyst', '2001:db8:1:2ff::1')).toEqual([429])
    expect(await enter('analyst', '2001:db8:1:300::1')).toBe(200)
  })

  test('allow 200 failures from one IPv6 household over all accounts', async () => {
    for (let name = 0; name < 200; name += 1) {
      await fail(1, `user${name}`, `2001:db8:1:${(0x200 + (name % 4)).toString(16)}::1`)
    }
    expect(await fail(1, 'analyst', '2001:db8:1:2ff::1')).toEqual([429])
    expect(await fail(1, 'analyst', '2001:db8:1:300::1')).toEqual([401])
  })

  test('use the forwarded client of a trusted proxy only, and only the one that it names', async () => {
    const behind = await createTestApp({ trustedProxies: ['10.0.0.0/8'] })
    const statusFrom = async (remoteAddress: string, forwarded: string) => {
      const headers = { 'x-forwarded-for': forwarded }
      return (await behind.login('analyst', 'wrong', { remoteAddress, headers })).status
    }
    for (let time = 0; time < 5; time += 1) await statusFrom('10.0.0.1', `198.51.100.${time}, 203.0.113.7`)
    expect(await statusFrom('10.0.0.2', '203.0.113.7, 10.9.9.9')).toBe(429)
    expect(await statusFrom('10.0.0.1', '203.0.113.8')).toBe(401)
    for (let time = 0; time < 5; time += 1) await statusFrom('203.0.113.9', `198.51.100.${time}`)
    expect(await statusFrom('203.0.113.9', '198.51.100.99')).toBe(429)
  })

  test('never count loopback as one address', async () => {
    for (let name = 0; name < 101; name += 1) await fail(1, `user${name}`)
    expect(await enter('analyst')).toBe(200)
  })

  test('limit the number of waiting attempts and reject the others at once', async () => {
    const passwords = await createPasswords({ atOnce: 2, waiting: 32, share: 8, refusalMs: 1 })
    let letThrough = () => {}
    let gate = Promise.resolve()
    const verify: typeof passwords.verify = async (...of) => gate.then(() => passwords.verify(...of))
    const slow = await createTestApp({ passwords: { ...passwords, verify } })
    const signedIn = await slow.as('administrator')
    gate = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    const refused: unknown[] = []
    const answers = Array.from({ length: 60 }, async (_, index) => {
      const answer = await slow.login(`user${index}`)
      if (answer.status === 503) refused.push(answer.headers['retry-after'])
      return answer.status
    })
    await expect.poll(() => refused.length).toBe(60 - 34)
    // While every login waits, everything else is answered.
    const reads = await Promise.all(Array.from({ length: 50 }, () => signedIn('GET', '/v1/role-master')))
    expect(reads.filter(({ status }) => status === 200)).toHaveLength(50)
    letThrough()
    const statuses = await Promise.all(answers)
    expect(refused).toEqual(Array.from({ length: 60 - 34 }, () => '1'))
    expect(statuses.filter((status) => status === 401)).toHaveLength(34)
  }, 30_000)
})

describe('successful sign-ins', () => {
  test('of an account from one network are limited to 30 in 15 minutes, then 429 with Retry-After', async () => {
    const address = '203.0.113.7'
    for (let time = 0; time < 30; time += 1) expect(await enter('analyst', address)).toBe(200)
    testApp.pass(5 * MINUTE)
    for (const password of [PASSWORD, 'wrong']) {
      const { status, headers, body } = await login('analyst', password, address)
      expect({ status, after: headers['retry-after'] }).toEqual({ status: 429, after: String(10 * 60) })
      expect(body['message']).toBe('Too many sign-ins. Please try again in 10 minutes.')
    }
    expect(await enter('administrator', address)).toBe(200)
    expect(await enter('analyst', '203.0.113.8')).toBe(200)
    testApp.pass(10 * MINUTE)
    expect(await enter('analyst', address)).toBe(200)
  })

  test('keep the 20 most recently used sessions of an account, and all sessions of others', async () => {
    const isOpen = async (token: string) =>
      (await testApp.bearing(token)('GET', '/auth/permissions')).status === 200
    const other = await testApp.token('administrator')
    const tokens: string[] = []
    for (let time = 0; time < 25; time += 1) {
      tokens.push(await testApp.token('analyst'))
      testApp.pass(1_000)
      // The first one stays in use; what is used is stored every few seconds only.
      const sessions = testApp.engine.database.updateTable('sessions')
      const used = sessions.set({ last_used_at: testApp.now().toISOString() })
      await used.where('token_hash', '=', hashToken(tokens[0] ?? '')).execute()
    }
    const open = await Promise.all(tokens.map(isOpen))
    expect(open).toEqual(tokens.map((_, index) => index === 0 || index >= 6))
    expect(await isOpen(other)).toBe(true)
    expect(await testApp.engine.database.selectFrom('sessions').select('id').execute()).toHaveLength(21)
  })
})

describe('an account that has signed in from an address before', () => {
  const PROXY = '10.88.0.1'
  const DAY = 24 * 60 * MINUTE
  const failAsStranger = async () => {
    for (let name = 0; name < 101; name += 1) await fail(1, `user${name}`, PROXY)
  }

  test('is exempt from the limit of that address, and from no other limit', async () => {
    await login('analyst', PASSWORD, PROXY)
    await failAsStranger()
    expect(await enter('administrator', PROXY)).toBe(429)
    expect(await enter('analyst', PROXY)).toBe(200)
    expect(await fail(6, 'analyst', PROXY)).toEqual([401, 401, 401, 401, 401, 429])
    expect(await enter('analyst', PROXY)).toBe(429)
  })

  test('is exempt from its limit over all addresses, whoever reached it', async () => {
    await login('analyst', PASSWORD, PROXY)
    for (let address = 1; address <= 10; address += 1) await fail(5, 'analyst', `203.0.113.${address}`)
    expect(await enter('analyst', '203.0.113.99')).toBe(429)
    expect(await fail(4, 'analyst', PROXY)).toEqual([401, 401, 401, 401])
    expect(await enter('analyst', PROXY)).toBe(200)
    expect(await fail(6, 'analyst', PROXY)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('is exempt from the limits of its household', async () => {
    await login('analyst', PASSWORD, '2001:db8:1:200::1')
    for (let network = 1; network <= 3; network += 1) await fail(5, 'analyst', `2001:db8:1:20${network}::1`)
    expect(await enter('analyst', '2001:db8:1:204::1')).toBe(429)
    expect(await enter('analyst', '2001:db8:1:200::1')).toBe(200)
  })

  test('adds its failures to those of the address', async () => {
    await login('analyst', PASSWORD, PROXY)
    await fail(5, 'analyst', PROXY)
    for (let name = 0; name < 95; name += 1) await fail(1, `user${name}`, PROXY)
    expect(await enter('administrator', PROXY)).toBe(429)
  })

  test('is forgotten after 30 days', async () => {
    await login('analyst', PASSWORD, PROXY)
    testApp.pass(30 * DAY)
    await failAsStranger()
    expect(await enter('analyst', PROXY)).toBe(429)
  })

  test('is remembered with its latest 20 addresses', async () => {
    await login('analyst', PASSWORD, PROXY)
    for (let address = 1; address <= 20; address += 1) {
      testApp.pass(1_000)
      await login('analyst', PASSWORD, `203.0.113.${address}`)
    }
    const known = await testApp.engine.database.selectFrom('known_networks').select('network').execute()
    expect(known.map(({ network }) => network)).not.toContain(PROXY)
    expect(known).toHaveLength(20)
  })
})
