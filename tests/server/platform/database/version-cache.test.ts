import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createVersionCache } from '../../../../src/server/platform/database/version-cache.ts'
import type { DatabaseHandle } from '../../../../src/server/platform/database/handle.ts'
import { loadShippedReports } from '../../../support/shipped-reports.ts'
import { storeRolePermissions } from '../../../../src/server/identity/accounts/permissions.ts'
import { createTestUsers } from '../../../support/test-users.ts'
import { createListeningApp } from '../../../support/statements.ts'
import { storeRecords } from '../../../support/stored-records.ts'

const DAY = '/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK'
const ROLE_RIGHTS = [1, 11, 13, 17]

const testApp = await createTestUsers()
const reader = await testApp.addUserWithRole('reader', ROLE_RIGHTS)
/** Another process on the same database. */
const beside = testApp.openBeside()
let reads = 0
const readVersions = () => ({ data: (reads += 1), callers: reads })
const engine = { ...testApp.openBeside(), readVersions }
/** The same database without a memory. */
const plain = await createListeningApp({ ...testApp, engine }, () => undefined, {
  reports: loadShippedReports(),
})

const day = (date: number, minutes: number) => ({
  [`2025-03-${String(date).padStart(2, '0')}`]: {
    airtelMinutes: minutes,
    mtnMinutes: 0,
    nineMobileMinutes: 0,
    gloMinutes: 0,
    totalMinutes: minutes,
    idaMinutes: 0,
    grandTotal: minutes,
  },
})

const writes: Readonly<Record<string, (engine: DatabaseHandle, value: number) => Promise<unknown>>> = {
  'adds a day': ({ database }, value) =>
    storeRecords(database, 'daily-reports', 'MNO_TO_ROUTELINK', day(1 + (value % 31), value)),
  'takes the days away': ({ database }) =>
    database.deleteFrom('dataset_records').where('dataset', '=', 'daily-reports').execute(),
  'takes the right away': ({ database }) => storeRolePermissions(database, reader.roleId, [1, 11]),
  'gives the right back': ({ database }) => storeRolePermissions(database, reader.roleId, ROLE_RIGHTS),
  'deactivates the user': ({ database }) =>
    database.updateTable('users').set({ status: 'Inactive' }).where('id', '=', reader.id).execute(),
  'activates the user': ({ database }) =>
    database.updateTable('users').set({ status: 'Active' }).where('id', '=', reader.id).execute(),
}

describe('cached reads', () => {
  test('equal fresh reads, whichever process wrote in between', async () => {
    const step = fc.record({
      write: fc.constantFrom('', ...Object.keys(writes)),
      isBeside: fc.boolean(),
      value: fc.nat({ max: 1_000 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        for (const { write, isBeside, value } of steps) {
          await writes[write]?.(isBeside ? beside : testApp.engine, value)
          const { status, raw } = await reader.send('GET', DAY)
          const headers = { authorization: `Bearer ${reader.token}` }
          const anew = await plain.inject({ method: 'GET', url: DAY, headers })
          // A refusal differs from the next one by its request id.
          const told = (code: number, text: string) => ({ code, text: code === 200 ? text : '' })
          expect(told(status, raw.toString())).toEqual(told(anew.statusCode, anew.payload))
        }
      }),
      { numRuns: 40 },
    )
  })

  test('do not keep a session beyond its end (spec 11.1)', async () => {
    const other = await testApp.addUserWithRole('other', ROLE_RIGHTS)
    expect((await other.send('GET', DAY)).status).toBe(200)
    testApp.pass(3_600_000)
    expect((await other.send('GET', DAY)).status).toBe(401)
  })
})

describe('the version cache', () => {
  test('drops its entries when the version changes, and stores nothing without a version', () => {
    const memory = createVersionCache<string>(10)
    memory.set('a', 'x', 1)
    expect(memory.get('a', 1)).toBe('x')
    expect(memory.get('a', 2)).toBeUndefined()
    expect(memory.get('a', 1)).toBeUndefined()
    memory.set('a', 'x', undefined)
    expect(memory.get('a', undefined)).toBeUndefined()
  })

  test('counts the given size and the size of the key', () => {
    const memory = createVersionCache<string>(10, (text, key) => text.length + key.length)
    memory.set('a key too long', 'x', 1)
    expect(memory.get('a key too long', 1)).toBeUndefined()
  })
})
