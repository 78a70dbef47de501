import { expect, test } from 'vitest'
import { createClient, signIn } from './api-client.ts'
import { createFolder } from '../support/folder.ts'
import { startServerProcess } from '../support/server-process.ts'

test('the built server works in a Node without __proto__, and rejects a body that contains it', async () => {
  const server = await startServerProcess({
    DATA_DIR: createFolder(),
    LOG_LEVEL: 'error',
    NODE_OPTIONS: '--disable-proto=throw',
  })
  const token = await signIn(server.url, 'superadmin')
  const call = createClient(() => server.url, token)
  const roles = await call('GET', '/v1/role-master?search=analyst')
  expect({ status: roles.status, totalCount: roles.body['totalCount'] }).toEqual({
    status: 200,
    totalCount: 1,
  })
  const report = await call('GET', '/v1/monthly-reports/years')
  expect(report.status).toBe(200)
  const body: unknown = JSON.parse('{"name":"x","description":"y","__proto__":{"isAdmin":true}}')
  expect((await call('POST', '/v1/role-master', body)).status).toBe(400)
  const file = await fetch(`${server.url}/v1/monthly-reports/download/2025/MNO_TO_ROUTELINK`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  expect(server.output()).not.toContain('"level":50')
  await server.kill()
})
