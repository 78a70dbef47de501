import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createHarness } from '../support/test-app.ts'

test('an error of the database is logged without the row that it is about (S11, S37)', async () => {
  const harness = await createHarness()
  await sql`alter table roles add constraint described check (description not like '%told to nobody%')`.execute(
    harness.engine.database,
  )
  const send = await harness.as('superadmin')
  const { status, body } = await send('POST', '/v1/role-master', {
    name: 'refused',
    description: 'this is told to nobody',
  })
  expect(status).toBe(500)
  expect(body['message']).toBe('The server could not answer this request.')
  expect(harness.log()).toContain('violates check constraint')
  expect(harness.log()).toContain('"code":"23514"')
  expect(harness.log()).not.toContain('told to nobody')
  await harness.close()
})
