import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DATABASE_FILE } from '../../src/server/database/sqlite.ts'
import { type Call, createClient, signIn } from './api-client.ts'
import { isUnavailable } from './load.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

let folder: string
let server: ServerProcess
let call: Call
let importer: DatabaseSyncInstance
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-beside-'))
  server = await startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
  call = createClient(() => server.url, await signIn(server.url, 'superadmin'))
  importer = new DatabaseSync(join(folder, DATABASE_FILE))
})
afterEach(async () => {
  importer.close()
  await server.kill()
  rmSync(folder, { recursive: true })
})

const newRole = (name: string) => call('POST', '/v1/role-master', { name, description: 'beside an import' })

test('reads continue during an import into the same file, and writes wait for its end', async () => {
  importer.exec('begin immediate')
  const waited = new AbortController()
  const writes = Promise.all(['one', 'two', 'three'].map(newRole)).finally(() => waited.abort())
  for (let read = 0; read < 100; read += 1) {
    expect((await call('GET', '/v1/role-master')).status).toBe(200)
  }
  expect(waited.signal.aborted).toBe(false)
  importer.exec('commit')
  expect((await writes).map(({ status }) => status)).toEqual([201, 201, 201])
  const stored = importer.prepare(`select count(*) as found from roles where name in ('one', 'two', 'three')`)
  expect(stored.get()).toMatchObject({ found: 3 })
})

test('a write that waits too long is rejected temporarily and is not stored later (S76)', async () => {
  importer.exec('begin immediate')
  const refused = await newRole('given up')
  expect(isUnavailable(refused)).toBe(true)
  importer.exec('commit')
  expect((await newRole('given up')).status).toBe(201)
  expect((await newRole('after')).status).toBe(201)
  const stored = importer.prepare(`select name from roles where name in ('given up', 'after') order by id`)
  expect(stored.all()).toEqual([{ name: 'given up' }, { name: 'after' }])
})
