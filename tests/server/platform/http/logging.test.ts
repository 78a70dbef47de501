import { expect, test } from 'vitest'
import { insertRole } from '../../../../src/server/identity/accounts/roles.ts'
import { createTestApp } from '../../../support/test-app.ts'

const testApp = await createTestApp()
const admin = await testApp.as('superadmin')

const linesAfter = async (work: () => Promise<unknown>) => {
  const before = testApp.log().length
  await work()
  const text = testApp.log().slice(before)
  return {
    text,
    lines: text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  }
}

const FORGED = '\r\n{"level":30,"event":"signed in","account":"superadmin"}\r\n'
const TERMINAL = '\u001B[2J\u001B[31m\u009B31m\u007F\u2028\u2029'
const TURNED = '\u202Eegnahc\u202C\u2066x\u2069\u200F'

test('text of a client stays on its line of the log and cannot control a terminal', async () => {
  const hostile = `eve${FORGED}${TERMINAL}${TURNED}`
  const stored = await insertRole(testApp.engine.database, hostile, 'x')
  const { text, lines } = await linesAfter(async () => {
    const headers = { 'user-agent': 'x\u001B[31m', 'x-request-id': 'chosen' }
    await testApp.login(hostile, 'wrong', { headers })
    await admin('GET', `/v1/role-master?search=${encodeURIComponent(hostile)}`)
    await admin('GET', `/v1/${encodeURIComponent(hostile).slice(0, 90)}`)
    // New names are plain; one that an older version stored may not be.
    expect((await admin('POST', '/v1/role-master', { name: hostile, description: 'x' })).status).toBe(400)
    await admin('PUT', `/v1/role-master/${stored.id}`, { description: hostile })
  })
  expect(lines.filter(({ event }) => event === 'signed in')).toEqual([])
  expect(lines.filter(({ event }) => event === 'sign-in failed')).toHaveLength(1)
  expect(lines.find(({ event }) => event === 'role updated')).toMatchObject({
    caller: 'superadmin',
    role: hostile,
  })
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/u)
  expect(text).not.toContain('chosen')
})
