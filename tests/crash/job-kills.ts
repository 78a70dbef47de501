import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { DatabaseHandle } from '../../src/server/platform/database/handle.ts'
import type { DatabaseLocation } from '../../src/server/platform/database/open.ts'
import { addJob } from '../../src/server/platform/jobs/job-repository.ts'
import { type ReceivedMail, startMailServer } from '../support/mail-server.ts'
import { createSeededRandom } from './seeded-random.ts'

interface JobKillRun {
  readonly kills: number
  readonly seed: number
  /** The built script of a process. */
  readonly program: string
  readonly location: DatabaseLocation
  /** The same database, for the test itself. */
  readonly engine: DatabaseHandle
}

/** What came of processes that were killed while they sent mail. */
export interface JobKillReport {
  readonly mails: number
  /** Mails to a recipient of a job that is done, of which the server has none. */
  readonly lost: readonly string[]
  /** Jobs that are neither done nor failed. */
  readonly open: readonly string[]
  readonly failed: readonly string[]
  /** Mails more than one, besides those of a process that was killed before it had stored the sending. */
  readonly repeated: readonly string[]
  /** Mails that were sent twice because of such a death: SMTP cannot exclude them. */
  readonly unavoidable: number
  /** Mails of one job to one recipient with another Message-ID. */
  readonly otherIds: readonly string[]
}

const PROCESSES = 2
const JOBS_PER_KILL = 6
const RECIPIENTS = ['ada@example.com', 'ben@example.com', 'cho@example.com']
const Payload = z.object({ to: z.array(z.string()), sent: z.array(z.string()) })

const getKey = ({ headers, to }: ReceivedMail) => `${headers['subject']?.[0]} ${to[0]}`
const getProcess = ({ raw }: ReceivedMail) => Number(/process (\d+)\./.exec(raw)?.[1])

/**
 * Kills one of two processes, now and then both, with SIGKILL at moments that the seed decides, while they send the mails
 * of due jobs to a server of this process, and starts others. At the end all jobs are done by processes that live.
 */
export async function killWhileSending({
  kills,
  seed,
  program,
  location,
  engine,
}: JobKillRun): Promise<JobKillReport> {
  const random = createSeededRandom(seed)
  let heard = () => undefined as void
  const mailServer = await startMailServer({}, async () => {
    heard()
    await delay(random.below(10))
  })
  const { received } = mailServer
  const start = async () => {
    const { dataDir, databaseUrl = '' } = location
    const child = spawn(process.execPath, [program, dataDir, databaseUrl, String(mailServer.port)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    if (child.stdout !== null) await once(child.stdout, 'data')
    return child
  }
  const processes = await Promise.all(Array.from({ length: PROCESSES }, start))
  /** The mails of each killed process whose sending was stored when it was dead. */
  const stored = new Map<number, ReadonlySet<string>>()
  let jobs = 0

  const readPayload = async (subject: string) => {
    const job = engine.database.selectFrom('jobs').select('payload').where('subject', '=', subject)
    return Payload.parse(JSON.parse((await job.executeTakeFirstOrThrow()).payload))
  }
  const kill = async (child: ChildProcess) => {
    child.kill('SIGKILL')
    await once(child, 'close')
    const keys = received.filter((mail) => getProcess(mail) === child.pid).map(getKey)
    const known = new Set<string>()
    for (const key of keys) {
      const [subject = '', to = ''] = key.split(' ')
      if ((await readPayload(subject)).sent.includes(to)) known.add(key)
    }
    stored.set(child.pid ?? 0, known)
  }

  try {
    for (let done = 0; done < kills;) {
      for (let index = 0; index < JOBS_PER_KILL; index += 1) {
        const to = RECIPIENTS.slice(random.below(RECIPIENTS.length))
        const payload = { to, sent: [] }
        await addJob(engine.database, {
          kind: 'mail',
          subject: `job-${(jobs += 1)}`,
          dueAt: new Date(),
          payload,
        })
      }
      let left = 1 + random.below(JOBS_PER_KILL)
      await new Promise<void>((resolve) => {
        heard = () => void ((left -= 1) === 0 && resolve())
      })
      await delay(random.below(12))
      const first = random.below(PROCESSES)
      const victims = random.below(8) === 0 && done + 1 < kills ? [0, 1] : [first]
      done += victims.length
      await Promise.all(
        victims.map(async (index) => {
          const victim = processes[index]
          if (victim !== undefined) await kill(victim)
          processes[index] = await start()
        }),
      )
    }
    const unfinished = engine.database
      .selectFrom('jobs')
      .select(['subject', 'state'])
      .where('state', 'in', ['waiting', 'running'])
    for (let tries = 0; tries < 600 && (await unfinished.executeTakeFirst()) !== undefined; tries += 1) {
      await delay(100)
    }
  } finally {
    for (const child of processes) child.kill('SIGKILL')
    await mailServer.close()
  }

  const counts = new Map<string, ReceivedMail[]>()
  for (const mail of received) counts.set(getKey(mail), [...(counts.get(getKey(mail)) ?? []), mail])
  const isUnavoidable = (mail: ReceivedMail) => stored.get(getProcess(mail))?.has(getKey(mail)) === false
  const report = { lost: [] as string[], open: [] as string[], failed: [] as string[] }
  for (const { subject, state, payload } of await engine.database.selectFrom('jobs').selectAll().execute()) {
    if (state === 'failed') report.failed.push(subject)
    else if (state !== 'done') report.open.push(subject)
    const keys = Payload.parse(JSON.parse(payload)).to.map((to) => `${subject} ${to}`)
    if (state === 'done') report.lost.push(...keys.filter((key) => !counts.has(key)))
  }
  const groups = [...counts]
  return {
    ...report,
    mails: received.length,
    repeated: groups
      .filter(([, mails]) => mails.filter((mail) => !isUnavoidable(mail)).length > 1)
      .map(([key]) => key),
    unavoidable: groups.reduce((sum, [, mails]) => sum + mails.length - 1, 0),
    otherIds: groups
      .filter(([, mails]) => new Set(mails.map(({ headers }) => headers['message-id']?.[0])).size > 1)
      .map(([key]) => key),
  }
}
