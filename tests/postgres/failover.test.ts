import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, signIn } from '../crash/api-client.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { type Cluster, findPostgres, promote, startCluster, startStandby } from './cluster.ts'

// Two processes reach a primary through a proxy, which leads to its synchronous standby when the primary dies.

const programs = findPostgres()

describe.skipIf(programs === null)('a primary that is replaced by its standby', { timeout: 120_000 }, () => {
  let primary: Cluster
  let standby: Cluster
  let servers: readonly ServerProcess[] = []
  let target = 0
  const proxy = createServer((client) => {
    const server = connect(target, '127.0.0.1')
    client.on('error', () => server.destroy()).pipe(server)
    server.on('error', () => client.destroy()).pipe(client)
  })
  beforeAll(async () => {
    primary = await startCluster(programs ?? '')
    standby = await startStandby(programs ?? '', primary)
    target = primary.port
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { port } = proxy.address() as AddressInfo
    const environment = {
      DATABASE_URL: `postgres://portal@127.0.0.1:${port}/postgres`,
      LOG_LEVEL: 'warn',
    }
    servers = [await startServerProcess(environment), await startServerProcess(environment)]
  }, 120_000)
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()))
    proxy.close()
    await primary.remove()
    await standby.remove()
  })

  test('loses and doubles no write that was acknowledged, and both processes write again', async () => {
    const token = await signIn(servers[0]?.url ?? '', 'superadmin')
    const calls = servers.map((server) => createClient(() => server.url, token))
    const acknowledged = new Set<string>()
    const sent = new Set<string>()
    const stop = new AbortController()
    let count = 0
    const write = async (call: (typeof calls)[number]) => {
      const name = `Role ${(count += 1)}`
      sent.add(name)
      const answer = await call('POST', '/v1/role-master', { name, description: 'of a failover' }).catch(
        () => null,
      )
      if (answer?.status === 200 || answer?.status === 201) acknowledged.add(name)
      return answer?.status ?? 0
    }
    const writers = calls.map(async (call) => {
      while (!stop.signal.aborted) if ((await write(call)) >= 500) await setTimeout(20)
    })
    await expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(20)
    process.kill(primary.pid(), 'SIGKILL')
    await promote(standby)
    target = Number(new URL(standby.url).port)
    const before = acknowledged.size
    await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(before + 20)
    stop.abort()
    await Promise.all(writers)
    for (const call of calls) {
      expect([200, 201]).toContain(await write(call))
      const names: string[] = []
      for (let page = 0; ; page += 1) {
        const answer = await call('GET', `/v1/role-master?page=${page}&size=100&search=Role`)
        const { records } = answer.body as { readonly records: readonly { readonly name: string }[] }
        names.push(...records.map(({ name }) => name).filter((name) => /^Role \d+$/.test(name)))
        if (records.length < 100) break
      }
      expect(names.length).toBe(new Set(names).size)
      expect([...acknowledged].filter((name) => !names.includes(name))).toEqual([])
      expect(names.filter((name) => !sent.has(name))).toEqual([])
    }
  })
})
