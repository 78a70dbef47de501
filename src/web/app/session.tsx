import { useSelector } from '@xstate/react'
import { type ReactNode, useMemo } from 'react'
import { type Actor, createActor, fromPromise, type SnapshotFrom } from 'xstate'
import type { Credentials, StoredSession } from '../../../schemas/api/auth.ts'
import { loadPermissions, signIn, signOut, validateToken } from '../api/auth-api.ts'
import type { Client } from '../api/client.ts'
import type { SessionStore } from '../api/session-store.ts'
import {
  type Permissions,
  type Session,
  SessionContext,
  type SessionStatus,
} from '../contexts/portal-contexts.ts'
import { sessionMachine } from '../machines/session-machine.ts'

export type SessionActor = Actor<typeof sessionMachine>
type Effects = {
  readonly client: Client
  readonly store: SessionStore
  readonly reload: () => void
  readonly notifyPermissionsFailure: (message: string) => void
}

type ProviderProps = {
  readonly actor: SessionActor
  readonly store: SessionStore
  readonly children: ReactNode
}

/** Starts the session machine with the effects of the browser. */
export const startSession = ({ client, store, reload, notifyPermissionsFailure }: Effects): SessionActor => {
  const machine = sessionMachine.provide({
    actors: {
      validate: fromPromise<StoredSession | null, StoredSession>(({ input }) => validateToken(client, input)),
      signIn: fromPromise<StoredSession, Credentials>(({ input }) => signIn(client, input)),
      signOut: fromPromise<void, string | null>(({ input }) => signOut(client, input)),
      loadPermissions: fromPromise<ReadonlySet<number>>(({ signal }) => loadPermissions(client, signal)),
    },
    actions: {
      storeSession: (_, { session }) => {
        if (session !== null) store.write(session)
      },
      clear: () => store.clear(),
      reload,
      notifyPermissionsFailure: (_, { message }) => notifyPermissionsFailure(message),
    },
    guards: { isStorageEmpty: () => store.isEmpty() },
  })
  return createActor(machine, { input: { stored: store.read() } }).start()
}

/** Notifies the session of changes to the storage by other tabs (S67), also when the page is restored (S66). */
export const watchStorage = (actor: SessionActor, store: SessionStore): void => {
  const check = () => actor.send({ type: 'storage.changed', stored: store.read() })
  addEventListener('storage', (event) => {
    if (store.concerns(event.key)) check()
  })
  addEventListener('pageshow', (event) => {
    if (event.persisted) check()
  })
}

type Snapshot = SnapshotFrom<typeof sessionMachine>

const getStatus = (snapshot: Snapshot): SessionStatus => {
  if (snapshot.matches('signedIn')) return 'signedIn'
  if (snapshot.matches('signingOut')) return 'signingOut'
  if (snapshot.matches({ signedOut: 'signingIn' })) return 'signingIn'
  return snapshot.matches('signedOut') ? 'signedOut' : 'checking'
}

const getPermissionsStatus = (snapshot: Snapshot): Permissions['status'] => {
  if (snapshot.context.isRestricted) return 'passwordRequired'
  if (snapshot.matches({ signedIn: 'permissionsFailed' })) return 'failed'
  // Permissions that are read anew leave the page as it is.
  const isFirst = snapshot.context.permissions.size === 0
  return isFirst && snapshot.matches({ signedIn: 'loadingPermissions' }) ? 'loading' : 'ready'
}

/** Provides the session to the screens. */
export const SessionProvider = ({ actor, store, children }: ProviderProps) => {
  const status = useSelector(actor, getStatus)
  const permissionsStatus = useSelector(actor, getPermissionsStatus)
  const context = useSelector(actor, (snapshot) => snapshot.context)
  const actions = useMemo(
    () => ({
      login: (username: string, password: string) =>
        actor.send({ type: 'login.requested', credentials: { username, password } }),
      logout: () => actor.send({ type: 'logout.requested' }),
      retryPermissions: () => actor.send({ type: 'permissions.retried' }),
      token: store.token,
    }),
    [actor, store],
  )
  const session = useMemo<Session>(
    () => ({
      ...actions,
      status,
      username: context.session?.username ?? '',
      role: context.session?.userRole ?? '',
      permissions: { status: permissionsStatus, ids: context.permissions },
      loginFailure: context.loginFailure,
      ending: context.ending,
    }),
    [actions, status, permissionsStatus, context],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}
