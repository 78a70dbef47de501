import { expect, test } from 'vitest'
import type { Database } from '../../../../src/server/platform/database/handle.ts'
import { readTogether } from '../../../../src/server/data/reports/read-call.ts'
import { getSourced } from '../../../support/source-cases.ts'

test('no transaction is open while another database is read', async () => {
  // Any call of it would throw.
  const database = {} as Database
  expect(await readTogether(database, [getSourced('rows-day')], async (db) => db)).toBe(database)
})
