import { statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqlite } from '../../src/server/platform/database/sqlite.ts'
import { createFolder } from '../support/folder.ts'
import { createTestApp } from '../support/test-app.ts'
import { signIn } from './api-client.ts'
import { startServerProcess } from '../support/server-process.ts'

const folder = createFolder()

/** A connection that is spoken to by hand. */
class Wire {
  readonly socket: Socket
  #heard = ''

  constructor(url: string) {
    this.socket = connect(Number(new URL(url).port), '127.0.0.1')
    this.socket.on('data', (chunk) => {
      this.#heard += chunk.toString()
    })
    this.socket.on('error', () => undefined)
  }

  get heard(): string {
    return this.#heard
  }

  say(text: string): void {
    this.socket.write(text)
  }

  /** Resolves when a text was heard. */
  async hears(text: string): Promise<void> {
    while (!this.#heard.includes(text)) {
      if (this.socket.closed) throw new Error(`the connection ended after: ${this.#heard}`)
      await new Promise((resolve) => {
        this.socket.once('data', resolve)
        this.socket.once('close', resolve)
      })
    }
  }

  /** Resolves when the connection is over. */
  async ends(): Promise<void> {
    if (!this.socket.closed) await new Promise((resolve) => this.socket.once('close', resolve))
  }
}

/** Resolves once a new connection is refused. */
async function refused(url: string): Promise<void> {
  for (;;) {
    const wire = new Wire(url)
    const isOpen = await new Promise((resolve) => {
      wire.socket.once('connect', () => resolve(true))
      wire.socket.once('error', () => resolve(false))
    })
    wire.socket.destroy()
    if (isOpen === false) return
  }
}

function roleRequest(token: string, name: string) {
  const body = JSON.stringify({ name, description: 'made while the server ended' })
  const head = [
    'POST /v1/role-master HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Expect: 100-continue',
  ]
  return { head: `${head.join('\r\n')}\r\n\r\n`, body }
}

test('SIGTERM lets running requests finish, rejects new ones, closes the database and exits with 0', async () => {
  const server = await startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'error' })
  const token = await signIn(server.url, 'superadmin')
  const idle = new Wire(server.url)
  idle.say('GET /dashboards/1 HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await idle.hears('401')
  const silent = new Wire(server.url)
  const running = Array.from({ length: 50 }, (_, index) => {
    const wire = new Wire(server.url)
    return { wire, ...roleRequest(token, `drained ${index}`) }
  })
  for (const { wire, head } of running) wire.say(head)
  // From here on each of them is being answered and waits for its body.
  await Promise.all(running.map(({ wire }) => wire.hears('100 Continue')))

  const asked = performance.now()
  server.signal('SIGTERM')
  await refused(server.url)
  await Promise.all([idle.ends(), silent.ends()])
  for (const { wire, body } of running) wire.say(body)
  await Promise.all(running.map(({ wire }) => wire.ends()))
  for (const { wire } of running) {
    expect(wire.heard).toContain('HTTP/1.1 201 Created')
    expect(wire.heard).toMatch(/connection: close/i)
    expect(wire.heard).toContain('Role saved successfully!')
  }
  expect(await server.ended).toBe(0)
  expect(performance.now() - asked).toBeLessThan(10_000)

  // The write-ahead log is empty only where the database was closed after its last transaction.
  expect(statSync(join(folder, 'portal.db-wal'), { throwIfNoEntry: false })?.size ?? 0).toBe(0)
  const { database, close } = openSqlite(folder)
  const roles = await database.selectFrom('roles').select('name').where('name', 'like', 'drained %').execute()
  expect(roles).toHaveLength(50)
  await close()
})

test('a request that never ends does not block the shutdown for ever', async () => {
  const testApp = await createTestApp({ sockets: { drainMs: 100 } })
  const url = await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const stuck = new Wire(url)
  stuck.say(roleRequest(await testApp.token('superadmin'), 'never sent').head)
  await stuck.hears('100 Continue')
  await testApp.close()
  await stuck.ends()
  expect(stuck.heard).not.toContain('201')
})
