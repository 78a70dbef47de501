import { readFileSync, statSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { anyTables } from '../../../src/server/database/backup/any-tables.ts'
import { backupTables, transientTables } from '../../../src/server/database/backup/tables.ts'
import { claimDataFolder } from '../../../src/server/database/data-folder.ts'
import type { Engine } from '../../../src/server/database/engine.ts'
import { migrate } from '../../../src/server/database/migrate.ts'
import { openEngine } from '../../../src/server/database/open.ts'
import { DEMO_PASSWORD } from '../../../src/server/demo/accounts.ts'
import { addDemoRecords } from '../../../src/server/demo/records.ts'
import { createHarness, type Harness } from '../../server/harness.ts'
import { createPlace, engines, type Place } from './places.ts'
import { data, put } from './program.ts'
import { writeSealed } from './sealed.ts'

let folder = ''
let full: Harness
let backup = ''
let made = 0
const places: Place[] = []
const place = async (engine: 'sqlite' | 'postgres' = 'sqlite') => {
  const one = await createPlace(engine)
  places.push(one)
  return one
}
const fresh = () => join(folder, `backup-${(made += 1)}.gz`)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backups-'))
  full = await createHarness()
  await addDemoRecords(full.engine.database, full.now())
  backup = fresh()
  await data(full.location, 'backup', backup)
})
afterEach(async () => {
  for (const one of places.splice(0)) await one.remove()
})
afterAll(async () => {
  await full.close()
  rmSync(folder, { recursive: true })
})

/** Every row of every table that is kept, by table. */
async function contents({ database }: Engine): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {}
  for (const { name, key } of backupTables) {
    const rows = await anyTables(database).selectFrom(name).selectAll().execute()
    const sorted = rows.map((row) => [key.map((column) => row[column]).join(' '), row] as const)
    all[name] = Object.fromEntries(sorted.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  }
  return all
}

describe('backup and restore (S79)', () => {
  test('every table is either kept or known to be passing', async () => {
    const tables = await full.engine.database.introspection.getTables()
    const known = [...backupTables.map(({ name }) => name), ...transientTables]
    expect(tables.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
  })

  test.each(engines)(
    'a copy on %s has every row, lets the same people in, and goes on numbering',
    async (engine) => {
      const token = await full.token('analyst')
      const path = fresh()
      expect(await data(full.location, 'backup', path)).toMatchObject({ code: 0 })
      const target = await place(engine)
      const ran = await data(target, 'restore', path)
      expect(ran.code).toBe(0)

      const copy = openEngine(target)
      const portal = await createHarness({ engine: copy })
      try {
        expect(await contents(copy)).toEqual(await contents(full.engine))
        // What belonged to the running portal stayed behind: no session, no counter, no token in the file (S11).
        const sessions = await copy.database.selectFrom('sessions').selectAll().execute()
        expect(sessions).toEqual([])
        expect((await portal.bearing(token)('GET', '/auth/permissions')).status).toBe(401)
        expect((await full.bearing(token)('GET', '/auth/permissions')).status).toBe(200)
        const admin = await portal.as('administrator', DEMO_PASSWORD)
        const before = (await admin('GET', '/v1/monthly-reports/2025/MNO_TO_ROUTELINK')).body['records']
        const highest = Math.max(...(before as { id: number }[]).map(({ id }) => id))
        const { status, body } = await admin('POST', '/v1/monthly-reports', {
          year: 2031,
          reportMonth: 1,
          reportType: 'MNO_TO_ROUTELINK',
          airtelDailyAvg: 1,
          mtnDailyAvg: 2,
          nineMobileDailyAvg: 3,
          gloDailyAvg: 4,
          idaDailyAvg: 5,
        })
        expect(status).toBe(201)
        expect((body['records'] as { id: number }).id).toBeGreaterThan(highest)
      } finally {
        await portal.close()
        await copy.close()
      }
    },
  )

  test('the file unpacks with any gzip, is for its owner alone, and holds no session', () => {
    const text = gunzipSync(readFileSync(backup)).toString('utf8')
    expect(JSON.parse(text.slice(0, text.indexOf('\n')))).toMatchObject({
      format: 'traffic-portal-backup',
      createdAt: '2025-06-02T08:00:00.000Z',
    })
    expect(text).not.toMatch(/"sessions"|"login_counters"|token_hash/)
    expect(statSync(backup).mode & 0o777).toBe(0o600)
  })

  test('a backup that is taken while the portal writes shows one moment', async () => {
    const admin = await full.as('administrator')
    const path = fresh()
    const writer = { runs: true }
    let acknowledged = 0
    const write = async () => {
      for (let month = 1; writer.runs; month += 1) {
        const when = `${2040 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
        const answer = await admin(
          'POST',
          `/v1/international-minutes/generate-dummy-data?month=${when}&direction=ROUTELINK_TO_MNO`,
        )
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
    const copy = openEngine(target)
    try {
      const rows = async (table: 'international_days' | 'international_minutes' | 'international_carriers') =>
        anyTables(copy.database).selectFrom(table).selectAll().execute()
      const isNew = (month: unknown) => String(month) >= '2040'
      const days = (await rows('international_days')).filter((row) => isNew(row['report_date']))
      const carriers = (await rows('international_carriers')).filter((row) => isNew(row['month']))
      const minutes = (await rows('international_minutes')).filter((row) => isNew(row['report_date']))
      const months = new Set(carriers.map((row) => String(row['month'])))
      expect(months.size).toBeGreaterThanOrEqual(before)
      expect(months.size).toBeLessThanOrEqual(after + 1)
      expect(new Set(days.map((row) => String(row['report_date']).slice(0, 7)))).toEqual(months)
      // Each month is whole: as many figures as days times carriers.
      const expected = [...months].reduce((sum, month) => {
        const inMonth = (value: unknown) => String(value).startsWith(month)
        const count = (list: typeof days, column: string) => list.filter((row) => inMonth(row[column])).length
        return sum + count(days, 'report_date') * count(carriers, 'month')
      }, 0)
      expect(minutes).toHaveLength(expected)
    } finally {
      await copy.close()
    }
  })

  test('a file that is there is never overwritten, and a place without a database is refused', async () => {
    const there = put(folder, 'there.gz', 'mine')
    expect(await data(full.location, 'backup', there)).toMatchObject({ code: 2 })
    expect(readFileSync(there, 'utf8')).toBe('mine')
    const nowhere = await place()
    const ran = await data(nowhere, 'backup', fresh())
    expect(ran.code).toBe(2)
    expect(ran.err).toContain('there is no database in')
    expect(existsSync(nowhere.dataDir)).toBe(false)
  })
})

describe('what cannot be restored is refused before anything is written (S79)', () => {
  /** What restoring says, and whether the place is still untouched. */
  const tried = async (path: string, target?: Place) => {
    const where = target ?? (await place())
    const { code, out } = await data(where, 'restore', path)
    return { code, out, isUntouched: !existsSync(where.dataDir) }
  }
  const refused = (reason: RegExp) => ({
    code: 1,
    out: expect.stringMatching(reason) as string,
    isUntouched: true,
  })

  test('a backup in which any one bit is flipped, or that ends early, or goes on', async () => {
    const small = await writeSealed(fresh(), smallBackup())
    const bytes = readFileSync(small)
    const target = await place()
    const damaged = async (changed: Uint8Array) => {
      const ran = await data(target, 'restore', put(folder, 'damaged.gz', changed))
      expect(ran.code).toBe(1)
      expect(ran.out).toMatch(/is no backup|is damaged/)
      expect(existsSync(target.dataDir)).toBe(false)
    }
    // Every byte once, in a bit that varies; then bits at random.
    for (const index of bytes.keys()) {
      await damaged(bytes.map((byte, at) => (at === index ? byte ^ (1 << (index % 8)) : byte)))
    }
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (index, bits) => {
        await damaged(bytes.map((byte, at) => (at === index ? byte ^ bits : byte)))
      }),
    )
    for (const length of bytes.keys()) await damaged(bytes.subarray(0, length))
    await damaged(Buffer.concat([bytes, Buffer.from([0])]))
    await damaged(Buffer.concat([bytes, bytes]))
  })

  test('a large backup with one flipped byte', async () => {
    const bytes = readFileSync(backup)
    const at = Math.floor(bytes.length / 2)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    expect(await tried(put(folder, 'large.gz', bytes))).toEqual(
      refused(/is damaged: its checksum does not fit/),
    )
  })

  test.each([
    [
      'of a newer schema',
      { migrations: ['0001-access', '0002-reports', '9999-later'] },
      /newer version of the portal/,
    ],
    ['of a later form', { version: 2, more: true }, /has form 2, and this program reads form 1/],
    ['of another program', { format: 'other' }, /line 1/],
    ['with a hostile table', { tables: [{ name: 'a"; drop', columns: ['id'] }] }, /line 1/],
  ])('a backup %s', async (_, change, reason) => {
    const [header, ...rest] = smallBackup()
    expect(await tried(await writeSealed(fresh(), [Object.assign({}, header, change), ...rest]))).toEqual(
      refused(reason),
    )
  })

  test.each([
    ['without its end', (lines: unknown[]) => lines.slice(0, -1), /the end is missing/],
    ['with fewer rows than it says', (lines: unknown[]) => lines.toSpliced(2, 1), /rows are missing/],
    ['with a row too short', (lines: unknown[]) => lines.with(2, [1, 'x']), /line 3: 4 values are expected/],
    ['with a row of other things', (lines: unknown[]) => lines.with(2, [1, {}, 'x', 'x']), /line 3/],
    ['with lines behind its end', (lines: unknown[]) => [...lines, {}], /more behind the end/],
  ])('a backup %s', async (_, change, reason) => {
    expect(await tried(await writeSealed(fresh(), change([...smallBackup()])))).toEqual(refused(reason))
  })

  test.each(engines)('rows that contradict each other leave an empty database on %s', async (engine) => {
    const lines = [...smallBackup()]
    const path = await writeSealed(fresh(), lines.with(5, [8, 16]))
    const target = await place(engine)
    expect(await tried(path, target)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/contradict each other/) as string,
    })
    // The same place takes the right one.
    expect(await data(target, 'restore', await writeSealed(fresh(), lines))).toMatchObject({ code: 0 })
  })

  test('into a database that has data', async () => {
    const ran = await data(full.location, 'restore', backup)
    expect(ran.out).toMatch(/is not empty: roles has 3 rows; restore into a new/)
    expect(ran.code).toBe(1)
  })

  test('into a data folder that a server holds (R39)', async () => {
    const target = await place()
    const release = claimDataFolder(target.dataDir)
    const ran = await data(target, 'restore', backup)
    release()
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('another server already uses the data folder')
    expect(existsSync(join(target.dataDir, 'portal.db'))).toBe(false)
  })
})

describe.each(engines)('a backup of an older schema on %s (S79)', (engine) => {
  test.each([false, true])(
    'becomes what this version makes of it; the schema was there: %s',
    async (isThere) => {
      const target = await place(engine)
      if (isThere) {
        const engine = openEngine(target)
        await migrate(engine)
        await engine.close()
      }
      const path = await writeSealed(fresh(), smallBackup())
      expect(await data(target, 'restore', path)).toMatchObject({ code: 0, err: '' })
      const copy = openEngine(target)
      try {
        const roles = await copy.database.selectFrom('roles').select(['id', 'name']).orderBy('id').execute()
        expect(roles).toEqual([
          { id: 1, name: 'superadmin' },
          { id: 9, name: 'clerk' },
        ])
        expect(await copy.database.selectFrom('daily_records').selectAll().execute()).toEqual([])
      } finally {
        await copy.close()
      }
    },
  )
})

/** What the first version of the schema held. */
function smallBackup(): readonly unknown[] {
  const role = ['id', 'name', 'name_key', 'description']
  return [
    {
      format: 'traffic-portal-backup',
      version: 1,
      createdAt: '2025-01-01T00:00:00.000Z',
      migrations: ['0001-access'],
      tables: [
        { name: 'roles', columns: role },
        { name: 'role_rights', columns: ['role_id', 'menu_id'] },
      ],
    },
    { table: 'roles' },
    [1, 'superadmin', 'superadmin', 'Super administrator'],
    [9, 'clerk', 'clerk', 'Line\u2028separator and "quotes"'],
    { table: 'role_rights' },
    [9, 16],
    { rows: { roles: 2, role_rights: 1 } },
  ]
}
