import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFolder } from '../support/folder.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { createCertificate, nginx, send, startProxy } from './nginx.ts'
import { findPort } from './programs.ts'

// Pages need no database, so that each process has one of its own here, without PostgreSQL.

const folder = createFolder()

const startServer = (port: number): Promise<ServerProcess> => {
  const data = join(folder, `data-${port}`)
  mkdirSync(data, { recursive: true })
  return startServerProcess({
    DATA_DIR: data,
    PORT: String(port),
    NODE_ENV: 'production',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
  })
}

describe.skipIf(nginx === null)('two processes behind nginx', { timeout: 60_000 }, () => {
  test('are restarted one after the other, and every request is answered', async () => {
    createCertificate(folder)
    const ports = [await findPort(), await findPort()]
    const servers = await Promise.all(ports.map(startServer))
    const running = new Set(servers)
    const [first, second] = servers.map(({ url }) => url)
    const proxy = await startProxy(folder, first ?? '', second)
    const answers: number[] = []
    const ended = new AbortController()
    const load = async () => {
      while (!ended.signal.aborted) {
        const answer = await send(proxy, 'GET', '/portal/').catch(() => null)
        answers.push(answer?.status ?? 0)
      }
    }
    const loads = Promise.all([load(), load()])
    const waitForAnswers = (count: number) => {
      const enough = answers.length + count
      return expect.poll(() => answers.length, { timeout: 20_000 }).toBeGreaterThan(enough)
    }
    try {
      await waitForAnswers(10)
      for (const [index, server] of servers.entries()) {
        server.signal('SIGTERM')
        expect(await server.ended).toBe(0)
        running.delete(server)
        await waitForAnswers(20)
        running.add(await startServer(ports[index] ?? 0))
        await waitForAnswers(20)
      }
    } finally {
      ended.abort()
      await loads
      await proxy.stop()
      for (const server of running) await server.kill()
    }
    expect(answers.filter((status) => status !== 200)).toEqual([])
  })
})
