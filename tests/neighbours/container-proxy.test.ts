import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { createCertificate, nginx, type Proxy, send, startProxy } from './nginx.ts'

/*
 * A container sees nginx of its host not as 127.0.0.1 but as the bridge of the container network. Here the bridge is an
 * address of this machine's network, through which nginx reaches the server.
 */

const bridge = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

const PASSWORD = 'in-A-Container-2031'
const STRANGER = '127.0.0.2'
const CHIEF = '127.0.0.3'

/** The environment of the image, as the page says. */
function readImageEnvironment(): Record<string, string> {
  const [, line = ''] = /^ENV (.*)$/m.exec(readFileSync('docs/operations/deploy/Containerfile', 'utf8')) ?? []
  return Object.fromEntries(
    [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

describe.skipIf(nginx === null || bridge === undefined)(
  'the portal in a container behind nginx of its host (M10)',
  { timeout: 60_000 },
  () => {
    let folder: string
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'portal-container-'))
      createCertificate(folder)
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    /** Starts server and proxy, and returns what the sign-ins of a stranger leave to the owner of an account. */
    async function runWith(name: string, trustProxy: Readonly<Record<string, string>>) {
      const environment = {
        ...readImageEnvironment(),
        PORT: '0',
        LOG_LEVEL: 'info',
        DATA_DIR: join(folder, name),
        ...trustProxy,
      }
      mkdirSync(environment.DATA_DIR)
      let server: ServerProcess | undefined
      let proxy: Proxy | undefined
      try {
        server = await startServerProcess(environment)
        createChief(environment)
        proxy = await startProxy(folder, `http://${bridge}:${new URL(server.url).port}`)
        const failures = []
        for (let count = 0; count < 6; count += 1) failures.push(await signIn(proxy, STRANGER, 'a guess'))
        const owner = await signIn(proxy, CHIEF, PASSWORD)
        return { failures, owner, log: server.output() }
      } finally {
        await proxy?.stop()
        await server?.kill()
      }
    }

    test('locks everyone out with a stranger until TRUST_PROXY is what the log names', async () => {
      const untrusting = await runWith('untrusting', {})
      expect(untrusting.failures).toEqual([401, 401, 401, 401, 401, 429])
      expect(untrusting.owner).toBe(429)
      const [, advised] = /set TRUST_PROXY=([\d.]+)/.exec(untrusting.log) ?? []
      expect(advised).toBe(bridge)

      const trusting = await runWith('trusting', { TRUST_PROXY: advised ?? '' })
      expect(trusting.failures).toEqual([401, 401, 401, 401, 401, 429])
      expect(trusting.owner).toBe(200)
      expect(trusting.log).toContain(`"address":"${CHIEF}"`)
      expect(trusting.log).not.toContain('X-Forwarded-For')
    })
  },
)

function createChief(environment: Readonly<Record<string, string>>): void {
  const { status, stderr } = spawnSync(process.execPath, ['dist/server/admin.js', 'create', 'chief'], {
    env: { PATH: process.env['PATH'], ...environment, ADMIN_PASSWORD: PASSWORD },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}

async function signIn(proxy: Proxy, from: string, password: string): Promise<number> {
  const body = { username: 'chief', password }
  return (await send(proxy, 'POST', '/portal/auth/login', { body, from })).status
}
