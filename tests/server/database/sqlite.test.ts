import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '../../support/test-app.ts'

test('an acknowledged write is on the disk, not only in the operating system, with either engine (S77)', async () => {
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
