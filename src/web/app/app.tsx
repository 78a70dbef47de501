import { BrowserRouter } from 'react-router-dom'
import type { Client } from '../api/client.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { ErrorBoundary } from '../components/messages.tsx'
import { usePageTitle } from '../components/page.tsx'
import { Toaster } from '../components/toaster.tsx'
import { ApiContext } from '../contexts/portal-contexts.ts'
import { SessionPages } from './session-pages.tsx'
import { type SessionActor, SessionProvider } from './session.tsx'

type Props = { readonly client: Client; readonly session: SessionActor }

/** The application once its settings are loaded. */
export const App = ({ client, session }: Props) => (
  <ApiContext value={client}>
    <SessionProvider actor={session}>
      <BrowserRouter basename={import.meta.env.BASE_URL.slice(0, -1)}>
        <ErrorBoundary resetKey="portal">
          <SessionPages />
        </ErrorBoundary>
      </BrowserRouter>
      <Toaster />
    </SessionProvider>
  </ApiContext>
)

const CHECKS = [
  'The settings file exists in the public folder (settings.properties)',
  'The API base URL is configured (api.base.url)',
  'The file permissions are correct',
]

/** The screen of a portal whose settings cannot be loaded. */
export const ConfigurationError = ({ reason }: { readonly reason: string }) => {
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
