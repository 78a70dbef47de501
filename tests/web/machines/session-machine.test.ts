import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { createActor, fromPromise, type NonReducibleUnknown, SimulatedClock, waitFor } from 'xstate'
import type { Credentials, StoredSession } from '../../../schemas/api/auth.ts'
import { createSessionStore } from '../../../src/web/api/session-store.ts'
import { type SessionEvent, sessionMachine } from '../../../src/web/machines/session-machine.ts'
import { memoryStorage } from '../../support/memory-storage.ts'

const ADA: StoredSession = { authToken: 'a1', sessionId: 's1', username: 'ada', userRole: 'R' }
const BOB: StoredSession = { authToken: 'b1', sessionId: 's2', username: 'bob', userRole: 'R' }
const CREDENTIALS = { username: 'ada', password: 'p' }

type Pending<I> = { input: I; resolve: (output: never) => void; reject: (error: Error) => void }

/** A running session. The test responds to its requests and advances its clock. */
const start = (stored: StoredSession | null) => {
  const clock = new SimulatedClock()
  const storage = memoryStorage()
  const store = createSessionStore(() => storage)
  if (stored !== null) store.write(stored)
  const calls = new Map<string, Pending<unknown>[]>()
  const seen = {
    left: [] as (string | null)[],
    replaced: [] as (string | undefined)[],
    reloads: 0,
    toasts: [] as string[],
    clears: 0,
    keepsStorage: false,
  }
  const call = <O, I>(name: string) =>
    fromPromise<O, I>(
      ({ input }) =>
        new Promise<O>((resolve, reject) => {
          const pending = { input, resolve: resolve as (output: never) => void, reject }
          calls.set(name, [...(calls.get(name) ?? []), pending])
        }),
    )
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        validate: call<StoredSession | null, StoredSession>('validate'),
        signIn: call<StoredSession, Credentials>('signIn'),
        signOut: call<string | null, string | null>('signOut'),
        loadPermissions: call<ReadonlySet<number>, NonReducibleUnknown>('loadPermissions'),
      },
      actions: {
        store: ({ context: { session } }) => {
          if (session !== null) store.write(session)
        },
        endReplaced: ({ context }) => seen.replaced.push(context.session?.authToken),
        clear: () => {
          seen.clears += 1
          if (!seen.keepsStorage) store.clear()
        },
        reload: () => {
          seen.reloads += 1
        },
        leave: (_, { url }) => seen.left.push(url),
        notifyPermissionsFailure: (_, { message }) =>
          seen.toasts.push(...(message === null ? [] : [message])),
      },
      guards: { isStorageEmpty: () => store.isEmpty() },
    }),
    { clock, input: { stored: store.read() } },
  ).start()
  const last = (name: string): Pending<unknown> =>
    calls.get(name)?.at(-1) ?? expect.fail(`${name} was not called`)
  const respond = async (name: string, output: unknown, state: object | string) => {
    last(name).resolve(output as never)
    await waitFor(actor, (snapshot) => snapshot.matches(state as never))
  }
  const fail = async (name: string, message: string, state: object | string) => {
    last(name).reject(new Error(message))
    await waitFor(actor, (snapshot) => snapshot.matches(state as never))
  }
  return { actor, clock, store, calls, seen, last, respond, fail, value: () => actor.getSnapshot().value }
}

type Run = ReturnType<typeof start>

const signedIn = async (ids: readonly number[] = [11]): Promise<Run> => {
  const run = start(ADA)
  await run.respond('validate', ADA, { signedIn: 'loadingPermissions' })
  await run.respond('loadPermissions', new Set(ids), { signedIn: 'permitted' })
  return run
}

describe('start (spec 4.1)', () => {
  test('is signed out at once and sends nothing without a stored session', () => {
    const run = start(null)
    expect(run.value()).toEqual({ signedOut: 'idle' })
    expect(run.calls.size).toBe(0)
  })

  test('validates a stored token with the stored session', async () => {
    const run = start(ADA)
    expect(run.value()).toBe('restoring')
    expect(run.last('validate').input).toEqual(ADA)
    await run.respond('validate', { ...ADA, username: 'Ada' }, 'signedIn')
    expect(run.store.read()?.username).toBe('Ada')
  })

  test('clears an ended session and remembers the requested page', async () => {
    const run = start(ADA)
    await run.respond('validate', null, 'signedOut')
    expect(run.store.isEmpty()).toBe(true)
    expect(run.actor.getSnapshot().context).toMatchObject({ session: null, ending: 'rejected' })
  })
})

test('a session that was opened otherwise is stored and continued (spec 11.7)', () => {
  const run = start(null)
  run.actor.send({ type: 'session.opened', session: ADA })
  expect(run.value()).toEqual({ signedIn: 'loadingPermissions' })
  expect(run.store.read()).toEqual(ADA)
})

test('a session that is opened in place of another one ends that one and keeps the page (spec 11.1)', async () => {
  const run = await signedIn()
  run.actor.send({ type: 'session.opened', session: { ...ADA, authToken: 'a2' } })
  expect(run.seen.replaced).toEqual(['a1'])
  expect(run.store.token()).toBe('a2')
  expect(run.actor.getSnapshot().context.permissions.has(11)).toBe(true)
  run.actor.send({ type: 'token.rejected', token: 'a1' })
  expect(run.value()).toEqual({ signedIn: 'loadingPermissions' })
})

describe('permissions (spec 4.7)', () => {
  test('report a failed load once, and again after Retry', async () => {
    const run = start(ADA)
    await run.respond('validate', ADA, 'signedIn')
    await run.fail('loadPermissions', 'down', { signedIn: 'permissionsFailed' })
    expect(run.seen.toasts).toEqual(['down'])
    run.actor.send({ type: 'permissions.retried' })
    await run.fail('loadPermissions', 'still', { signedIn: 'permissionsFailed' })
    expect(run.seen.toasts).toEqual(['down', 'still'])
    run.actor.send({ type: 'permissions.retried' })
    await run.respond('loadPermissions', new Set([2]), { signedIn: 'permitted' })
    expect(run.actor.getSnapshot().context.permissions.has(2)).toBe(true)
  })

  test('are read anew on request, also after they were loaded', async () => {
    const run = await signedIn([2, 11])
    run.actor.send({ type: 'permissions.retried' })
    await run.respond('loadPermissions', new Set([11]), { signedIn: 'permitted' })
    expect([...run.actor.getSnapshot().context.permissions]).toEqual([11])
  })

  test('are restricted, without a message, until the user has chosen a new password (spec 7.23)', async () => {
    const run = start(ADA)
    await run.respond('validate', ADA, 'signedIn')
    const refusal = Object.assign(new Error('Please choose a new password first.'), {
      kind: 'password-required',
    })
    run.last('loadPermissions').reject(refusal)
    await waitFor(run.actor, ({ context }) => context.restriction !== null)
    expect(run.seen.toasts).toEqual([])
    run.actor.send({ type: 'permissions.retried' })
    await run.respond('loadPermissions', new Set([11]), { signedIn: 'permitted' })
    expect(run.actor.getSnapshot().context.restriction).toBeNull()
  })
})

describe('sign-in', () => {
  test('stores the session; a second request while busy does nothing', async () => {
    const run = start(null)
    run.actor.send({ type: 'login.requested', credentials: CREDENTIALS })
    run.actor.send({ type: 'login.requested', credentials: { username: 'x', password: 'y' } })
    expect(run.calls.get('signIn')).toHaveLength(1)
    expect(run.last('signIn').input).toEqual(CREDENTIALS)
    await run.respond('signIn', ADA, 'signedIn')
    expect(run.store.read()).toEqual(ADA)
  })

  test('returns the message of a failure as a new object each time (spec 4.22)', async () => {
    const run = start(null)
    const failures = []
    for (const _ of [1, 2]) {
      run.actor.send({ type: 'login.requested', credentials: CREDENTIALS })
      await run.fail('signIn', 'Invalid username or password.', { signedOut: 'idle' })
      failures.push(run.actor.getSnapshot().context.loginFailure)
    }
    expect(failures).toEqual([
      { message: 'Invalid username or password.' },
      { message: 'Invalid username or password.' },
    ])
    expect(failures[0]).not.toBe(failures[1])
    expect(run.store.isEmpty()).toBe(true)
  })
})

describe('logout (spec 4.5)', () => {
  test.each(['succeeds', 'fails'])(
    'clears the session when the request %s, and ends after 100 ms',
    async (how) => {
      const run = await signedIn()
      run.actor.send({ type: 'logout.requested' })
      expect(run.last('signOut').input).toBe('s1')
      expect(run.store.isEmpty()).toBe(false)
      await (how === 'fails'
        ? run.fail('signOut', 'no', { signingOut: 'settling' })
        : run.respond('signOut', null, { signingOut: 'settling' }))
      expect(run.store.isEmpty()).toBe(true)
      run.clock.increment(99)
      expect(run.value()).toEqual({ signingOut: 'settling' })
      run.clock.increment(1)
      expect(run.value()).toEqual({ signedOut: 'idle' })
      expect(run.actor.getSnapshot().context).toMatchObject({ session: null, ending: 'signedOut' })
      expect(run.actor.getSnapshot().context.permissions.size).toBe(0)
    },
  )

  test('leaves for another sign-out once the session is cleared', async () => {
    const run = await signedIn()
    run.actor.send({ type: 'logout.requested' })
    await run.respond('signOut', 'https://id.example/end', { signingOut: 'settling' })
    expect(run.seen.left).toEqual(['https://id.example/end'])
    expect(run.store.isEmpty()).toBe(true)
  })

  test('polls 10 times every 50 ms for a storage that does not become empty, then ends anyway', async () => {
    const run = await signedIn()
    run.seen.keepsStorage = true
    run.actor.send({ type: 'logout.requested' })
    await run.respond('signOut', null, { signingOut: 'polling' })
    for (let poll = 0; poll < 9; poll += 1) run.clock.increment(50)
    expect(run.value()).toEqual({ signingOut: 'polling' })
    run.clock.increment(50)
    expect(run.value()).toEqual({ signingOut: 'settling' })
    run.clock.increment(100)
    expect(run.value()).toEqual({ signedOut: 'idle' })
  })
})

describe('a rejected token (spec 4.4)', () => {
  test('ends the session once and remembers the page', async () => {
    const run = await signedIn()
    run.actor.send({ type: 'token.rejected', token: 'a1' })
    run.actor.send({ type: 'token.rejected', token: 'a1' })
    expect(run.value()).toEqual({ signedOut: 'idle' })
    expect(run.seen.clears).toBe(1)
    expect(run.actor.getSnapshot().context.ending).toBe('rejected')
  })

  test('does not end the session if it belongs to an earlier one', async () => {
    const run = await signedIn()
    run.actor.send({ type: 'token.rejected', token: 'older' })
    expect(run.value()).toEqual({ signedIn: 'permitted' })
  })

  test('reports a token missing from the storage to its caller, then ends the session (spec 4.4)', async () => {
    const run = await signedIn()
    const reason = 'No authentication token found'
    run.actor.send({ type: 'token.missing', reason })
    expect(run.value()).toEqual({ signedIn: 'permitted' })
    run.clock.increment(500)
    run.actor.send({ type: 'token.missing', reason })
    run.clock.increment(999)
    expect(run.value()).toEqual({ signedIn: 'permitted' })
    run.clock.increment(1)
    expect(run.value()).toEqual({ signedOut: 'idle' })
    expect(run.actor.getSnapshot().context).toMatchObject({
      ending: 'rejected',
      loginFailure: { message: 'No authentication token found' },
    })
    expect(run.store.isEmpty()).toBe(true)
  })

  test('does not end the session if another tab stores a new one in time (spec 4.4)', async () => {
    const run = await signedIn()
    run.actor.send({ type: 'token.missing', reason: 'No authentication token found' })
    run.actor.send({ type: 'storage.changed', stored: { ...ADA, authToken: 'a2' } })
    run.clock.increment(5_000)
    expect(run.value()).toEqual({ signedIn: 'permitted' })
  })
})

describe('other tabs', () => {
  let run: Run
  beforeEach(async () => {
    run = await signedIn()
  })

  test('sign this tab out when they sign out', () => {
    run.actor.send({ type: 'storage.changed', stored: null })
    expect(run.value()).toEqual({ signedOut: 'idle' })
    expect(run.actor.getSnapshot().context.ending).toBe('signedOutElsewhere')
  })

  test('reload this tab when another user signs in', () => {
    run.actor.send({ type: 'storage.changed', stored: BOB })
    expect(run.seen.reloads).toBe(1)
  })

  test('change nothing yet while they have stored another user only in part', () => {
    run.actor.send({ type: 'storage.changed', stored: { ...ADA, username: 'bob' } })
    expect(run.seen.reloads).toBe(0)
    expect(run.actor.getSnapshot().context.session?.username).toBe('ada')
  })

  test('pass on a new token of the same user', () => {
    run.actor.send({ type: 'storage.changed', stored: { ...ADA, authToken: 'a2' } })
    expect(run.actor.getSnapshot().context.session?.authToken).toBe('a2')
    run.actor.send({ type: 'token.rejected', token: 'a1' })
    expect(run.value()).toEqual({ signedIn: 'permitted' })
  })

  test('reload a signed-out tab when they sign in', () => {
    const other = start(null)
    other.actor.send({ type: 'storage.changed', stored: null })
    expect(other.seen.reloads).toBe(0)
    other.actor.send({ type: 'storage.changed', stored: ADA })
    expect(other.seen.reloads).toBe(1)
  })
})

const EVENTS: readonly SessionEvent[] = [
  { type: 'login.requested', credentials: CREDENTIALS },
  { type: 'session.opened', session: BOB },
  { type: 'logout.requested' },
  { type: 'permissions.retried' },
  { type: 'token.rejected', token: 'a1' },
  { type: 'token.missing', reason: 'No authentication token found' },
  { type: 'token.rejected', token: 'older' },
  { type: 'storage.changed', stored: null },
  { type: 'storage.changed', stored: ADA },
  { type: 'storage.changed', stored: BOB },
]

/** The names of the violated invariants. */
const listViolations = ({ actor, store, seen }: Run): readonly string[] => {
  const { value, context } = actor.getSnapshot()
  const state = JSON.stringify(value)
  const isIn = (name: string) => state.includes(name)
  const rules: Record<string, boolean> = {
    'a signed-out state has no session': !isIn('signedOut') || context.session === null,
    'nothing is stored after sign-out': !isIn('signedOut') || seen.keepsStorage || store.token() === null,
    'a signed-in state has a session': !isIn('signedIn') || context.session !== null,
    'no reason of an ended session is left after sign-in': !isIn('signedIn') || context.ending === 'none',
    'permissions end with the session':
      isIn('signedIn') || isIn('signingOut') || context.permissions.size === 0,
  }
  return Object.keys(rules).filter((rule) => rules[rule] === false)
}

describe('any order of events and responses', () => {
  test('keeps the invariants', async () => {
    const step = fc.oneof(
      fc.constantFrom(...EVENTS).map((event) => ({ event })),
      fc.record({
        name: fc.constantFrom('validate', 'signIn', 'signOut', 'loadPermissions'),
        good: fc.boolean(),
      }),
      fc.constantFrom(50, 100, 600).map((time) => ({ time })),
    )
    const outputs: Record<string, unknown> = {
      validate: ADA,
      signIn: ADA,
      signOut: undefined,
      loadPermissions: new Set([11]),
    }
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 40 }), async (isStored, steps) => {
        const run = start(isStored ? ADA : null)
        for (const one of steps) {
          if ('event' in one) run.actor.send(one.event)
          else if ('time' in one) run.clock.increment(one.time)
          else {
            const pending = run.calls.get(one.name)?.at(-1)
            if (one.good) pending?.resolve(outputs[one.name] as never)
            else pending?.reject(new Error('no'))
            await new Promise(setImmediate)
          }
          expect(listViolations(run)).toEqual([])
        }
        run.actor.stop()
      }),
      { numRuns: 400 },
    )
  })
})
