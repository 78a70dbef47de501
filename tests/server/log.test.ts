import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness, type Send } from './harness.ts'

let harness: Harness
let admin: Send
beforeAll(async () => {
  harness = await createHarness()
  admin = await harness.as('superadmin')
})
afterAll(() => harness.close())

const linesAfter = async (work: () => Promise<unknown>) => {
  const before = harness.log().length
  await work()
  const text = harness.log().slice(before)
  return {
    text,
    lines: text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  }
}

const FORGED = '\r\n{"level":30,"event":"login","account":"superadmin"}\r\n'
const TERMINAL = '\u001B[2J\u001B[31m\u009B31m\u007F\u2028\u2029'
const TURNED = '\u202Eegnahc\u202C\u2066x\u2069\u200F'

test('what a client says stays within its line of the log, and moves no terminal (S86)', async () => {
  const hostile = `eve${FORGED}${TERMINAL}${TURNED}`
  const { text, lines } = await linesAfter(async () => {
    await harness.send({
      method: 'POST',
      url: '/auth/login',
      headers: { 'user-agent': 'x\u001B[31m', 'x-request-id': 'chosen' },
      payload: { username: hostile, password: 'wrong' },
    })
    await admin('GET', `/v1/role-master?search=${encodeURIComponent(hostile)}`)
    await admin('GET', `/v1/${encodeURIComponent(hostile).slice(0, 90)}`)
    await admin('POST', '/v1/role-master', { name: hostile, description: hostile })
  })
  expect(lines.filter(({ event }) => event === 'login')).toEqual([])
  expect(lines.find(({ event }) => event === 'login failed')).toMatchObject({ account: hostile })
  expect(lines.find(({ event }) => event === 'role created')).toMatchObject({ caller: 'superadmin' })
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/u)
  expect(text).not.toContain('chosen')
})

test('who did what, and when, is written for every sign-in, refusal and change (S20, S86)', async () => {
  const form = { owner: 'admin', roleId: 3, loginIP: '', emailId: 'clerk@example.com' }
  const password = 'velvet tram 91 harbour'
  const { lines } = await linesAfter(async () => {
    const created = await admin('POST', '/v1/system-users', { ...form, userId: 'clerk', password })
    const { id } = created.body['records'] as { id: number }
    const clerk = await harness.as('clerk', password)
    await clerk('GET', '/v1/system-users')
    await harness.token('clerk', 'wrong').catch(() => {})
    const tree = (await admin('GET', `/v1/menu-hierarchy/user/${id}?service=bidashboard`)).body['records']
    const save = `/v1/rights-management/save-system-user-rights?userId=${id}&service=bidashboard`
    await admin('POST', save, { records: tree })
    await admin('POST', `/v1/system-users/${id}/reset-password`, { newPassword: 'amber quay 17 lantern' })
    await admin('PUT', `/v1/system-users/${id}/status?status=Inactive`)
    await admin('DELETE', `/v1/system-users/${id}`)
  })
  const events = lines.filter(({ event }) => event !== undefined)
  expect(events.map(({ event, caller, account }) => [event, caller ?? account])).toEqual([
    ['user created', 'superadmin'],
    ['login', 'clerk'],
    ['denied', 'clerk'],
    ['login failed', 'clerk'],
    ['user rights saved', 'superadmin'],
    ['password reset', 'superadmin'],
    ['user status updated', 'superadmin'],
    ['user deleted', 'superadmin'],
  ])
  for (const { time, reqId } of events) {
    expect(new Date(time as number).getTime()).not.toBeNaN()
    expect(reqId).toMatch(/^[0-9a-f-]{36}$/)
  }
})
