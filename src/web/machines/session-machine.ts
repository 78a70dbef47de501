import { assign, cancel, raise, setup, type PromiseActorLogic } from 'xstate'
import type { Credentials, StoredSession } from '../../../schemas/api/auth.ts'

/** Says why the last session ended. The sign-in returns to the last page unless the user signed out, in any tab. */
export type Ending = 'none' | 'signedOut' | 'signedOutElsewhere' | 'rejected'

/**
 * A failed sign-in, or why the session ended, as the sign-in screen shows it. Each one is a new object, so that a
 * repeated text restarts the banner.
 */
export type LoginFailure = { readonly message: string }

/** Says why the API refuses everything until the user has chosen a new password or set up a second factor. */
export type Restriction = 'password-required' | 'second-factor-required'

export type SessionContext = {
  readonly session: StoredSession | null
  readonly permissions: ReadonlySet<number>
  readonly restriction: Restriction | null
  readonly loginFailure: LoginFailure | null
  readonly needsCode: boolean
  readonly ending: Ending
  readonly polls: number
}

export type SessionEvent =
  | { readonly type: 'login.requested'; readonly credentials: Credentials }
  /** A session was opened by another way than the sign-in form. */
  | { readonly type: 'session.opened'; readonly session: StoredSession }
  | { readonly type: 'logout.requested' }
  | { readonly type: 'permissions.retried' }
  | { readonly type: 'token.rejected'; readonly token: string }
  | { readonly type: 'token.missing'; readonly reason: string }
  /** No token was stored within the delay `missing`. */
  | { readonly type: 'token.timeout' }
  /** Another tab wrote to the storage, or this page was restored from the browser's cache. */
  | { readonly type: 'storage.changed'; readonly stored: StoredSession | null }

const NO_PERMISSIONS: ReadonlySet<number> = new Set()
const MAX_POLLS = 10

/** Returns the current session with the token and session id that another tab stored. */
const refreshSession = (current: StoredSession | null, stored: StoredSession | null): StoredSession | null =>
  current === null || stored === null
    ? stored
    : { ...current, authToken: stored.authToken, sessionId: stored.sessionId ?? current.sessionId }

const getRestriction = (error: unknown): Restriction | null => {
  const kind = error instanceof Error && 'kind' in error ? error.kind : null
  return kind === 'password-required' || kind === 'second-factor-required' ? kind : null
}

const getMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const needsCode = (error: unknown): boolean =>
  error instanceof Error && 'needsCode' in error && error.needsCode === true

/** The session. The application provides its effects: requests, storage, reload and toast. */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as { readonly stored: StoredSession | null },
  },
  actors: {
    validate: {} as PromiseActorLogic<StoredSession | null, StoredSession>,
    signIn: {} as PromiseActorLogic<StoredSession, Credentials>,
    /** Returns the address of another sign-out, which follows. */
    signOut: {} as PromiseActorLogic<string | null, string | null>,
    loadPermissions: {} as PromiseActorLogic<ReadonlySet<number>>,
  },
  actions: {
    adopt: assign((_, { session }: { session: StoredSession | null }) => ({ session })),
    store: () => {},
    /** Ends the session of the context, which another one replaces. */
    endReplaced: () => {},
    clear: () => {},
    reload: () => {},
    leave: (_args, _params: { url: string | null }) => {},
    /** Without a message for a restriction, which has a screen of its own. */
    notifyPermissionsFailure: (_args, _params: { message: string | null }) => {},
    reject: assign({ ending: 'rejected' }),
  },
  guards: {
    isStorageEmpty: () => true,
    hasSession: ({ context }) => context.session !== null,
    isCurrentToken: ({ context, event }) =>
      event.type === 'token.rejected' && event.token === context.session?.authToken,
    isCleared: ({ event }) => event.type === 'storage.changed' && event.stored === null,
    // Another tab writes its keys one by one and the token last: until then this user is signed in.
    isOtherUser: ({ context, event }) =>
      event.type === 'storage.changed' &&
      event.stored?.authToken !== context.session?.authToken &&
      event.stored?.username !== context.session?.username,
    isStored: ({ event }) => event.type === 'storage.changed' && event.stored !== null,
    isPollingExhausted: ({ context }) => context.polls >= MAX_POLLS,
  },
  // `missing` is long enough to read which request failed; the sign-in screen repeats it.
  delays: { poll: 50, settle: 100, missing: 1_000 },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({
    session: input.stored,
    permissions: NO_PERMISSIONS,
    restriction: null,
    loginFailure: null,
    needsCode: false,
    ending: 'none',
    polls: 0,
  }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'hasSession', target: 'restoring' }, { target: 'discarding' }] },

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
            actions: [{ type: 'adopt', params: ({ event }) => ({ session: event.output }) }, 'store'],
          },
          { target: 'discarding', actions: 'reject' },
        ],
        onError: { target: 'signedIn' },
      },
      on: { 'storage.changed': { actions: 'reload' } },
    },

    /** Clears the stored data, which belongs to no valid session. */
    discarding: { entry: 'clear', always: { target: 'signedOut' } },

    signedOut: {
      entry: assign({ session: null, permissions: NO_PERMISSIONS, restriction: null }),
      initial: 'idle',
      on: {
        'storage.changed': { guard: 'isStored', actions: 'reload' },
        'session.opened': {
          target: 'signedIn',
          actions: [{ type: 'adopt', params: ({ event }) => event }, 'store'],
        },
      },
      states: {
        idle: {
          on: { 'login.requested': { target: 'signingIn', actions: assign({ loginFailure: null }) } },
        },
        signingIn: {
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ event }) =>
              event.type === 'login.requested' ? event.credentials : { username: '', password: '' },
            onDone: {
              target: '#session.signedIn',
              actions: [{ type: 'adopt', params: ({ event }) => ({ session: event.output }) }, 'store'],
            },
            onError: {
              target: 'idle',
              actions: assign({
                loginFailure: ({ event }) => ({ message: getMessage(event.error) }),
                needsCode: ({ context, event }) => context.needsCode || needsCode(event.error),
              }),
            },
          },
        },
      },
    },

    signedIn: {
      entry: assign({ ending: 'none', loginFailure: null, needsCode: false }),
      exit: cancel('missing'),
      initial: 'loadingPermissions',
      on: {
        'logout.requested': { target: 'signingOut' },
        'session.opened': {
          target: '.loadingPermissions',
          actions: ['endReplaced', { type: 'adopt', params: ({ event }) => event }, 'store'],
        },
        'permissions.retried': '.loadingPermissions',
        // The screen whose request needs the token shows the failure first.
        'token.missing': {
          actions: [
            assign({ loginFailure: ({ event }) => ({ message: event.reason }) }),
            cancel('missing'),
            raise({ type: 'token.timeout' }, { id: 'missing', delay: 'missing' }),
          ],
        },
        'token.timeout': { target: 'discarding', actions: 'reject' },
        'token.rejected': { guard: 'isCurrentToken', target: 'discarding', actions: 'reject' },
        'storage.changed': [
          { guard: 'isCleared', target: 'discarding', actions: assign({ ending: 'signedOutElsewhere' }) },
          { guard: 'isOtherUser', actions: 'reload' },
          {
            actions: [
              assign({ session: ({ context, event }) => refreshSession(context.session, event.stored) }),
              cancel('missing'),
            ],
          },
        ],
      },
      states: {
        loadingPermissions: {
          invoke: {
            id: 'loadPermissions',
            src: 'loadPermissions',
            onDone: {
              target: 'permitted',
              actions: assign({ permissions: ({ event }) => event.output, restriction: null }),
            },
            onError: {
              target: 'permissionsFailed',
              actions: [
                assign({ restriction: ({ event }) => getRestriction(event.error) }),
                {
                  type: 'notifyPermissionsFailure',
                  params: ({ context, event }) => ({
                    message: context.restriction === null ? getMessage(event.error) : null,
                  }),
                },
              ],
            },
          },
        },
        permitted: {},
        permissionsFailed: {},
      },
    },

    /** Sends the request, clears the storage in any case, polls it up to 10 times every 50 ms, then waits 100 ms. */
    signingOut: {
      entry: assign({ ending: 'signedOut', polls: 0 }),
      initial: 'calling',
      states: {
        calling: {
          invoke: {
            id: 'signOut',
            src: 'signOut',
            input: ({ context }) => context.session?.sessionId ?? null,
            onDone: {
              target: 'polling',
              actions: ['clear', { type: 'leave', params: ({ event }) => ({ url: event.output }) }],
            },
            onError: { target: 'polling', actions: 'clear' },
          },
        },
        polling: {
          always: [
            { guard: 'isStorageEmpty', target: 'settling' },
            { guard: 'isPollingExhausted', target: 'settling' },
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
