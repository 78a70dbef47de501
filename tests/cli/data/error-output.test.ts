import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runAdmin } from '../../../src/cli/admin.ts'
import { openDatabaseHandle } from '../../../src/server/platform/database/open.ts'
import { migrate } from '../../../src/server/platform/database/migrate.ts'
import { addAllDemo } from '../../support/stored-records.ts'
import { createFolder } from '../../support/folder.ts'
import { data, environmentOf, put } from '../../support/run-data.ts'

const folder = createFolder()
const location = { dataDir: join(folder, 'data') }
const filled = openDatabaseHandle(location)
await migrate(filled)
await addAllDemo(filled.database, new Date('2025-06-02T08:00:00.000Z'))
await filled.close()

describe('failures of the environment are printed as one line without a stack', () => {
  test('a backup on a full disk names the file and leaves no file', () => {
    const path = join(folder, 'full.gz')
    const program = ['--import', 'tsx', 'src/cli/data.ts', 'backup']
    // A limit on the size of files stands for the disk; without the signal a write answers as on a full one.
    const { status, stderr } = spawnSync(
      'bash',
      ['-c', `trap '' XFSZ; ulimit -f 48; exec "$@"`, 'bash', process.execPath, ...program, path],
      { env: { ...process.env, ...environmentOf(location) }, encoding: 'utf8' },
    )
    expect({ status, stderr }).toEqual({ status: 1, stderr: `${path}: file too large (EFBIG)\n` })
    expect(readdirSync(folder).filter((name) => name.includes('full.gz'))).toEqual([])
  })

  test('restore rejects a folder, and backup rejects a dangling link', async () => {
    const restored = await data({ dataDir: join(folder, 'new') }, 'restore', folder)
    expect(restored).toEqual({ code: 1, out: '', err: 'illegal operation on a directory (EISDIR)' })
    expect(existsSync(join(folder, 'new'))).toBe(false)
    const link = join(folder, 'link.gz')
    symlinkSync(join(folder, 'nowhere'), link)
    expect((await data(location, 'backup', link)).err.split('\n')[0]).toBe(`${link} already exists`)
  })

  test('names a database file that is not a database', async () => {
    const dataDir = mkdtempSync(join(folder, 'other-'))
    put(dataDir, 'portal.db', 'the minutes of March, and no database')
    expect(await data({ dataDir }, 'backup', join(folder, 'none.gz'))).toEqual({
      code: 1,
      out: '',
      err: 'the database cannot be used: file is not a database',
    })
  })

  test.each([['list'], ['restore', 'backup.gz']])(
    'names a table of another program that is in the way: data %s',
    async (command, ...files) => {
      const dataDir = mkdtempSync(join(folder, 'foreign-'))
      const engine = openDatabaseHandle({ dataDir })
      await engine.database.schema.createTable('users').addColumn('id', 'integer').execute()
      await engine.close()
      const paths = files.map((name) => join(dataDir, name))
      for (const path of paths) expect(await data(location, 'backup', path)).toMatchObject({ code: 0 })
      const { code, out, err } = await data({ dataDir }, command, ...paths)
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toMatch(
        /^the database schema could not be brought up to date.*: table users already exists$/,
      )
    },
  )

  const server = process.env['TEST_DATABASE_URL']
  test.runIf(server !== undefined)(
    'names a database server that rejects the login, without the password (spec 12.1)',
    async () => {
      const url = new URL(server ?? '')
      const place = `${url.hostname}:${url.port || '5432'}`
      url.password = 'hunter22'
      url.pathname = '/none'
      const missing = `the database server refused: ${place}, database none: database "none" does not exist`
      const ran = await data({ dataDir: folder, databaseUrl: url.href }, 'backup', join(folder, 'none.gz'))
      expect(ran).toEqual({ code: 1, out: '', err: missing })
      url.username = 'nobody'
      const err: string[] = []
      const terminal = { out: () => undefined, err: (line: string) => err.push(line) }
      const code = await runAdmin(['create', 'root'], terminal, {
        environment: { DATABASE_URL: url.href, ADMIN_PASSWORD: 'velvet tram 91 harbour' },
        clock: () => new Date(),
        root: process.cwd(),
        promptPassword: () => Promise.resolve(null),
      })
      expect(code).toBe(1)
      expect(err.join('\n')).toMatch(/^the database server refused: .*, database none: .*nobody.*$/)
      expect(err.join('\n')).not.toContain('hunter22')
    },
  )
})
