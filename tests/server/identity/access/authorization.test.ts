import { describe, expect, test } from 'vitest'
import {
  type IdentityDeps,
  registerAuthorization,
} from '../../../../src/server/identity/access/authorization.ts'
import Fastify from 'fastify'
import { createTestApp, type Send } from '../../../support/test-app.ts'

const testApp = await createTestApp()
const nobody = await testApp.as('analyst')
await testApp.engine.database
  .updateTable('users')
  .set({ own_rights: 1 })
  .where('user_id', '=', 'analyst')
  .execute()

describe('every route', () => {
  test('declares who may call it, or is not registered', () => {
    const app = Fastify()
    registerAuthorization(app, {} as IdentityDeps)
    expect(() => app.get('/v1/forgotten', () => 'data')).toThrow('GET /v1/forgotten declares no permission')
  })
})

test('the id of a report is required however the URL is spelled (spec 6.4)', async () => {
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

test('changes by administrators need a recent sign-in if that is set, and nothing else does (spec 11.1)', async () => {
  const sessions = { hours: 8, idleMinutes: 60, reauthenticateMinutes: 15 }
  const strict = await createTestApp({ sessions })
  const old = await strict.as('superadmin')
  strict.pass(16 * 60_000)
  const recent = await strict.as('superadmin')
  const message = 'You signed in more than 15 minutes ago. For this change, log out and sign in again.'
  const listRefused = async (send: Send) => {
    const refused: string[] = []
    for (const { method, url } of routes) {
      const { status, body } = await send(method, url.replaceAll(/:\w+/g, '0'), {})
      const isRefused = status === 403 && body['message'] === message && body['code'] === 'sign-in-again'
      if (isRefused) refused.push(`${method} ${url}`)
    }
    return refused
  }
  const routes = strict.app.routeEntries
    .filter(({ permission, method }) => typeof permission !== 'string' && method !== 'HEAD')
    .map(({ method, url, permission }) => ({ method: method as 'GET', url, ids: [permission].flat() }))
  const changes = routes.filter(({ method, ids }) => method !== 'GET' && ids.includes(2))
  expect(changes.length).toBeGreaterThan(10)
  expect(await listRefused(old)).toEqual(changes.map(({ method, url }) => `${method} ${url}`))
  expect(await listRefused(recent)).toEqual([])
  expect((await old('GET', '/v1/account')).status).toBe(200)
})
