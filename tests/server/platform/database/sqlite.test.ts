import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '../../../support/test-app.ts'

test('an acknowledged write is on the disk, not only in the operating system, with either engine', async () => {
  const { engine, close } = await createTestApp()
  const setting = async (name: string) => {
    const ask = engine.name === 'sqlite' ? sql`pragma ${sql.ref(name)}` : sql`show ${sql.ref(name)}`
    const { rows } = await engine.database.transaction().execute((trx) => ask.execute(trx))
    return Object.values(rows[0] ?? {})[0]
  }
  // FULL: with a log beside the file, every commit waits for the disk.
  const promises =
    engine.name === 'sqlite' ? { journal_mode: 'wal', synchronous: 2 } : { synchronous_commit: 'on' }
  for (const [name, value] of Object.entries(promises)) {
    expect({ name, value: await setting(name) }).toEqual({ name, value })
  }
  await close()
})

test.skipIf(process.env['TEST_ENGINE'] === 'postgres')(
  'requests are answered between two writes that wait for each other',
  async () => {
    const { engine, close } = await createTestApp()
    const order: string[] = []
    const write = (id: string) =>
      engine.database
        .transaction()
        .execute((trx) => trx.insertInto('alerts').values({ id, up_to: '', fired: '[]' }).execute())
        .then(() => order.push(id))
    const writes = ['first', 'second', 'third'].map(write)
    const turn = (): void => {
      order.push('turn')
      if (!order.includes('third')) setImmediate(turn)
    }
    setImmediate(turn)
    await Promise.all(writes)
    expect(order.slice(order.indexOf('first'), order.indexOf('second'))).toContain('turn')
    expect(order.slice(order.indexOf('second'), order.indexOf('third'))).toContain('turn')
    await close()
  },
)
