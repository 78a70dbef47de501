import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '../../src/server/platform/database/postgres.ts'
import { killCycles } from '../crash/kill-cycles.ts'
import { startServerProcess } from '../support/server-process.ts'
import { createDatabase, type TestDatabase } from './databases.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await createDatabase()
})
afterAll(() => place.drop())

/** More than in a normal run by the environment. */
const KILLS = Number(process.env['KILLS'] ?? 3)

test(
  'a process killed while it writes to PostgreSQL loses no acknowledged write and leaves none half stored',
  async () => {
    const report = await killCycles({
      cycles: KILLS,
      seed: 72,
      start: () => startServerProcess({ DATABASE_URL: place.url, LOG_LEVEL: 'error', SESSION_HOURS: '100' }),
      open: () => openPostgres(place.url),
    })
    expect(report).toMatchObject({ cycles: KILLS, failedStarts: 0, lost: [], torn: [], damage: [] })
    expect(report.acknowledged).toBeGreaterThan(30)
  },
  KILLS * 20_000,
)
