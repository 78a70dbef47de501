import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { lockDataDir } from '../../../src/server/platform/database/data-dir.ts'
import type { DatabaseLocation } from '../../../src/server/platform/database/open.ts'
import { useFullPortal } from '../../support/full-portal.ts'
import { engines } from '../../support/test-databases.ts'
import { data, put } from '../../support/run-data.ts'
import { smallBackup, writeSealed } from '../../support/write-backup.ts'

const { full, folder, backup, fresh, place } = await useFullPortal()

describe('restore rejects an invalid backup before anything is written', () => {
  /** What restoring says, and whether the place is still untouched. */
  const tried = async (path: string, target?: DatabaseLocation) => {
    const where = target ?? (await place())
    const { code, err } = await data(where, 'restore', path)
    return { code, err, isUntouched: !existsSync(where.dataDir) }
  }
  const refused = (reason: RegExp) => ({
    code: 1,
    err: expect.stringMatching(reason) as string,
    isUntouched: true,
  })

  test('restore rejects a backup with one flipped bit, missing or additional bytes', async () => {
    const small = writeSealed(fresh(), smallBackup())
    const bytes = readFileSync(small)
    const target = await place()
    const damaged = async (changed: Uint8Array) => {
      const ran = await data(target, 'restore', put(folder, 'damaged.gz', changed))
      expect(ran.code).toBe(1)
      expect(ran.err).toMatch(/is not a backup|is damaged/)
      expect(existsSync(target.dataDir)).toBe(false)
    }
    // Every byte once, in a bit that varies. The tenth names the system that wrote the file; the last before checksum and
    // length has bits that mean nothing.
    for (const index of [...bytes.keys()].filter((at) => at !== 9 && at !== bytes.length - 9)) {
      await damaged(bytes.map((byte, at) => (at === index ? byte ^ (1 << (index % 8)) : byte)))
    }
    for (let length = 0; length < bytes.length; length += 9) await damaged(bytes.subarray(0, length))
    await damaged(Buffer.concat([bytes, Buffer.from([0])]))
    expect((await tried(put(folder, 'twice.gz', Buffer.concat([bytes, bytes])))).err).toMatch(
      /cannot be read, line/,
    )
  })

  test.each([
    ['a newer schema', { migrations: ['0001-initial', '9999-later'] }, /newer version of the portal/],
    ['of a later version', { version: 2, more: true }, /unsupported backup version 2 \(supported: 1\)/],
    ['of another program', { format: 'other' }, /line 1/],
    ['with a hostile table', { tables: [{ name: 'a"; drop', columns: ['id'] }] }, /line 1/],
  ])('a backup %s', async (_, change, reason) => {
    const [header, ...rest] = smallBackup()
    expect(await tried(writeSealed(fresh(), [Object.assign({}, header, change), ...rest]))).toEqual(
      refused(reason),
    )
  })

  test.each([
    ['with a row too short', (lines: unknown[]) => lines.with(2, [1, 'x']), /line 3: expected 4 values/],
    ['with a row of other types', (lines: unknown[]) => lines.with(2, [1, {}, 'x', 'x']), /line 3/],
    ['with a line of another kind', (lines: unknown[]) => [...lines, {}], /cannot be read, line \d+/],
  ])('a backup %s', async (_, change, reason) => {
    expect(await tried(writeSealed(fresh(), change([...smallBackup()])))).toEqual(refused(reason))
  })

  test.each(engines)('restore of contradictory rows leaves an empty database on %s', async (engine) => {
    const lines = [...smallBackup()]
    const path = writeSealed(
      fresh(),
      lines.with(
        lines.findIndex((line) => isDeepStrictEqual(line, [9, 16])),
        [8, 16],
      ),
    )
    const target = await place(engine)
    expect(await tried(path, target)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/contradict each other/) as string,
    })
    // The same place takes the right one.
    expect(await data(target, 'restore', writeSealed(fresh(), lines))).toMatchObject({ code: 0 })
  })

  type Table = { readonly name: string; readonly columns: readonly string[] }
  const changeRoles =
    (change: (columns: readonly string[]) => readonly string[]) => (tables: readonly Table[]) =>
      tables.map(({ name, columns }) => ({ name, columns: name === 'roles' ? change(columns) : columns }))
  test.each([
    ['with sessions', (tables: readonly Table[]) => [...tables, { name: 'sessions', columns: ['id'] }]],
    ['without tables', () => []],
    ['without roles', (tables: readonly Table[]) => tables.slice(1)],
    ['with an unknown column', changeRoles((columns) => columns.with(3, 'note'))],
    ['with a column twice', changeRoles((columns) => columns.with(3, 'name'))],
  ])('a backup %s has other tables than its version', async (_, change) => {
    const [header, ...lines] = smallBackup()
    const tables = change((header as { readonly tables: readonly Table[] }).tables)
    const rows = tables.flatMap(({ name: table }) => {
      const start = lines.findIndex((line) => isDeepStrictEqual(line, { table }))
      const end = lines.findIndex((line, index) => index > start && !Array.isArray(line))
      return start < 0 ? [{ table }] : lines.slice(start, end)
    })
    const path = writeSealed(fresh(), [{ ...(header as object), tables }, ...rows])
    expect(await tried(path)).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'the tables or columns of the backup are not those of its version',
      ) as string,
    })
  })

  test('restore rejects a database that is not empty', async () => {
    const ran = await data(full.location, 'restore', backup)
    expect(ran.err).toMatch(/is not empty: roles has 3 rows; restore into a new/)
    expect(ran.code).toBe(1)
  })

  test('restore rejects a data folder that a server uses (spec 11.5)', async () => {
    const target = await place()
    const release = lockDataDir(target.dataDir)
    const ran = await data(target, 'restore', backup)
    release()
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('another server already uses the data folder')
    expect(existsSync(join(target.dataDir, 'portal.db'))).toBe(false)
  })
})
