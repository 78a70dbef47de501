import { useSelector } from '@xstate/react'
import type { Actor } from 'xstate'
import type { Client } from '../api/client.ts'
import type { SessionStore } from '../api/session-store.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { ErrorBoundary, LoadingScreen } from '../components/messages.tsx'
import { usePageTitle } from '../components/page.tsx'
import { Toaster } from '../components/toaster.tsx'
import { ApiContext, LoggerContext, SettingsContext } from '../contexts/portal-contexts.ts'
import type { bootMachine } from '../machines/boot-machine.ts'
import { logger } from './logger.ts'
import { SessionPages } from './session-pages.tsx'
import { type SessionActor, SessionProvider } from './session.tsx'
import { getSettings } from './settings.ts'

/** The services that the screens use. */
export type AppServices = {
  readonly client: Client
  readonly session: SessionActor
  readonly store: SessionStore
}

const Ready = ({ services }: { services: AppServices }) => (
  <LoggerContext value={logger}>
    <SettingsContext value={getSettings()}>
      <ApiContext value={services.client}>
        <SessionProvider actor={services.session} store={services.store}>
          <ErrorBoundary resetKey="portal">
            <SessionPages />
          </ErrorBoundary>
          <Toaster />
        </SessionProvider>
      </ApiContext>
    </SettingsContext>
  </LoggerContext>
)

type Props = {
  readonly boot: Actor<typeof bootMachine>
  /** Returns the services of this page, created on first use. */
  readonly getServices: () => AppServices
}

/** The application in one of its three states. */
export const App = ({ boot, getServices }: Props) => {
  const snapshot = useSelector(boot, (current) => current)
  if (snapshot.matches('loadingSettings')) return <LoadingScreen text="Loading application settings..." />
  if (snapshot.matches('configurationError')) return <ConfigurationError reason={snapshot.context.reason} />
  return <Ready services={getServices()} />
}

const CHECKS = [
  'The settings file exists in the public folder (settings.properties)',
  'The API base URL is configured (api.base.url)',
  'The file permissions are correct',
]

/** The screen of a portal whose settings cannot be loaded. */
const ConfigurationError = ({ reason }: { reason: string }) => {
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
