import { useSelector } from '@xstate/react'
import { type ReactNode, useMemo } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { sessionMachine } from '../machines/session-machine.ts'
import {
  type Permissions,
  type Session,
  SessionContext,
  type SessionStatus,
} from '../contexts/session-context.ts'
import type { AppServices } from './bootstrap.ts'

type Snapshot = SnapshotFrom<typeof sessionMachine>

const getStatus = (snapshot: Snapshot): SessionStatus => {
  if (snapshot.matches('signedIn')) return 'signedIn'
  if (snapshot.matches('signingOut')) return 'signingOut'
  if (snapshot.matches({ signedOut: 'signingIn' })) return 'signingIn'
  return snapshot.matches('signedOut') ? 'signedOut' : 'checking'
}

const getPermissionsStatus = (snapshot: Snapshot): Permissions['status'] => {
  if (snapshot.matches({ signedIn: 'permissionsFailed' })) return 'failed'
  return snapshot.matches({ signedIn: 'loadingPermissions' }) ? 'loading' : 'ready'
}

/** Provides the session to the screens. */
export const SessionProvider = ({ services, children }: { services: AppServices; children: ReactNode }) => {
  const { session: actor, store } = services
  const status = useSelector(actor, getStatus)
  const permissionsStatus = useSelector(actor, getPermissionsStatus)
  const context = useSelector(actor, (snapshot) => snapshot.context)
  const session = useMemo<Session>(
    () => ({
      status,
      username: context.session?.username ?? '',
      role: context.session?.userRole ?? '',
      permissions: { status: permissionsStatus, ids: context.permissions },
      loginFailure: context.loginFailure,
      hasSignedOut: context.ending === 'signedOut',
      login: (username, password) =>
        actor.send({ type: 'login.requested', credentials: { username, password } }),
      logout: () => actor.send({ type: 'logout.requested' }),
      retryPermissions: () => actor.send({ type: 'permissions.retried' }),
      token: store.token,
    }),
    [actor, store, status, permissionsStatus, context],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}
