import { useSelector } from '@xstate/react'
import { type ReactNode, useMemo } from 'react'
import { type Actor, createActor, fromPromise, type SnapshotFrom } from 'xstate'
import type { Credentials, StoredSession } from '../../../schemas/api/auth.ts'
import { loadPermissions, signIn, signOut, validateToken } from '../api/auth-api.ts'
import type { Client } from '../api/client.ts'
import { type SessionStore, valuesOfTab } from '../api/session-store.ts'
import { notify } from '../kit/toaster.tsx'
import {
  type Permissions,
  type Session,
  SessionContext,
  type SessionStatus,
} from '../contexts/portal-contexts.ts'
import { sessionMachine } from '../machines/session-machine.ts'

export type SessionActor = Actor<typeof sessionMachine>

/** Starts the session machine with the effects of the browser, and notifies it of changes to the storage. */
export const startSession = (client: Client, store: SessionStore): SessionActor => {
  const machine = sessionMachine.provide({
    actors: {
      validate: fromPromise<StoredSession | null, StoredSession>(({ input }) => validateToken(client, input)),
      signIn: fromPromise<StoredSession, Credentials>(({ input }) => signIn(client, input)),
      signOut: fromPromise<string | null, string | null>(({ input }) => {
        // What was written by half survives the end of a session, but not a sign-out.
        valuesOfTab.clear()
        return signOut(client, input)
      }),
      loadPermissions: fromPromise<ReadonlySet<number>>(({ signal }) => loadPermissions(client, signal)),
    },
    actions: {
      store: ({ context: { session } }) => {
        if (session !== null) store.write(session)
      },
      endReplaced: ({ context: { session } }) => {
        const headers = { authorization: `Bearer ${session?.authToken}` }
        client.post('/auth/logout', { body: {}, headers, anonymous: true }).catch(() => undefined)
      },
      clear: () => store.clear(),
      reload: () => location.reload(),
      leave: (_, { url }) => {
        if (url !== null) location.assign(buildEndSessionUrl(url))
      },
      notifyPermissionsFailure: (_, { message }) => {
        if (message !== null) notify(`The menu could not be loaded: ${message}`)
      },
    },
    guards: { isStorageEmpty: () => store.isEmpty() },
  })
  const actor = createActor(machine, { input: { stored: store.read() } }).start()
  // Other tabs change the storage, also while the page is in the browser's cache.
  const check = () => actor.send({ type: 'storage.changed', stored: store.read() })
  addEventListener('storage', (event) => {
    if (store.concerns(event.key)) check()
  })
  addEventListener('pageshow', (event) => {
    if (event.persisted) check()
  })
  return actor
}

/** Returns the address at which the provider of the company sign-in ends its session and returns to the sign-in. */
const buildEndSessionUrl = (address: string): string => {
  const url = new URL(address)
  url.searchParams.set('post_logout_redirect_uri', `${location.origin}${import.meta.env.BASE_URL}login`)
  return url.href
}

type Snapshot = SnapshotFrom<typeof sessionMachine>

const getStatus = (snapshot: Snapshot): SessionStatus => {
  if (snapshot.matches('signedIn')) return 'signedIn'
  if (snapshot.matches('signingOut')) return 'signingOut'
  if (snapshot.matches({ signedOut: 'signingIn' })) return 'signingIn'
  return snapshot.matches('signedOut') ? 'signedOut' : 'checking'
}

const getPermissionsStatus = (snapshot: Snapshot): Permissions['status'] => {
  if (snapshot.context.restriction !== null) return snapshot.context.restriction
  if (snapshot.matches({ signedIn: 'permissionsFailed' })) return 'failed'
  // Permissions that are read anew leave the page as it is.
  const isFirst = snapshot.context.permissions.size === 0
  return isFirst && snapshot.matches({ signedIn: 'loadingPermissions' }) ? 'loading' : 'ready'
}

type Props = { readonly actor: SessionActor; readonly children: ReactNode }

export const SessionProvider = ({ actor, children }: Props) => {
  const snapshot = useSelector(actor, (current) => current)
  const session = useMemo<Session>(() => {
    const { session: stored, permissions: ids, loginFailure, needsCode, ending } = snapshot.context
    return {
      status: getStatus(snapshot),
      username: stored?.username ?? '',
      role: stored?.userRole ?? '',
      permissions: { status: getPermissionsStatus(snapshot), ids },
      loginFailure,
      needsCode,
      ending,
      login: (credentials) => actor.send({ type: 'login.requested', credentials }),
      openSession: (opened) => actor.send({ type: 'session.opened', session: opened }),
      logout: () => actor.send({ type: 'logout.requested' }),
      retryPermissions: () => actor.send({ type: 'permissions.retried' }),
    }
  }, [actor, snapshot])
  return <SessionContext value={session}>{children}</SessionContext>
}
