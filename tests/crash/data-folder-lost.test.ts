import { cpSync, mkdirSync, renameSync, rmSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqlite } from '../../src/server/platform/database/sqlite.ts'
import { type Call, createClient, signIn } from './api-client.ts'
import { checkIntegrity } from './integrity.ts'
import { runServerToItsEnd, type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { createFolder } from '../support/folder.ts'
import { createRow } from '../support/scratch-row.ts'

// No write is acknowledged that went to a file which the data folder no longer names.

let parent: string
let folder: string
let server: ServerProcess
let call: Call
let token: string
let names = 0
const write = () => call('POST', '/v1/role-master', { name: `role ${(names += 1)}`, description: 'test' })
const readyz = async () => (await call('GET', '/readyz')).status

const MESSAGE =
  'The data of this server was moved or removed, so nothing can be stored. Please try again later.'

/** What is answered to two writes, a sign-out, a read and the question for readiness. */
async function answers(): Promise<unknown[]> {
  const refused = [await write(), await write(), await call('POST', '/auth/logout')]
  const read = await call('GET', '/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK')
  return [
    ...refused.map(({ status, headers, body }) => [status, headers.get('retry-after'), body['message']]),
    read.status,
    await readyz(),
  ]
}
/** From the first write on everything that would be stored is refused, and what is stored can be read. */
const refusals = [[503, '30', MESSAGE], [503, '30', MESSAGE], [503, '30', MESSAGE], 200, 503]

describe('a running server without its data folder', { timeout: 120_000 }, () => {
  beforeEach(async () => {
    parent = createFolder()
    folder = join(parent, 'data')
    server = await startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
    token = await signIn(server.url, 'superadmin')
    call = createClient(() => server.url, token)
    await write()
  })
  afterEach(() => server.kill())

  test('rejects every write at once and continues to read if the folder is removed', async () => {
    rmSync(folder, { recursive: true })
    expect(await answers()).toEqual(refusals)
    expect(server.output()).toMatch(/in the data folder \S+ was removed or moved while it was in use/)
  })

  test('does not change the copy or its log if the folder is replaced by a copy', async () => {
    renameSync(folder, join(parent, 'before'))
    cpSync(join(parent, 'before'), folder, { recursive: true })
    const copy = openSqlite(folder)
    await copy.database.insertInto('dataset_names').values(createRow('in the copy')).execute()
    expect(await answers()).toEqual(refusals)
    server.signal('SIGTERM')
    await server.ended
    const after = openSqlite(folder)
    const found = after.database
      .selectFrom('dataset_names')
      .select('names')
      .where('names', '=', 'in the copy')
    expect(await found.execute()).toHaveLength(1)
    expect(await checkIntegrity(after)).toEqual([])
    await after.close()
    await copy.close()
  })

  test('stores again by itself if the folder is renamed and renamed back', async () => {
    renameSync(folder, join(parent, 'away'))
    expect(await answers()).toEqual(refusals)
    renameSync(join(parent, 'away'), folder)
    expect((await write()).status).toBe(201)
    expect(await readyz()).toBe(200)
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    const engine = openSqlite(folder)
    expect(
      await engine.database.selectFrom('roles').select('id').where('name', 'like', 'role %').execute(),
    ).toHaveLength(2)
    await engine.close()
  })

  test('reacts to the removal of the log or the lock alone as well', async () => {
    unlinkSync(join(folder, 'server.lock'))
    expect(await answers()).toEqual(refusals)
  })
})

test.each(['server.lock', 'portal.db'])(
  'the start fails with one line that names the folder if its %s cannot be opened',
  async (name) => {
    const parent = createFolder()
    // A folder in the place of the file is refused to every user, root as well.
    mkdirSync(join(parent, name))
    const { ending: code, output } = await runServerToItsEnd({ DATA_DIR: parent })
    expect(code).toBe(1)
    expect(output).toContain(`${name} in ${parent} cannot be opened: `)
    expect(output.trim().split('\n')).toHaveLength(1)
  },
)
