import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '../support/test-app.ts'

test('a database error is logged without the values of its row', async () => {
  const testApp = await createTestApp()
  await sql`alter table roles add constraint described check (description not like '%told to nobody%')`.execute(
    testApp.engine.database,
  )
  const send = await testApp.as('superadmin')
  const { status, body } = await send('POST', '/v1/role-master', {
    name: 'refused',
    description: 'this is told to nobody',
  })
  expect(status).toBe(500)
  expect(body['message']).toBe('The server could not answer this request.')
  expect(testApp.log()).toContain('violates check constraint')
  expect(testApp.log()).toContain('"code":"23514"')
  expect(testApp.log()).not.toContain('told to nobody')
})
