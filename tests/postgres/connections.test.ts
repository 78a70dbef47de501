import { sql } from 'kysely'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DatabaseHandle } from '../../src/server/platform/database/handle.ts'
import { isUnavailable } from '../../src/server/platform/database/errors.ts'
import { openPostgres } from '../../src/server/platform/database/postgres.ts'
import { withTransaction } from '../../src/server/platform/database/transaction.ts'
import { createDatabase, type TestDatabase } from './databases.ts'
import { createRow } from '../support/scratch-row.ts'

const LIMITS = { connections: 2, connectMs: 3_000, statementMs: 1_000, silenceMs: 2_000 }

/** A way to the database that can be made to hold everything back, as a network does where a cable is pulled. */
interface Wire {
  readonly url: string
  readonly hold: () => void
  /** Lets through what was held back, too. */
  readonly release: () => void
  readonly cut: () => void
  readonly close: () => void
}

let place: TestDatabase
let wire: Wire
let engine: DatabaseHandle
beforeEach(async () => {
  place = await createDatabase()
  wire = await wireTo(place.url)
  engine = openPostgres(wire.url, LIMITS)
})
afterEach(async () => {
  await engine.close()
  wire.close()
  await place.drop()
})

const numberOf = async (number: number): Promise<number> => {
  const { rows } = await sql<{ number: number }>`select ${number}::int as number`.execute(engine.database)
  return rows[0]?.number ?? -1
}
describe('a connection to PostgreSQL', () => {
  test('times out without a response, and its late response reaches no other query', async () => {
    expect(await numberOf(1)).toBe(1)
    wire.hold()
    const answers = [2, 3, 4, 5].map((number) => expect(numberOf(number)).rejects.toSatisfy(isUnavailable))
    await Promise.all(answers)
    wire.release()
    for (let number = 10; number < 30; number += 1) expect(await numberOf(number)).toBe(number)
  })

  test('repeats a statement that is no longer prepared, as behind a pooler', async () => {
    const one = openPostgres(place.url, { ...LIMITS, connections: 1 })
    const list = () => one.database.selectFrom('dataset_names').select('names').execute()
    for (let times = 0; times < 10; times += 1) await list()
    const prepared = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(
      one.database,
    )
    expect(prepared.rows).toHaveLength(1)
    await sql`deallocate all`.execute(one.database)
    expect(await list()).toEqual([])
    await one.close()
  })

  test('rolls back its transaction when it breaks, and the process continues', async () => {
    const broken = withTransaction(engine.database, async (trx) => {
      await trx.insertInto('dataset_names').values(createRow('half')).execute()
      wire.cut()
      // Between two statements nobody listens to the connection but the driver itself.
      await new Promise((resolve) => setImmediate(resolve))
      await trx.insertInto('dataset_names').values(createRow('whole')).execute()
    })
    await expect(broken).rejects.toSatisfy(isUnavailable)
    expect(await engine.database.selectFrom('dataset_names').selectAll().execute()).toEqual([])
  })

  test('cancels a statement that takes too long and serves the next one', async () => {
    const slow = sql`select pg_sleep(30)`.execute(engine.database)
    await expect(slow).rejects.toSatisfy((error) => isUnavailable(error) && error.code === '57014')
    expect(await numberOf(7)).toBe(7)
  })
})

async function wireTo(url: string): Promise<Wire> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let held: (() => void)[] | null = null
  const pass = (write: () => void) => (held === null ? write() : void held.push(write))
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }
  const server: Server = createServer((near) => {
    const far = connect(Number(port || 5432), hostname)
    keep(near)
    keep(far)
    near.on('data', (chunk) => pass(() => far.write(chunk)))
    far.on('data', (chunk) => pass(() => near.write(chunk)))
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const target = new URL(url)
  target.hostname = '127.0.0.1'
  target.port = String(typeof address === 'object' ? address?.port : '')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: target.href,
    hold: () => {
      held = []
    },
    release: () => {
      for (const write of held ?? []) write()
      held = null
    },
    cut,
    close: () => {
      cut()
      server.close()
    },
  }
}
