import type { KyselyPlugin } from 'kysely'
import readSheets from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { withTransaction } from '../../../../src/server/platform/database/transaction.ts'
import { writeRecords } from '../../../../src/server/data/tables/stored-records.ts'
import { createTestApp } from '../../../support/test-app.ts'
import { datasetOf, measuresOf, storeRecords } from '../../../support/stored-records.ts'

// spec 7.16: one answer shows one state of the database, whatever is committed between its statements.

/** Runs after each statement of the server, with the number of statements before it. */
let afterStatement: (index: number) => Promise<void> = async () => undefined
let statements = 0
const plugin: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await afterStatement((statements += 1) - 1)
    return result
  },
}

const testApp = await createTestApp({}, (engine) => ({
  ...engine,
  database: engine.database.withPlugin(plugin),
}))
const beside = testApp.openBeside()
const superadmin = await testApp.as('superadmin')

const OPERATORS = ['airtel', 'mtn', 'nineMobile', 'glo']
const measured = (id: string, value: number) =>
  measuresOf(
    datasetOf(id).measures.map(({ field }) => field),
    value,
  )

/** Commits, in one transaction of another connection, a state in which everything that is read says 1 or says 2. */
async function commit(state: 1 | 2): Promise<void> {
  await withTransaction(beside.database, async (db) => {
    await db.deleteFrom('dataset_records').where('dataset', '!=', 'international-exchange').execute()
    await db.deleteFrom('dataset_names').execute()
    for (const direction of ['IDA_TO_ROUTELINK', 'ROUTELINK_TO_MNO']) {
      const operators = direction === 'ROUTELINK_TO_MNO' ? measuresOf(OPERATORS, state) : {}
      await storeRecords(db, 'international-minutes', direction, {
        '2025-03-01': { ...operators, [`Zero ${state}`]: state, Two: state },
      })
    }
    const entry = {
      id: null,
      period: '2025-03',
      key: '2025-03-01',
      measures: { a_to_b: state, b_to_a: state },
    }
    const moment = new Date(`2025-01-0${state}T00:00:00.000Z`)
    // It stays the same record: its number and the moment of its making are sent.
    const scope = 'INTERNATIONAL_EXCHANGE'
    await writeRecords(db, datasetOf('international-exchange'), [{ ...entry, scope }], moment)
    await storeRecords(db, 'daily-reports', 'MNO_TO_ROUTELINK', {
      [`201${state}-01-01`]: measured('daily-reports', state),
    })
    await storeRecords(db, 'monthly-reports', 'MNO_TO_ROUTELINK', {
      [`200${state}-01`]: measured('monthly-reports', state),
    })
    await db.deleteFrom('user_rights').where('user_id', '=', 3).execute()
    await db.deleteFrom('role_rights').where('role_id', '=', 3).where('menu_id', '=', 20).execute()
    await db.deleteFrom('users').where('user_key', '=', 'second').execute()
    await db.deleteFrom('roles').where('name_key', '=', 'second').execute()
    await db
      .updateTable('menu_nodes')
      .set({ description: `state ${state}` })
      .execute()
    await db
      .updateTable('users')
      .set({ own_rights: state - 1 })
      .where('id', '=', 3)
      .execute()
    if (state === 1) return
    await db.insertInto('user_rights').values({ user_id: 3, menu_id: 2 }).execute()
    await db.insertInto('role_rights').values({ role_id: 3, menu_id: 20 }).execute()
    const { id } = await db
      .insertInto('roles')
      .values({ name: 'second', name_key: 'second', description: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: _id, ...analyst } = await db
      .selectFrom('users')
      .selectAll()
      .where('user_key', '=', 'analyst')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('users')
      .values({ ...analyst, user_id: 'second', user_key: 'second', role_id: id })
      .execute()
  })
}

async function read(url: string): Promise<string> {
  statements = 0
  const { status, headers, raw, body } = await superadmin('GET', url)
  expect({ url, status }).toEqual({ url, status: 200 })
  if (!String(headers['content-type']).includes('json')) return JSON.stringify(await readSheets(raw))
  // New records have new numbers each time.
  return JSON.stringify(body).replaceAll(/"(?:id|roleId)":\d{2,},/g, '')
}

test.each([
  '/v1/international-minutes/ida-to-routelink/2025-03',
  '/v1/international-minutes/routelink-to-mno/2025-03',
  '/v1/international-minutes/download/ida-to-routelink/2025-03',
  '/v1/international-minutes/download/routelink-to-mno/2025-03',
  '/api/international-exchange/data?year=2025&month=3',
  '/api/international-exchange/download?year=2025&month=3',
  '/v1/monthly-reports/years',
  '/v1/role-master?page=0&size=10&search=',
  '/v1/system-users?page=0&size=10&search=',
  '/v1/menu-hierarchy/role/3?service=bidashboard',
  '/v1/menu-hierarchy/user/3?service=bidashboard',
  '/v1/rights-management/role/3/menus?service=bidashboard',
  '/v1/rights-management/role/3/rights?service=bidashboard',
  '/v1/rights-management/system-user/3/menus?service=bidashboard',
  '/v1/rights-management/system-user/3/rights?service=bidashboard',
])('%s never mixes two states (spec 7.16)', async (url) => {
  await commit(2)
  const second = await read(url)
  await commit(1)
  const first = await read(url)
  expect(first).not.toBe(second)
  const count = statements
  expect(count).toBeGreaterThan(1)
  for (let index = 0; index < count; index += 1) {
    await commit(1)
    afterStatement = async (at) => {
      if (at === index) await commit(2)
    }
    const answer = await read(url)
    afterStatement = async () => undefined
    expect({ index, answer, isOneState: answer === first || answer === second }).toMatchObject({
      isOneState: true,
    })
    // What was kept of the answer must not outlive the commit either.
    expect(await read(url)).toBe(second)
  }
})
