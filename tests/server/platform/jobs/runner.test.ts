import { beforeEach, describe, expect, test } from 'vitest'
import { type JobKind, PermanentError, type RunningJob } from '../../../../src/server/platform/jobs/job.ts'
import { addJob, deleteFinishedJobs, listJobs } from '../../../../src/server/platform/jobs/job-repository.ts'
import { createJobRunner } from '../../../../src/server/platform/jobs/runner.ts'
import { insertRole } from '../../../../src/server/identity/accounts/roles.ts'
import { insertSystemUser } from '../../../../src/server/identity/accounts/users.ts'
import { migrate } from '../../../../src/server/platform/database/migrate.ts'
import { openDatabaseHandle } from '../../../../src/server/platform/database/open.ts'
import { openPlace } from '../../../support/open-database.ts'

const MINUTE = 60_000
const START = new Date('2025-06-02T06:00:00.000Z')
const LEASE = { leaseMs: MINUTE, stopMs: 100 }

let place: Awaited<ReturnType<typeof openPlace>>
let now: Date
let logged: string[]
beforeEach(async () => {
  place = await openPlace()
  now = START
  logged = []
})

const clock = () => now
const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}
const write = (_fields: object, message: string) => void logged.push(message)
const log = { warn: write, error: write }
const mail = (subject: string, dueAt = START, payload: unknown = {}) => ({
  kind: 'mail',
  subject,
  dueAt,
  payload,
})
const add = async (...jobs: readonly ReturnType<typeof mail>[]) => {
  const added: boolean[] = []
  for (const job of jobs) added.push(await addJob(place.engine.database, job))
  return added
}
const list = async () => {
  const { records } = await listJobs(place.engine.database, { page: 0, size: 100 }, true)
  return records.toSorted((one, other) => one.id - other.id)
}
const states = async () => (await list()).map(({ subject, state }) => `${subject} ${state}`)
const createRunner = (run: JobKind['run'], attempts = 3, engine = place.engine) =>
  createJobRunner({ handle: engine, log }, { mail: { run, attempts } }, clock, LEASE)

/** A promise that `open` fulfils. */
function createGate() {
  let open = (): void => undefined
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}

describe('a due job', () => {
  test('is added once for its kind, subject and due time', async () => {
    const later = new Date(START.getTime() + MINUTE)
    expect(await add(mail('a'))).toEqual([true])
    expect(await add(mail('a'), mail('b'), mail('a', later))).toEqual([false, true, true])
    expect(await states()).toEqual(['a waiting', 'b waiting', 'a waiting'])
  })

  test('is run with its payload when it is due, not before', async () => {
    const seen: Partial<RunningJob>[] = []
    const runner = createRunner(async ({ subject, dueAt, payload, attempt }) => {
      seen.push({ subject, dueAt, payload, attempt })
    })
    const due = new Date(START.getTime() + MINUTE)
    await add(mail('a', due, { to: ['x'] }))
    await runner.runDue()
    expect(seen).toEqual([])
    pass(MINUTE)
    await runner.runDue()
    expect(seen).toEqual([{ subject: 'a', dueAt: due, payload: { to: ['x'] }, attempt: 1 }])
    expect(await states()).toEqual(['a done'])
  })

  test('of a kind that this process does not know is left to another', async () => {
    await addJob(place.engine.database, { ...mail('a'), kind: 'other' })
    await createRunner(async () => undefined).runDue()
    expect(await states()).toEqual(['a waiting'])
  })

  test('is run by one of several processes', async () => {
    const runs: string[] = []
    const others = [1, 2, 3].map(() => openDatabaseHandle(place.location))
    const runners = [place.engine, ...others].map((engine) =>
      createRunner(async ({ subject }) => void runs.push(subject), 3, engine),
    )
    const subjects = Array.from({ length: 40 }, (_, index) => `s${index}`)
    await add(...subjects.map((subject) => mail(subject)))
    await Promise.all(runners.map(({ runDue }) => runDue()))
    await Promise.all(others.map(({ close }) => close()))
    expect(runs.toSorted()).toEqual(subjects.toSorted())
  })
})

describe('jobs of several kinds and owners', () => {
  test('have places by kind: a stalled mail server keeps no webhook back', async () => {
    const gate = createGate()
    const posted: string[] = []
    const kinds = {
      mail: { attempts: 1, run: () => gate.passed },
      webhook: { attempts: 1, run: async ({ subject }: RunningJob) => void posted.push(subject) },
    }
    const runner = createJobRunner({ handle: place.engine, log }, kinds, clock, LEASE)
    await add(...['a', 'b', 'c', 'd', 'e'].map((subject) => mail(subject)))
    await addJob(place.engine.database, { ...mail('alert'), kind: 'webhook' })
    const run = runner.runDue()
    await expect.poll(() => posted).toEqual(['alert'])
    gate.open()
    await run
  })

  test('take turns by owner: a hundred jobs of one keep those of others back by one', async () => {
    const order: string[] = []
    await migrate(place.engine)
    const role = await insertRole(place.engine.database, 'clerk', '')
    const account = { passwordHash: '', owner: '', roleId: role.id, loginIP: '', emailId: '' }
    const insert = (userId: string) => insertSystemUser(place.engine.database, { ...account, userId }, START)
    const [flooding, quiet] = [await insert('flooding'), await insert('quiet')]
    for (let count = 0; count < 100; count += 1)
      await addJob(place.engine.database, { ...mail(`flood ${count}`), ownerId: flooding })
    const later = new Date(START.getTime() + MINUTE)
    for (const subject of ['quiet 1', 'quiet 2'])
      await addJob(place.engine.database, { ...mail(subject, later), ownerId: quiet })
    pass(MINUTE)
    // The first job lasts until both jobs of the other owner have run.
    const gate = createGate()
    const runner = createRunner(async ({ subject }) => {
      order.push(subject)
      pass(1_000)
      if (subject === 'quiet 2') gate.open()
      if (subject.startsWith('flood')) await gate.passed
    })
    await runner.runDue()
    expect(order).toHaveLength(102)
    expect(order.slice(0, 3)).toEqual(['flood 0', 'quiet 1', 'quiet 2'])
  })
})

describe('a failed attempt', () => {
  test('is repeated after growing pauses, and the job has failed after its last attempt', async () => {
    const attempts: number[] = []
    const runner = createRunner(async ({ attempt }) => {
      attempts.push(attempt)
      throw new Error(`no answer ${attempt}`)
    })
    await add(mail('a'))
    await runner.runDue()
    const pauses = [MINUTE, 4 * MINUTE]
    for (const pause of pauses) {
      pass(pause - 1)
      await runner.runDue()
      pass(1)
      await runner.runDue()
    }
    expect(attempts).toEqual([1, 2, 3])
    const [job] = await list()
    expect(job).toMatchObject({ state: 'failed', attempts: 3, lastError: 'no answer 3' })
    expect(job?.finishedAt).toBe(now.toISOString())
    pass(24 * 60 * MINUTE)
    await runner.runDue()
    expect(attempts).toHaveLength(3)
  })

  test('is not repeated after an error that will never pass', async () => {
    await add(mail('a'))
    await createRunner(async () => {
      throw new PermanentError('no such recipient')
    }).runDue()
    expect(await list()).toMatchObject([{ state: 'failed', attempts: 1, lastError: 'no such recipient' }])
  })

  test('continues with what an attempt has saved', async () => {
    const seen: unknown[] = []
    const runner = createRunner(async ({ payload, save, attempt }) => {
      seen.push(payload)
      await save({ sent: attempt })
      if (attempt === 1) throw new Error('once more')
    })
    await add(mail('a'))
    await runner.runDue()
    pass(MINUTE)
    await runner.runDue()
    expect(seen).toEqual([{}, { sent: 1 }])
  })
})

describe('the job of a process that does not end it', () => {
  test('is taken over when its lease has run out; the first process changes nothing any more', async () => {
    const gate = createGate()
    const begun = createGate()
    const saved: unknown[] = []
    const first = createRunner(async ({ save }) => {
      begun.open()
      await gate.passed
      await save('first').catch((error: unknown) => {
        saved.push(error)
        throw error
      })
    })
    await add(mail('a'))
    const firstRun = first.runDue()
    await begun.passed
    const payloads: unknown[] = []
    const second = createRunner(async ({ payload, attempt }) => void payloads.push([payload, attempt]))
    pass(MINUTE - 1)
    await second.runDue()
    expect(payloads).toEqual([])
    pass(1)
    await second.runDue()
    expect(payloads).toEqual([[{}, 2]])
    gate.open()
    await firstRun
    expect(saved).toMatchObject([{ name: 'AbortError' }])
    expect(await list()).toMatchObject([{ state: 'done', attempts: 2, lastError: null }])
    expect(logged).toEqual(['a job was taken over by another process'])
  })

  test('has failed if every attempt ended its process', async () => {
    const gate = createGate()
    const begun: number[] = []
    await add(mail('a'))
    const open: Promise<void>[] = []
    for (const count of [1, 2]) {
      const runner = createRunner(({ attempt }) => {
        begun.push(attempt)
        return gate.passed
      }, 2)
      open.push(runner.runDue())
      await expect.poll(() => begun.length).toBe(count)
      pass(MINUTE)
    }
    await createRunner(() => gate.passed, 2).runDue()
    expect(begun).toEqual([1, 2])
    expect(await list()).toMatchObject([{ state: 'failed', lastError: 'the process that ran it ended' }])
    gate.open()
    await Promise.all(open)
    expect(await list()).toMatchObject([{ state: 'failed' }])
  })
})

describe('a runner that stops', () => {
  test('takes no more jobs and waits for the running one', async () => {
    const gate = createGate()
    const begun = createGate()
    const runner = createRunner(() => {
      begun.open()
      return gate.passed
    })
    await add(mail('a'))
    const run = runner.runDue()
    await begun.passed
    const stopped = runner.stop()
    await add(mail('b'))
    const later = runner.runDue()
    gate.open()
    await Promise.all([run, stopped, later])
    expect(await states()).toEqual(['a done', 'b waiting'])
  })

  test('gives back a job that ends only by the signal, without counting the attempt', async () => {
    const begun = createGate()
    const runner = createRunner(async (_job, signal) => {
      begun.open()
      await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('ended'))),
      )
    })
    await add(mail('a'))
    const run = runner.runDue()
    await begun.passed
    await runner.stop()
    await run
    expect(await list()).toMatchObject([
      { state: 'waiting', attempts: 0, nextAt: START.toISOString(), lastError: null },
    ])
  })
})

test('finished jobs are removed after 30 days, others never', async () => {
  await add(mail('done'), mail('failed'), mail('waiting', new Date('2026-01-01T00:00:00.000Z')))
  await createRunner(async ({ subject }) => {
    if (subject === 'failed') throw new PermanentError('no')
  }).runDue()
  pass(30 * 24 * 60 * MINUTE)
  await deleteFinishedJobs(place.engine.database, now)
  expect(await states()).toEqual(['done done', 'failed failed', 'waiting waiting'])
  pass(1)
  await deleteFinishedJobs(place.engine.database, now)
  expect(await states()).toEqual(['waiting waiting'])
})
