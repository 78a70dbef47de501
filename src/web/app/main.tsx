import './styles.css'
import { createRoot } from 'react-dom/client'
import { createClient } from '../api/client.ts'
import { logger } from '../api/logger.ts'
import { createSessionStore } from '../api/session-store.ts'
import { keepFocus } from '../components/focus-keeper.ts'
import { LoadingScreen } from '../components/messages.tsx'
import { initTheme } from '../components/theme.tsx'
import { notify } from '../components/toaster.tsx'
import { startNavigationBlocker } from '../contexts/navigation-blocker.ts'
import { getSettings, loadSettings } from '../contexts/settings.ts'
import { App, ConfigurationError } from './app.tsx'
import { startSession } from './session.tsx'

initTheme()
keepFocus()
startNavigationBlocker()

const element = document.querySelector('#root')
if (element === null) throw new Error('index.html has no element #root')
const root = createRoot(element, { onCaughtError: (error) => logger.error('A page failed.', error) })
root.render(<LoadingScreen text="Loading application settings..." />)
loadSettings(`${import.meta.env.BASE_URL}settings.properties`).then(start, (error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error)
  logger.error(`Critical error: Cannot load application settings. ${reason}`)
  root.render(<ConfigurationError reason={reason} />)
})

/** Connects transport, storage and session. */
function start(): void {
  const store = createSessionStore(() => localStorage)
  const client = createClient({
    baseUrl: getSettings().apiBaseUrl,
    token: store.token,
    onUnauthorized: (token, reason) =>
      session.send(token === null ? { type: 'token.missing', reason } : { type: 'token.rejected', token }),
    onFailure: (text) => logger.warn(text),
  })
  const session = startSession(client, store)
  // No banner shows it.
  addEventListener('offline', () => notify('The connection is lost. What you see may be out of date.'))
  root.render(<App client={client} session={session} />)
}
