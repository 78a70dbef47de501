import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildScope } from '../../../../../src/dataset/record-keys.ts'
import { type DatabaseHandle, untyped } from '../../../../../src/server/platform/database/handle.ts'
import { migrate } from '../../../../../src/server/platform/database/migrate.ts'
import { openDatabaseHandle } from '../../../../../src/server/platform/database/open.ts'
import { createDatabase, type TestDatabase } from '../../../../postgres/databases.ts'
import { createFolder } from '../../../../support/folder.ts'

let server: TestDatabase | undefined
let engine: DatabaseHandle
beforeEach(async () => {
  server = process.env['TEST_ENGINE'] === 'postgres' ? await createDatabase('template1') : undefined
  engine = openDatabaseHandle({ dataDir: createFolder(), databaseUrl: server?.url })
})
afterEach(async () => {
  await engine.close()
  await server?.drop()
})

test('records that are older than the columns of dimensions get them from their scope', async () => {
  await migrate(engine, '0002-imports')
  const scopes = [[], ['IN'], ['A/B, 50%25', 'OUT'], ['1', '2', '3', '4', '5']]
  const rows = scopes.map((values, index) => {
    const times = { created_at: null, updated_at: null }
    const place = { dataset: 'calls', id: index, scope: buildScope(values), period: '2025', key: '2025-01' }
    return { ...place, measures: '{"minutes":1}', ...times }
  })
  await untyped(engine.database).insertInto('dataset_records').values(rows).execute()
  await migrate(engine)
  const found = await engine.database.selectFrom('dataset_records').selectAll().orderBy('id').execute()
  const columns = found.map(({ d1, d2, d3, d4, d5, d6, d7, d8 }) => [d1, d2, d3, d4, d5, d6, d7, d8])
  expect(columns).toEqual(
    scopes.map((values) => [...values, ...Array.from({ length: 8 - values.length }, () => '')]),
  )
  expect(found.map(({ scope, measures }) => [scope, measures])).toEqual(
    rows.map(({ scope, measures }) => [scope, measures]),
  )
})
