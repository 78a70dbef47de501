import { afterAll, beforeAll, expect, test } from 'vitest'
import { PermanentError } from '../../../src/server/jobs/job.ts'
import { addJob } from '../../../src/server/jobs/repository.ts'
import { createJobRunner } from '../../../src/server/jobs/runner.ts'
import { createTestApp, type Send, type TestApp } from '../../support/test-app.ts'

let testApp: TestApp
let send: Send
beforeAll(async () => {
  testApp = await createTestApp()
  send = await testApp.as('superadmin')
})
afterAll(() => testApp.close())

test('jobs are listed with their errors', async () => {
  const { engine, now, app } = testApp
  const dueAt = now()
  for (const subject of ['1', '2'])
    await addJob(engine.database, { kind: 'mail', subject, dueAt, payload: { to: 'secret' } })
  const run = async ({ subject }: { readonly subject: string }) => {
    if (subject === '1') throw new PermanentError('550 no such recipient')
  }
  const runner = createJobRunner({ handle: engine, log: app.log }, { mail: { run, attempts: 3 } }, now)
  await runner.runDue()

  const at = dueAt.toISOString()
  const { body } = await send('GET', '/v1/jobs?state=failed&page=0&size=10')
  const failed = {
    id: 1,
    kind: 'mail',
    subject: '1',
    dueAt: at,
    state: 'failed',
    attempts: 1,
    finishedAt: at,
  }
  expect(body).toMatchObject({ totalCount: 1, records: [{ ...failed, lastError: '550 no such recipient' }] })
  expect(JSON.stringify(body)).not.toContain('secret')
  expect((await send('GET', '/v1/jobs')).body).toMatchObject({ totalCount: 2 })
  expect((await send('GET', '/v1/jobs?kind=other')).body).toMatchObject({ totalCount: 0 })
})
