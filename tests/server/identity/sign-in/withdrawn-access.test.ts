import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { IsolationLevel, Transaction } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import type { DatabaseHandle } from '../../../../src/server/platform/database/handle.ts'
import type { Tables } from '../../../../src/server/platform/database/tables.ts'
import { createTestUsers, enableOnly, type TestUser } from '../../../support/test-users.ts'
import type { Send } from '../../../support/test-app.ts'
import { emptyTree, type Row, routeCalls } from '../../../support/route-fixtures.ts'
import { isWrite } from '../../../../src/server/platform/http/requests.ts'

// A request that was let in must not outlive the access of its caller.

const EVERY_ID = [1, 2, 3, 4, 11, 13, 16, 17, 18, 19, 20]
/**
 * They read a file before their transaction; `import-routes.test.ts` withdraws access meanwhile. A draft is only read: its
 * body is too long for an address.
 */
const UPLOADS = [
  'POST /v1/imports/preview',
  'POST /v1/imports',
  'POST /v1/definitions/answers',
  'POST /v1/definitions/from-file',
  'POST /v1/definitions/effects',
  'POST /v1/definitions/mails',
]

/** How often the app read the time, which the guard does for every caller it finds. */
let clockReads = 0
/** Runs once, when the app begins its next transaction. */
let beforeTransaction: (() => Promise<void>) | undefined

/** The database of the app, except that `beforeTransaction` runs first. */
function intercepted(engine: DatabaseHandle): DatabaseHandle {
  const transaction = () => ({
    setIsolationLevel: (level: IsolationLevel) => ({
      execute: async <T>(work: (trx: Transaction<Tables>) => Promise<T>) => {
        const intervene = beforeTransaction
        beforeTransaction = undefined
        await intervene?.()
        return engine.database.transaction().setIsolationLevel(level).execute(work)
      },
    }),
  })
  const database = new Proxy(engine.database, {
    get: (target, name) => {
      if (name === 'transaction') return transaction
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...engine, database }
}

const now = new Date('2025-06-02T08:00:00.000Z')
const clock = () => {
  clockReads += 1
  return now
}
const testApp = await createTestUsers({ clock }, intercepted)
await testApp.app.listen({ port: 0, host: '127.0.0.1' })
const superadmin = await testApp.as('superadmin')
const tree = await emptyTree(testApp)
const rows = routeCalls(testApp, tree)

const withdrawals: Readonly<Record<string, (caller: TestUser) => ReturnType<Send>>> = {
  'is deactivated': ({ id }) => superadmin('PUT', `/v1/system-users/${id}/status?status=Inactive`),
  'signs out': ({ send }) => send('POST', '/auth/logout'),
  'loses the permission': ({ roleId }) =>
    superadmin('POST', `/v1/rights-management/save-role-rights?roleId=${roleId}&service=bidashboard`, {
      records: enableOnly(tree, [11]),
    }),
  'is deleted': ({ id }) => superadmin('DELETE', `/v1/system-users/${id}`),
  'gets a new password': ({ id }) =>
    superadmin('POST', `/v1/system-users/${id}/reset-password`, { newPassword: 'velvet tram 91 harbour' }),
}

/** Every route that writes for a signed-in caller, from the server's own list. */
function writingRoutes(): { row: Row; method: string; permission: unknown }[] {
  return testApp.app.routeEntries
    .filter(({ method, permission }) => isWrite(method) && permission !== 'public')
    .map(({ method, url, permission }) => {
      const row =
        rows.find(({ route }) => route === `${method} ${url}`) ??
        expect.fail(`route-calls.ts has no call of ${method} ${url}`)
      return { row, method, permission }
    })
}

const people = { count: 0 }
const newCaller = () => testApp.addUserWithRole(`caller ${(people.count += 1)}`, EVERY_ID)

describe.each(Object.entries(withdrawals))('a caller who %s', (name, withdraw) => {
  const expected = name === 'loses the permission' ? 403 : 401
  // What everyone who is signed in may call is not withdrawn with a permission.
  const affected = () =>
    writingRoutes().filter(({ permission }) => expected === 401 || permission !== 'session')

  test('is rejected on every writing route if it happens while the body is still being sent', async () => {
    expect(affected().length).toBeGreaterThan(12)
    for (const { row, method } of affected()) {
      const caller = await newCaller()
      const [path, body] = await row.call()
      const { port } = testApp.app.server.address() as AddressInfo
      const seen = clockReads
      const held = httpRequest({
        port,
        method,
        path,
        agent: false,
        headers: {
          authorization: `Bearer ${caller.token}`,
          'content-type': 'application/json',
          'transfer-encoding': 'chunked',
        },
      })
      held.flushHeaders()
      const answered = once(held, 'response')
      await vi.waitFor(() => expect(clockReads).toBeGreaterThan(seen), { timeout: 10_000, interval: 1 })
      expect((await withdraw(caller)).status).toBe(200)
      const before = await testApp.dumpTables()
      held.end(body === undefined ? '' : JSON.stringify(body))
      const [response] = (await answered) as [IncomingMessage]
      response.resume()
      expect([row.route, response.statusCode]).toEqual([row.route, expected])
      expect(await testApp.dumpTables()).toBe(before)
    }
  })

  test('is rejected on every writing route if it happens between the guard and the transaction', async () => {
    for (const { row, method, permission } of affected()) {
      if (permission === 'session' || UPLOADS.includes(row.route)) continue
      const caller = await newCaller()
      const [path, body] = await row.call()
      let before = ''
      beforeTransaction = async () => {
        expect((await withdraw(caller)).status).toBe(200)
        before = await testApp.dumpTables()
      }
      const { status } = await caller.send(method, path, body)
      expect([row.route, status]).toEqual([row.route, expected])
      expect(beforeTransaction).toBeUndefined()
      expect(await testApp.dumpTables()).toBe(before)
    }
  })
})
