import { createHash } from 'node:crypto'
import { z } from 'zod'
import { openDatabaseHandle } from '../../src/server/platform/database/open.ts'
import type { JobKind } from '../../src/server/platform/jobs/job.ts'
import { createJobRunner } from '../../src/server/platform/jobs/runner.ts'
import { createMailer } from '../../src/server/delivery/mail/mailer.ts'

/*
 * Runs the due jobs of a database until it is killed. A job sends a mail to each recipient of its payload and stores after
 * each who has got it, as a server does. The text of a mail is the number of the process.
 */

const [dataDir = '', databaseUrl = '', port = ''] = process.argv.slice(2)
const handle = openDatabaseHandle({ dataDir, databaseUrl: databaseUrl === '' ? undefined : databaseUrl })
const mailer = createMailer({
  server: { host: '127.0.0.1', port: Number(port), tls: 'none', user: '', password: '' },
  from: 'portal@example.com',
})

const Payload = z.object({ to: z.array(z.string()), sent: z.array(z.string()) })

const run: JobKind['run'] = async ({ subject, dueAt, payload, save }, signal) => {
  const { to: recipients, sent } = Payload.parse(payload)
  for (const to of recipients) {
    if (sent.includes(to)) continue
    const hash = createHash('sha256').update(`${subject} ${dueAt.toISOString()} ${to}`).digest('hex')
    const mail = { to, subject, text: `process ${process.pid}.`, html: '', attachments: [] }
    const rest = { unsubscribeUrl: 'https://portal.example.com/', messageId: `<${hash}@example.com>` }
    await mailer.send({ ...mail, ...rest }, signal)
    sent.push(to)
    await save({ to: recipients, sent })
  }
}

const write = (fields: object, message: string) =>
  process.stderr.write(`${message} ${JSON.stringify(fields)}\n`)
createJobRunner(
  { handle, log: { warn: write, error: write } },
  // So many that a job fails by its own fault only.
  { mail: { run, attempts: 100 } },
  () => new Date(),
  { leaseMs: 1_000, everyMs: 50 },
).start()
process.stdout.write('ready\n')
setInterval(() => undefined, 60_000)
