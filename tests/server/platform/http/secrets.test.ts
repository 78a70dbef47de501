import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestApp } from '../../../support/test-app.ts'

test('tokens and passwords are never written to the log, the database or its files (spec 5.5)', async () => {
  const testApp = await createTestApp()
  const secrets: string[] = [
    'demo-Portal-2025',
    'a mistyped secret',
    'velvet tram 91 harbour',
    'amber quay 17 lantern',
  ]
  const login = async (username: string, password: string) => {
    const { body } = await testApp.login(username, password)
    const { accessToken } = body as { accessToken?: string }
    if (accessToken !== undefined) secrets.push(accessToken)
    return accessToken ?? ''
  }
  const admin = testApp.bearing(await login('superadmin', 'demo-Portal-2025'))
  await login('analyst', 'a mistyped secret')
  const form = { userId: 'clerk', password: 'velvet tram 91 harbour', owner: 'admin', roleId: 3, loginIP: '' }
  const { body } = await admin('POST', '/v1/system-users', { ...form, emailId: 'clerk@example.com' })
  const { id } = body['records'] as { id: number }
  const token = await login('clerk', 'velvet tram 91 harbour')
  await testApp.bearing(token)('POST', `/auth/validate-token?token=${token}`)
  await admin('GET', `/v1/role-master?search=${token}`)
  await admin('POST', '/auth/login', { username: 'clerk', password: 'a mistyped secret', token })
  await admin('POST', `/v1/system-users/${id}/reset-password`, { newPassword: 'amber quay 17 lantern' })
  await login('clerk', 'amber quay 17 lantern')
  expect(secrets.length).toBe(7)

  const { database } = testApp.engine
  const tables = await database.introspection.getTables()
  const rows = await Promise.all(
    tables.map(({ name }) =>
      database
        .selectFrom(name as 'users')
        .selectAll()
        .execute(),
    ),
  )
  const files = readdirSync(testApp.folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== 'server.lock')
    .map((name) => readFileSync(join(testApp.folder, name), 'latin1'))
  expect(tables.length).toBeGreaterThan(10)
  for (const text of [testApp.log(), JSON.stringify(rows), ...files]) {
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  }
})
