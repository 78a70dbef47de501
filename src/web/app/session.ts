import { type Actor, createActor, fromPromise } from 'xstate'
import type { Client } from '../api/client.ts'
import { loadPermissions, signIn, signOut, validateToken } from '../api/auth-api.ts'
import type { SessionStore } from '../api/session-store.ts'
import type { Credentials, StoredSession } from '../../../schemas/api/auth.ts'
import { sessionMachine } from '../machines/session-machine.ts'

export type SessionActor = Actor<typeof sessionMachine>

type Effects = {
  readonly client: Client
  readonly store: SessionStore
  readonly reload: () => void
  readonly notifyPermissionsFailure: (message: string) => void
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
