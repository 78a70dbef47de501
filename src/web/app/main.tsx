import './styles.css'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { type Client, createClient } from '../api/client.ts'
import { logger } from '../api/logger.ts'
import { createSessionStore, recordUse } from '../api/session-store.ts'
import { Button } from '../kit/button.tsx'
import { Icon } from '../kit/icon.tsx'
import { ErrorBoundary, LoadingScreen } from '../kit/messages.tsx'
import { usePageTitle } from '../kit/page.tsx'
import { initTheme } from '../contexts/theme.tsx'
import { notify, Toaster } from '../kit/toaster.tsx'
import { ApiContext } from '../contexts/portal-contexts.ts'
import { getSettings, loadSettings } from '../contexts/portal-settings.ts'
import { SessionPages } from './session-pages.tsx'
import { type SessionActor, SessionProvider, startSession } from './session.tsx'

type Props = { readonly client: Client; readonly session: SessionActor }

const App = ({ client, session }: Props) => (
  <ApiContext value={client}>
    <SessionProvider actor={session}>
      <BrowserRouter basename={import.meta.env.BASE_URL.slice(0, -1)}>
        <ErrorBoundary resetKey="portal">
          <SessionPages />
        </ErrorBoundary>
        <Toaster />
      </BrowserRouter>
    </SessionProvider>
  </ApiContext>
)

const CHECKS = [
  'The settings file exists in the public folder (settings.properties)',
  'The API base URL is configured (api.base.url)',
  'The file permissions are correct',
]

const ConfigurationError = ({ reason }: { readonly reason: string }) => {
  usePageTitle('Configuration Error')
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col justify-center px-4 py-12">
      <div className="card-surface p-6">
        <h1 className="flex items-center gap-2 text-xl font-semibold tracking-tight">
          <Icon name="alert" className="size-5 text-bad" />
          Configuration Error
        </h1>
        <p
          role="alert"
          className="mt-3 break-words rounded-control border border-bad-line bg-bad-tint px-3 py-2 text-bad"
        >
          {`Failed to load application settings: ${reason}`}
        </p>
        <h2 className="mt-5 font-medium">Please check that:</h2>
        <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-soft">
          {CHECKS.map((check) => (
            <li key={check}>{check}</li>
          ))}
        </ul>
        <Button variant="primary" className="mt-6" onClick={() => location.reload()}>
          Retry
        </Button>
      </div>
    </main>
  )
}

refuseMarkup()
initTheme()
// A page with unsaved changes cancels this event, as it cancels `beforeunload`. The router's listener comes later.
addEventListener('popstate', (event) => {
  if (!dispatchEvent(new Event('beforepopstate', { cancelable: true }))) event.stopImmediatePropagation()
})

const element = document.querySelector('#root')
if (element === null) throw new Error('index.html has no element #root')
const root = createRoot(element, { onCaughtError: (error) => logger.error('A page failed.', error) })
root.render(<LoadingScreen text="Loading application settings..." />)
loadSettings(`${import.meta.env.BASE_URL}settings.properties`).then(start, (error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error)
  logger.error(`Critical error: Cannot load application settings. ${reason}`)
  root.render(<ConfigurationError reason={reason} />)
})

function start(): void {
  const store = createSessionStore(() => localStorage)
  const client = createClient({
    baseUrl: getSettings().apiBaseUrl,
    token: store.token,
    onUnauthorized: (token, reason) =>
      session.send(token === null ? { type: 'token.missing', reason } : { type: 'token.rejected', token }),
    onFailure: (text) => logger.warn(text),
    onUse: recordUse,
  })
  const session = startSession(client, store)
  // No banner shows it.
  addEventListener('offline', () => notify('The connection is lost. What you see may be out of date.'))
  root.render(<App client={client} session={session} />)
}

declare global {
  interface Window {
    readonly trustedTypes?: { readonly createPolicy: <R extends object>(name: string, rules: R) => R }
  }
}

/**
 * Refuses every text that becomes markup but the empty one, with which vega-embed clears its container. No other policy can
 * be created, and none allows code.
 */
function refuseMarkup(): void {
  window.trustedTypes?.createPolicy('default', { createHTML: (text: string) => (text === '' ? text : null) })
}
