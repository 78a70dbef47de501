import { hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { createPasswords } from '../../../../src/server/identity/passwords/passwords.ts'
import {
  createWorkQueue,
  QueueFullError,
  type WorkSource,
} from '../../../../src/server/platform/work-queue.ts'
import { createTestApp } from '../../../support/test-app.ts'
import { createToken, hashToken } from '../../../../src/server/identity/accounts/sessions.ts'

describe('passwords', () => {
  test('are stored as Argon2id with an individual salt (S7)', async () => {
    const passwords = await createPasswords()
    const [first, second] = await Promise.all([passwords.hash('same words'), passwords.hash('same words')])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(first).not.toBe(second)
    expect(await passwords.verify(first, 'same words')).toBe(true)
    expect(await passwords.verify(first, 'same word')).toBe(false)
    expect(await passwords.verify(undefined, 'same words')).toBe(false)
  })

  test('are verified exactly, whatever their length and characters (S8)', async () => {
    const passwords = await createPasswords()
    const long = ' ünïcødé 密码 '.repeat(80)
    const stored = await passwords.hash(long)
    expect(await passwords.verify(stored, long)).toBe(true)
    expect(await passwords.verify(stored, long.trim())).toBe(false)
    expect(await passwords.verify(stored, long.slice(0, -1))).toBe(false)
  })

  test('are rehashed at the next login if they were hashed at a lower cost (S7)', async () => {
    const testApp = await createTestApp({ passwords: await createPasswords() })
    const db = testApp.engine.database
    const password_hash = await hash('an older password', { memoryCost: 4096, timeCost: 1 })
    await db.updateTable('users').set({ password_hash }).where('user_id', '=', 'analyst').execute()
    await testApp.token('analyst', 'an older password')
    const { password_hash: stored } = await db
      .selectFrom('users')
      .select('password_hash')
      .where('user_id', '=', 'analyst')
      .executeTakeFirstOrThrow()
    expect(stored).toContain('m=19456,t=2,p=1')
    await testApp.token('analyst', 'an older password')
  })
})

test('tokens have 256 random bits, are unique and are stored as a hash (S10)', () => {
  const tokens = Array.from({ length: 100_000 }, createToken)
  expect(new Set(tokens).size).toBe(tokens.length)
  expect(new Set(tokens.map((token) => token.slice(0, 8))).size).toBeGreaterThan(99_990)
  expect(new Set(tokens.map((token) => token.slice(-8))).size).toBeGreaterThan(99_990)
  expect(tokens.filter((token) => Buffer.from(token, 'base64url').length !== 32)).toEqual([])
  expect(hashToken('a')).toBe('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb')
})

test('the work queue runs a few tasks at once, lets some wait and rejects the others (S6)', async () => {
  const queue = createWorkQueue(2, 3)
  let running = 0
  let most = 0
  const release: (() => void)[] = []
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => release.push(resolve))
    running -= 1
  }
  const source = (index: number) => ({ account: `account ${index}`, network: null })
  const tasks = Array.from({ length: 5 }, (_, index) => queue(work, source(index)))
  await expect(queue(work, source(5))).rejects.toThrow(QueueFullError)
  for (let done = 0; done < 5; done += 1) {
    await expect.poll(() => release.length).toBeGreaterThan(0)
    release.shift()?.()
  }
  await Promise.all(tasks)
  expect(most).toBe(2)
  await expect(queue(async () => 'free again')).resolves.toBe('free again')
})

describe('the queue under a flood', () => {
  /** A queue of one whose running work ends when `next` is called; `done` lists whose work was done. */
  function heldQueue() {
    const queue = createWorkQueue(1, 32)
    const done: string[] = []
    let end: () => void = () => undefined
    const send = (account: string, network: string | null = '203.0.113.7') =>
      run(account, { account, network })
    const run = (account: string, source?: WorkSource) =>
      queue(
        () =>
          new Promise<void>((resolve) => {
            end = () => {
              done.push(account)
              resolve()
            }
          }),
        source,
      )
    const next = async () => {
      const before = done.length
      end()
      await expect.poll(() => done.length).toBe(before + 1)
      await new Promise((resolve) => setImmediate(resolve))
    }
    return { send, run, next, done }
  }

  test('gives one account two waiting slots of its network, and eight of all networks (M9, S6)', async () => {
    const { send } = heldQueue()
    const network = (index: number) => `203.0.113.${index}`
    void send('busy', network(0))
    void send('busy', network(0))
    const second = send('busy', network(0))
    await expect(send('busy', network(0))).rejects.toThrow(QueueFullError)
    for (let index = 1; index <= 6; index += 1) void send('busy', network(index))
    void send('busy', network(7))
    await expect(second).rejects.toThrow(QueueFullError)
    await expect(send('busy', network(8))).rejects.toThrow(QueueFullError)
    void send('other', network(0))
  })

  test('gives one network eight waiting slots, and tasks without a network all of them', async () => {
    const { send } = heldQueue()
    for (let index = 0; index <= 8; index += 1) void send(`account ${index}`)
    await expect(send('account 9')).rejects.toThrow(QueueFullError)
    for (let index = 0; index < 24; index += 1) void send(`account ${index}`, null)
    await expect(send('account 24', null)).rejects.toThrow(QueueFullError)
  })

  test('reserves a slot for each other network, whose task then waits undisturbed (S6)', async () => {
    const { send, next, done } = heldQueue()
    void send('running')
    const refused: string[] = []
    const flood = (network: number) => {
      for (let index = 0; index < 8; index += 1) {
        send(`${network} ${index}`, `198.51.100.${network}`).catch(() => refused.push(`${network} ${index}`))
      }
    }
    for (let network = 1; network <= 4; network += 1) flood(network)
    const single = send('single')
    const other = send('other', '203.0.113.8')
    flood(5)
    await expect.poll(() => refused.length).toBeGreaterThan(0)
    for (let time = 0; time < 9; time += 1) await next()
    await Promise.all([single, other])
    expect(done.filter((account) => account === 'single' || account === 'other')).toHaveLength(2)
    // Nobody waits with less than the share that the flood still has.
    for (let network = 1; network <= 5; network += 1) {
      expect(refused.filter((account) => account.startsWith(`${network} `)).length).toBeLessThan(8)
    }
  })

  test('keeps a single waiting task of one network when a single task of another arrives', async () => {
    const { send } = heldQueue()
    void send('running')
    for (let index = 0; index < 32; index += 1) void send(`account ${index}`, `198.51.100.${index}`)
    await expect(send('single')).rejects.toThrow(QueueFullError)
  })

  test('reserves four slots for hashing by administrators', async () => {
    const { send, run, next, done } = heldQueue()
    void send('running')
    for (let index = 0; index < 32; index += 1) void send(`account ${index}`, `198.51.100.${index}`)
    const hashed = Promise.all(Array.from({ length: 4 }, () => run('administrator')))
    await expect(run('administrator')).rejects.toThrow(QueueFullError)
    for (let time = 0; time < 37; time += 1) await next()
    await hashed
    expect(done).toHaveLength(37)
  })

  test('accepts the single attempt of another account after one of its own (M9)', async () => {
    const { send, next, done } = heldQueue()
    for (let time = 0; time < 3; time += 1) void send('busy', null)
    void send('other', null)
    for (let time = 0; time < 3; time += 1) {
      await next()
      // A flood tries again also where it is refused.
      void send('busy', null).catch(() => undefined)
    }
    expect(done).toEqual(['busy', 'busy', 'other'])
  })

  test('accepts the single attempt of another network after one of its own (M9)', async () => {
    const { send, next, done } = heldQueue()
    for (let index = 0; index < 8; index += 1) void send(`account ${index}`, '198.51.100.66')
    void send('other', '203.0.113.7')
    for (let time = 0; time < 3; time += 1) await next()
    expect(done).toEqual(['account 0', 'account 1', 'other'])
  })
})
