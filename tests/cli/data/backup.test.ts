import { existsSync, readFileSync, statSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { daysInMonth } from '../../../src/time/calendar.ts'
import { type DatabaseHandle, untyped } from '../../../src/server/platform/database/handle.ts'
import { startEnrolment } from '../../../src/server/identity/accounts/second-factors.ts'
import {
  backupTables,
  internalTables,
  transientTables,
} from '../../../src/server/platform/database/tables.ts'
import { migrate } from '../../../src/server/platform/database/migrate.ts'
import { openDatabaseHandle } from '../../../src/server/platform/database/open.ts'
import { DEMO_PASSWORD } from '../../../src/server/data/demo/demo-accounts.ts'
import { createTestApp } from '../../support/test-app.ts'
import { useFullPortal } from '../../support/full-portal.ts'
import { engines } from '../../support/test-databases.ts'
import { data, put } from '../../support/run-data.ts'
import { measuresOf } from '../../support/stored-records.ts'

const { full, folder, backup, fresh, place } = await useFullPortal()

/** Every row of every table that is kept, by table. */
async function contents({ database }: DatabaseHandle): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {}
  for (const { name, key } of backupTables) {
    const rows = await untyped(database).selectFrom(name).selectAll().execute()
    const sorted = rows.map((row) => [key.map((column) => row[column]).join(' '), row] as const)
    all[name] = Object.fromEntries(sorted.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  }
  return all
}

describe('backup and restore', () => {
  test('every table is either backed up or listed as temporary', async () => {
    const tables = await full.engine.database.introspection.getTables()
    const known = [...backupTables.map(({ name }) => name), ...transientTables, ...internalTables]
    expect(tables.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
  })

  test.each(engines)(
    'a restored copy on %s has every row, accepts the same logins and continues the ids',
    async (engine) => {
      const token = await full.token('analyst')
      await startEnrolment(full.engine.database, 1, 'Portal', 'superadmin')
      const path = fresh()
      expect(await data(full.location, 'backup', path)).toMatchObject({ code: 0 })
      const target = await place(engine)
      const ran = await data(target, 'restore', path)
      expect(ran.code).toBe(0)

      const copy = openDatabaseHandle(target)
      const portal = await createTestApp({ handle: copy })
      try {
        const restored = await contents(copy)
        const original = await contents(full.engine)
        // The history of the copy ends with its restore, that of the original with the backup.
        const [events, originalEvents] = [restored, original].map((all) =>
          Object.values(all['audit_events'] ?? {}).map(({ event }) => event),
        )
        expect(events?.at(-1)).toBe('backup restored')
        expect(originalEvents?.at(-1)).toBe('backup written')
        const expected = { ...original, audit_events: originalEvents?.slice(0, -1) }
        expect({ ...restored, audit_events: events?.slice(0, -1) }).toEqual(expected)
        // The sign-in above is in the history and in the last sign-ins, and a second factor.
        for (const table of ['audit_events', 'last_sign_ins', 'second_factors'])
          expect(restored[table]).not.toEqual({})
        // What belonged to the running portal stayed behind: no session, no counter, no token in the file.
        const sessions = await copy.database.selectFrom('sessions').selectAll().execute()
        expect(sessions).toEqual([])
        expect((await portal.bearing(token)('GET', '/auth/permissions')).status).toBe(401)
        expect((await full.bearing(token)('GET', '/auth/permissions')).status).toBe(200)
        const admin = await portal.as('administrator', DEMO_PASSWORD)
        const before = (await admin('GET', '/v1/monthly-reports/2025/MNO_TO_ROUTELINK')).body['records']
        const highest = Math.max(...(before as { id: number }[]).map(({ id }) => id))
        const names = ['airtel', 'mtn', 'nineMobile', 'glo', 'ida'].map((name) => `${name}DailyAvg`)
        const record = { year: 2031, reportMonth: 1, reportType: 'MNO_TO_ROUTELINK', ...measuresOf(names, 1) }
        const { status, body } = await admin('POST', '/v1/monthly-reports', record)
        expect(status).toBe(201)
        expect((body['records'] as { id: number }).id).toBeGreaterThan(highest)
      } finally {
        await portal.close()
        await copy.close()
      }
    },
  )

  test('commands do not touch a database of a newer version', async () => {
    const target = await place()
    const engine = openDatabaseHandle(target)
    await migrate(engine)
    await untyped(engine.database).insertInto('schema_migrations').values({ name: '9999-later' }).execute()
    await engine.close()
    const file = put(folder, 'day.csv', 'Date,mtn_to_glo\n2025-03-07,1\n')
    for (const args of [
      ['import', 'international-exchange', file],
      ['backup', fresh()],
      ['restore', backup],
    ]) {
      const ran = await data(target, ...args)
      expect(ran.code).toBeGreaterThan(0)
      expect(ran.out + ran.err).toContain('newer version')
    }
  })

  test('the file is plain gzip, readable by its owner only, and contains no session', () => {
    const text = gunzipSync(readFileSync(backup)).toString('utf8')
    expect(JSON.parse(text.slice(0, text.indexOf('\n')))).toMatchObject({
      format: 'traffic-portal-backup',
      createdAt: '2025-06-02T08:00:00.000Z',
    })
    expect(text).not.toMatch(/"sessions"|"tokens"|"login_counters"|"known_networks"|token_hash/)
    expect(statSync(backup).mode & 0o777).toBe(0o600)
  })

  test('a backup during writes is a consistent snapshot', async () => {
    const admin = await full.as('administrator')
    const path = fresh()
    const writer = { runs: true }
    let acknowledged = 0
    const write = async () => {
      for (let month = 1; writer.runs; month += 1) {
        const when = `${2040 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
        const query = `month=${when}&direction=ROUTELINK_TO_MNO`
        const answer = await admin('POST', `/v1/international-minutes/generate-dummy-data?${query}`)
        expect(answer.status, when + JSON.stringify(answer.body)).toBe(200)
        acknowledged = month
        // Writers and the backup share this process; a portal's do not.
        await setImmediate()
      }
      return acknowledged
    }
    const writing = write()
    await expect.poll(() => acknowledged).toBeGreaterThan(0)
    const before = acknowledged
    expect(await data(full.location, 'backup', path)).toMatchObject({ code: 0 })
    const after = acknowledged
    writer.runs = false
    await writing
    // Writing went on meanwhile: nobody waited for the backup.
    expect(after).toBeGreaterThan(before)

    const target = await place()
    expect(await data(target, 'restore', path)).toMatchObject({ code: 0 })
    const copy = openDatabaseHandle(target)
    try {
      const rows = async (table: 'dataset_records' | 'dataset_names') =>
        untyped(copy.database).selectFrom(table).selectAll().where('period', '>=', '2040').execute()
      const days = (await rows('dataset_records')).map((row) => ({
        month: String(row['period']),
        measures: Object.keys(JSON.parse(String(row['measures']))).length,
      }))
      const lists = (await rows('dataset_names')).map((row) => ({
        month: String(row['period']),
        names: (JSON.parse(String(row['names'])) as string[]).length,
      }))
      const months = new Set(lists.map(({ month }) => month))
      expect(months.size).toBeGreaterThanOrEqual(before)
      expect(months.size).toBeLessThanOrEqual(after + 1)
      expect(new Set(days.map(({ month }) => month))).toEqual(months)
      // Each month is whole: every day, with a figure for each operator and name.
      const OPERATORS = 4
      for (const { month, names } of lists) {
        const inMonth = days.filter((day) => day.month === month)
        expect(inMonth).toHaveLength(daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5))))
        expect(inMonth.every(({ measures }) => measures === names + OPERATORS)).toBe(true)
      }
    } finally {
      await copy.close()
    }
  })

  test('backup never overwrites a file and rejects a folder without a database', async () => {
    const there = put(folder, 'there.gz', 'mine')
    expect(await data(full.location, 'backup', there)).toMatchObject({ code: 2 })
    expect(readFileSync(there, 'utf8')).toBe('mine')
    const unwritable = await data(full.location, 'backup', '/proc/backup.gz')
    expect(unwritable).toMatchObject({ code: 1, out: '' })
    expect(unwritable.err).toMatch(/^\/proc\/backup\.gz.*: .* \(E[A-Z]+\)$/)
    const nowhere = await place()
    const ran = await data(nowhere, 'backup', fresh())
    expect(ran.code).toBe(2)
    expect(ran.err).toContain('there is no database in')
    expect(existsSync(nowhere.dataDir)).toBe(false)
  })
})
