import './styles.css'
import { createRoot } from 'react-dom/client'
import { createActor, fromPromise } from 'xstate'
import type { Settings } from '../../../schemas/settings.ts'
import { createClient } from '../api/client.ts'
import { createSessionStore } from '../api/session-store.ts'
import { notify } from '../components/toaster.tsx'
import { bootMachine } from '../machines/boot-machine.ts'
import { startNavigationBlocker } from '../contexts/navigation-blocker.ts'
import { keepFocus } from '../components/focus-keeper.ts'
import { App, type AppServices } from './app.tsx'
import { logger } from './logger.ts'
import { startSession, watchStorage } from './session.tsx'
import { getSettings, loadSettings } from './settings.ts'
import { initTheme } from './theme.tsx'

initTheme()
keepFocus()
startNavigationBlocker()

const boot = createActor(
  bootMachine.provide({
    actors: {
      loadSettings: fromPromise<Settings>(() =>
        loadSettings(`${import.meta.env.BASE_URL}settings.properties`),
      ),
    },
    actions: {
      logFailure: (_, { reason }) =>
        logger.error(`Critical error: Cannot load application settings. ${reason}`),
    },
  }),
).start()

let services: AppServices | null = null
const getServices = (): AppServices => (services ??= bootstrap())

const root = document.querySelector('#root')
if (root === null) throw new Error('index.html has no element #root')
createRoot(root, {
  onCaughtError: (error) => logger.error('A page failed.', error),
}).render(<App boot={boot} getServices={getServices} />)

/** Connects transport, storage and session, once the settings are loaded. */
function bootstrap(): AppServices {
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
    notifyPermissionsFailure: (message) => notify(`The menu could not be loaded: ${message}`),
  })
  watchStorage(session, store)
  showOfflineNotice()
  return { client, session, store }
}

/** Shows a toast when the connection is lost; no banner shows it. */
function showOfflineNotice(): void {
  addEventListener('offline', () => {
    notify('The connection is lost. What you see may be out of date.')
  })
}
