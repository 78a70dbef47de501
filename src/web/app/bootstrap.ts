import { type Client, createClient } from '../api/client.ts'
import { createSessionStore, type SessionStore } from '../api/session-store.ts'
import { notifyError } from '../components/toast.tsx'
import { logger } from './logger.ts'
import { type SessionActor, startSession, watchStorage } from './session.tsx'
import { getSettings } from './settings.ts'

/** The services that the screens use. */
export type AppServices = {
  readonly client: Client
  readonly session: SessionActor
  readonly store: SessionStore
}

/** Connects transport, storage and session, once the settings are loaded. */
export const bootstrap = (): AppServices => {
  const store = createSessionStore(() => localStorage)
  const client = createClient({
    baseUrl: getSettings().apiBaseUrl,
    token: store.token,
    onUnauthorized: (token, reason) =>
      session.send(token === null ? { type: 'token.missing', reason } : { type: 'token.rejected', token }),
    onFailure: (text) => logger.warn(text),
  })
  const session = startSession({
    client,
    store,
    reload: () => location.reload(),
    notifyPermissionsFailure: (message) => notifyError(`The menu could not be loaded: ${message}`),
  })
  watchStorage(session, store)
  showOfflineNotice()
  return { client, session, store }
}

/** Shows a toast when the connection is lost; no banner shows it. */
const showOfflineNotice = (): void => {
  addEventListener('offline', () => {
    notifyError('The connection is lost. What you see may be out of date.')
  })
}
