import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppDeps, registerAuthorization } from '../../../src/server/access/authorization.ts'
import Fastify from 'fastify'
import { createTestApp, type TestApp, type Send } from '../../support/test-app.ts'

let testApp: TestApp
let nobody: Send
let everything: Send
beforeAll(async () => {
  testApp = await createTestApp()
  everything = await testApp.as('superadmin')
  nobody = await testApp.as('analyst')
  await testApp.engine.database
    .updateTable('users')
    .set({ own_rights: 1 })
    .where('user_id', '=', 'analyst')
    .execute()
})
afterAll(() => testApp.close())

describe('every route', () => {
  test('declares who may call it, or is not registered (S18)', () => {
    const app = Fastify()
    registerAuthorization(app, {} as AppDeps)
    expect(() => app.get('/v1/forgotten', () => 'data')).toThrow('GET /v1/forgotten declares no permission')
  })

  test('returns 404 in the envelope if it is unknown (spec 7.1)', async () => {
    for (const url of ['/v1', '/v1/', '/v1/nothing', '/auth', '/auth/x', '/api/x', '/dashboards/1/x']) {
      const { status, body } = await everything('GET', url)
      expect({ url, status, body }).toMatchObject({
        status: 404,
        body: { success: false, message: 'There is nothing at this address.', records: [], totalCount: 0 },
      })
    }
  })

  test('accepts only its own methods (S38)', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'] as const) {
      expect((await everything(method, '/auth/permissions')).status).toBe(404)
    }
  })
})

test('the id of a report is required however the URL is spelled (spec 6.4, S31)', async () => {
  for (const url of [
    '/v1/monthly-reports/2025/../2025/MNO_TO_ROUTELINK',
    '/v1/monthly-reports/2025/MNO_TO_ROUTELINK/',
    '/v1//monthly-reports/years',
    '//v1/monthly-reports/years',
    '/V1/monthly-reports/years',
    '/v1/monthly-reports/years;x=1',
    '/v1/monthly-reports/%79ears',
    '/v1/monthly-reports/years%00',
    '/v1/monthly-reports/years?token=1',
  ]) {
    const { status } = await nobody('GET', url)
    expect({ url, refused: status === 403 || status === 404 }).toEqual({ url, refused: true })
  }
})
