import { expect, test } from 'vitest'
import { column, createTestUsers } from '../../../support/test-users.ts'

const testApp = await createTestUsers()
const admin = await testApp.addUserWithRole('chief', [2, 13, 16])

const payloads = [
  "'",
  '"',
  '\\',
  "' or 1=1 --",
  "'; update users set role_id = 1 where user_id = 'chief'; --",
  "' union select user_id, password_hash, 1 from users --",
  "'||(select password_hash from users limit 1)||'",
  "admin'/*",
  "x' escape '!",
  '!%',
  '$1',
  ':name',
  '___',
]

test.each(payloads)('the payload %s is ordinary text in every field', async (payload) => {
  const sent = encodeURIComponent(payload)
  const search = async (noun: string) => (await admin.send('GET', `/v1/${noun}?size=100&search=${sent}`)).body
  const [roles, users] = [await search('role-master'), await search('system-users')]
  expect([roles['totalCount'], users['totalCount']]).toEqual([0, 0])

  const description = `before ${payload} after`
  const created = await admin.send('POST', '/v1/role-master', { name: `${payload} 1`, description })
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({ records: { name: `${payload} 1`, description } })
  expect(column(await search('role-master'), 'name')).toEqual([`${payload} 1`])
  const { id } = created.body['records'] as { id: number }
  expect((await admin.send('DELETE', `/v1/role-master/${id}`)).status).toBe(200)

  for (const url of [`/v1/role-master/1${sent}`, `/v1/monthly-reports/2025${sent}/MNO_TO_ROUTELINK`]) {
    expect([url, [400, 404].includes((await admin.send('GET', url)).status)]).toEqual([url, true])
  }
  expect((await testApp.login(`analyst${payload}`, payload)).status).toBe(401)
  expect(testApp.log()).not.toContain('"level":50')
})
