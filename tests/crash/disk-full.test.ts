import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqlite } from '../../src/server/platform/database/sqlite.ts'
import { type Answer, type Call, createClient, signIn } from './api-client.ts'
import { checkIntegrity } from './integrity.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { mountSmallDisk, type SmallDisk } from './limited-disk.ts'

const MEGABYTE = 1024 * 1024
const NO_SPACE = 'The server has no disk space left to store anything. Please try again later.'

const probe = mountSmallDisk(1)
probe?.remove()

describe.skipIf(probe === null)('a full disk', { timeout: 60_000 }, () => {
  let disk: SmallDisk
  let server: ServerProcess
  let call: Call
  let names: number
  beforeEach(() => {
    disk = mountSmallDisk(120) as SmallDisk
    names = 0
  })
  afterEach(async () => {
    await server.kill()
    disk.remove()
  })

  async function start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    server = await startServerProcess({ DATA_DIR: disk.folder, LOG_LEVEL: 'warn', ...environment })
    call = createClient(() => server.url, await signIn(server.url, 'superadmin'))
  }

  const write = () =>
    call('POST', '/v1/role-master', { name: `role ${(names += 1)}`, description: 'x'.repeat(400) })

  /** Writes until an answer has a status, and gives that answer. */
  async function writeUntil(status: number): Promise<Answer> {
    for (;;) {
      const answer = await write()
      if (answer.status === status) return answer
      expect([201, 503]).toContain(answer.status)
    }
  }

  /** Reads go on, even where it cannot be noted any more that the session is used. */
  async function expectReads(): Promise<void> {
    expect((await call('GET', '/v1/role-master')).status).toBe(200)
    expect((await call('GET', '/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK')).status).toBe(200)
    expect((await call('POST', '/auth/validate-token')).status).toBe(200)
  }

  async function expectKept(made: number): Promise<void> {
    const { body } = await call('GET', '/v1/role-master?page=0&size=100&search=role')
    expect(body['totalCount']).toBe(made)
    const engine = openSqlite(disk.folder)
    expect(await checkIntegrity(engine)).toEqual([])
    await engine.close()
  }

  test('stops writes below the free-space limit, allows reads, and recovers by itself', async () => {
    await start()
    expect((await write()).status).toBe(201)
    expect((await call('GET', '/readyz')).body).toEqual({ status: 'ready' })
    disk.fill(60 * MEGABYTE)
    const before = names
    const refused = await writeUntil(503)
    const made = names - 1
    expect(made).toBeGreaterThanOrEqual(before)
    expect(refused.body['message']).toBe(NO_SPACE)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await call('GET', '/readyz')).body).toEqual({ status: 'degraded' })
    const login = createClient(() => server.url)
    const credentials = { username: 'analyst', password: 'demo-Portal-2025' }
    expect((await login('POST', '/auth/login', credentials)).status).toBe(503)
    await expectReads()
    disk.fill(0)
    await expectReads()
    disk.empty()
    await writeUntil(201)
    await expectKept(made + 1)
    expect((await call('GET', '/readyz')).body).toEqual({ status: 'ready' })
    expect((await login('POST', '/auth/login', credentials)).status).toBe(200)
    const told = server.output().match(/the disk is (?:no longer )?almost full/g)
    expect(told).toEqual(['the disk is almost full', 'the disk is no longer almost full'])
  })

  test('during a write returns 503, the process continues, and no acknowledged write is lost', async () => {
    await start({ MIN_FREE_MB: '0' })
    disk.fill(256 * 1024)
    const made: string[] = []
    let full: Answer | undefined
    while (full === undefined) {
      const answer = await write()
      if (answer.status === 201) made.push(`role ${names}`)
      else full = answer
    }
    expect(full.status).toBe(503)
    expect(full.body['message']).toBe('The database is not available now. Please try again.')
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0)
    await expectReads()
    disk.empty()
    expect((await write()).status).toBe(201)
    await expectKept(made.length + 1)
  })
})
