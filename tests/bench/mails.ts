import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { loadReports } from '../../src/definition/load.ts'
import { openDatabaseHandle } from '../../src/server/platform/database/open.ts'
import { insertSchedule, updateSchedule } from '../../src/server/delivery/schedules/schedule-repository.ts'
import { addScheduleJob } from '../../src/server/delivery/schedules/send.ts'
import { startMailServer } from '../support/mail-server.ts'
import { form } from '../support/schedule-app.ts'
import { startPortal } from './api/server-under-load.ts'

/*
 * Mails that are due at the same time, each with a workbook, from the built portal to an SMTP server of this process.
 */

const Options = z.object({
  mails: z.coerce.number().int().min(1).max(10_000).default(200),
  charts: z.boolean().default(false),
})
const { values } = parseArgs({ options: { mails: { type: 'string' }, charts: { type: 'boolean' } } })
const { mails, charts } = Options.parse(values)

const mailServer = await startMailServer()
const portal = await startPortal({
  SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
  MAIL_FROM: 'Portal <portal@example.com>',
  MAIL_DOMAINS: 'partner.example',
  PUBLIC_URL: 'https://portal.example.com',
})
const engine = openDatabaseHandle(portal.location)
const { database } = engine
const { id: owner } = await database
  .selectFrom('users')
  .select('id')
  .where('user_id', '=', 'administrator')
  .executeTakeFirstOrThrow()
const screens = loadReports('reports').flatMap(({ id, plans }) =>
  plans.map(({ tab, variant }) => ({ id, tab, variant })),
)
const DUE_IN_MS = 3_000
const dueAt = new Date(Date.now() + DUE_IN_MS)
for (let index = 0; index < mails; index += 1) {
  const view = { ...form.view, ...screens[index % screens.length], chart: charts ? ('line' as const) : null }
  const recipients = [`reader-${index}@partner.example`]
  const id = await insertSchedule(database, owner, { ...form, view, recipients, workbook: true, charts })
  await updateSchedule(database, id, { next_at: dueAt.toISOString() })
  await addScheduleJob(database, id, dueAt)
}
await delay(Math.max(0, dueAt.getTime() - Date.now()))
const idle = await portal.probe()

const unfinished = database
  .selectFrom('jobs')
  .select('id')
  .where('due_at', '=', dueAt.toISOString())
  .where('state', 'in', ['waiting', 'running'])
const started = performance.now()
while ((await unfinished.executeTakeFirst()) !== undefined) await delay(100)
const seconds = (performance.now() - started) / 1_000
const { delayP99, delayMax, rss } = await portal.probe()
const failed = await database
  .selectFrom('jobs')
  .select('last_error')
  .where('last_error', 'is not', null)
  .execute()
const bytes = mailServer.received.reduce((sum, { raw }) => sum + raw.length, 0)

await engine.close()
await portal.stop()
await mailServer.close()
const recipients = new Set(mailServer.received.map(({ to }) => to[0]))
console.log(portal.about)
console.log(
  `${mailServer.received.length} mails to ${recipients.size} recipients in ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB; ` +
    `event loop p99 ${delayP99.toFixed(1)} ms, max ${delayMax.toFixed(1)} ms (idle before ${idle.delayP99.toFixed(1)} ms); rss ${(rss / 1e6).toFixed(0)} MB; ${failed.length} attempts failed`,
)
for (const { last_error: error } of failed.slice(0, 3)) console.log(error)
