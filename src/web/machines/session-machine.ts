import { assign, cancel, fromPromise, raise, setup } from 'xstate'
import type { Credentials, StoredSession } from '../../../schemas/api/auth.ts'
import { unprovidedActor } from './unprovided-actor.ts'

/** Why the last session ended: the guard remembers the page only where the user did not choose to go. */
export type Ending = 'none' | 'left' | 'refused'

/**
 * A failed sign-in, or why the session ended: what the sign-in screen says. Each one is a new object, so
 * that the same text again starts the banner anew.
 */
export type LoginFailure = { readonly message: string }

export type SessionContext = {
  readonly session: StoredSession | null
  readonly permissions: ReadonlySet<number>
  readonly loginFailure: LoginFailure | null
  readonly ending: Ending
  readonly polls: number
}

export type SessionEvent =
  | { readonly type: 'login.asked'; readonly credentials: Credentials }
  | { readonly type: 'logout.asked' }
  | { readonly type: 'permissions.retried' }
  /** The server refused this token. */
  | { readonly type: 'token.refused'; readonly token: string }
  /** No token was found in the storage. */
  | { readonly type: 'token.missed'; readonly reason: string }
  /** The screen has shown for a moment that the token is missing. */
  | { readonly type: 'token.given-up' }
  /** Another tab wrote to the storage, or this page came back from the browser's cache. */
  | { readonly type: 'storage.changed'; readonly stored: StoredSession | null }

const NO_PERMISSIONS: ReadonlySet<number> = new Set()
const POLLS = 10

/** The same user's session with the token that another tab has got. */
const renewed = (held: StoredSession | null, stored: StoredSession | null): StoredSession | null =>
  held === null || stored === null
    ? stored
    : { ...held, authToken: stored.authToken, sessionId: stored.sessionId ?? held.sessionId }

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * The session. It holds no effect of its own: calls, storage, reload and toast are
 * provided by the application.
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as { readonly stored: StoredSession | null },
  },
  actors: {
    validate: fromPromise<StoredSession | null, StoredSession>(unprovidedActor('validate')),
    signIn: fromPromise<StoredSession, Credentials>(unprovidedActor('signIn')),
    signOut: fromPromise<void, string | null>(unprovidedActor('signOut')),
    loadPermissions: fromPromise<ReadonlySet<number>>(unprovidedActor('loadPermissions')),
  },
  actions: {
    keep: (_args, _params: { session: StoredSession | null }) => {},
    clear: () => {},
    reload: () => {},
    tellPermissionsFailure: (_args, _params: { message: string }) => {},
  },
  guards: {
    isStorageEmpty: () => true,
    isStored: ({ context }) => context.session !== null,
    isOwnToken: ({ context, event }) =>
      event.type === 'token.refused' && event.token === context.session?.authToken,
    isGone: ({ event }) => event.type === 'storage.changed' && event.stored === null,
    // Another tab writes its keys one by one and the token last: until then the user is still this one.
    isOtherUser: ({ context, event }) =>
      event.type === 'storage.changed' &&
      event.stored?.authToken !== context.session?.authToken &&
      event.stored?.username !== context.session?.username,
    isSigned: ({ event }) => event.type === 'storage.changed' && event.stored !== null,
    isPolledOut: ({ context }) => context.polls >= POLLS,
  },
  // Long enough to see which call failed; the sign-in screen says it again.
  delays: { poll: 50, settle: 100, missed: 1_000 },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({
    session: input.stored,
    permissions: NO_PERMISSIONS,
    loginFailure: null,
    ending: 'none',
    polls: 0,
  }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'isStored', target: 'restoring' }, { target: 'dropping' }] },

    restoring: {
      invoke: {
        id: 'validate',
        src: 'validate',
        input: ({ context }) =>
          context.session ?? { authToken: '', sessionId: null, username: null, userRole: null },
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            target: 'signedIn',
            actions: [
              assign({ session: ({ event }) => event.output }),
              { type: 'keep', params: ({ event }) => ({ session: event.output }) },
            ],
          },
          { target: 'dropping' },
        ],
        onError: { target: 'signedIn' },
      },
      on: { 'storage.changed': { actions: 'reload' } },
    },

    /** What is stored belongs to no session: it is cleared, and the page asked for stays remembered. */
    dropping: { entry: 'clear', always: { target: 'signedOut' } },

    signedOut: {
      entry: assign({ session: null, permissions: NO_PERMISSIONS }),
      initial: 'idle',
      on: { 'storage.changed': { guard: 'isSigned', actions: 'reload' } },
      states: {
        idle: {
          on: { 'login.asked': { target: 'signingIn', actions: assign({ loginFailure: null }) } },
        },
        signingIn: {
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ event }) =>
              event.type === 'login.asked' ? event.credentials : { username: '', password: '' },
            onDone: {
              target: '#session.signedIn',
              actions: [
                assign({ session: ({ event }) => event.output }),
                { type: 'keep', params: ({ event }) => ({ session: event.output }) },
              ],
            },
            onError: {
              target: 'idle',
              actions: assign({ loginFailure: ({ event }) => ({ message: messageOf(event.error) }) }),
            },
          },
        },
      },
    },

    signedIn: {
      entry: assign({ ending: 'none', loginFailure: null }),
      exit: cancel('missed'),
      initial: 'loadingPermissions',
      on: {
        'logout.asked': { target: 'leaving' },
        // The call that misses the token shows it in its own place first.
        'token.missed': {
          actions: [
            assign({ loginFailure: ({ event }) => ({ message: event.reason }) }),
            cancel('missed'),
            raise({ type: 'token.given-up' }, { id: 'missed', delay: 'missed' }),
          ],
        },
        'token.given-up': { target: 'dropping', actions: assign({ ending: 'refused' }) },
        'token.refused': { guard: 'isOwnToken', target: 'dropping', actions: assign({ ending: 'refused' }) },
        'storage.changed': [
          { guard: 'isGone', target: 'dropping', actions: assign({ ending: 'left' }) },
          { guard: 'isOtherUser', actions: 'reload' },
          {
            actions: [
              assign({ session: ({ context, event }) => renewed(context.session, event.stored) }),
              cancel('missed'),
            ],
          },
        ],
      },
      states: {
        loadingPermissions: {
          invoke: {
            id: 'loadPermissions',
            src: 'loadPermissions',
            onDone: { target: 'permitted', actions: assign({ permissions: ({ event }) => event.output }) },
            onError: {
              target: 'permissionsFailed',
              actions: {
                type: 'tellPermissionsFailure',
                params: ({ event }) => ({ message: messageOf(event.error) }),
              },
            },
          },
        },
        permitted: {},
        permissionsFailed: { on: { 'permissions.retried': 'loadingPermissions' } },
      },
    },

    /** The call, then the storage whatever came, up to 10 polls of 50 ms, 100 ms. */
    leaving: {
      entry: assign({ ending: 'left', polls: 0 }),
      initial: 'calling',
      states: {
        calling: {
          invoke: {
            id: 'signOut',
            src: 'signOut',
            input: ({ context }) => context.session?.sessionId ?? null,
            onDone: { target: 'polling', actions: 'clear' },
            onError: { target: 'polling', actions: 'clear' },
          },
        },
        polling: {
          always: [
            { guard: 'isStorageEmpty', target: 'settling' },
            { guard: 'isPolledOut', target: 'settling' },
          ],
          after: {
            poll: {
              target: 'polling',
              reenter: true,
              actions: assign({ polls: ({ context }) => context.polls + 1 }),
            },
          },
        },
        settling: { after: { settle: '#session.signedOut' } },
      },
    },
  },
})
