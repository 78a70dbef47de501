import { useSelector } from '@xstate/react'
import { BrowserRouter } from 'react-router-dom'
import type { Actor } from 'xstate'
import { ApiContext } from '../api/api-context.ts'
import type { bootMachine } from '../machines/boot-machine.ts'
import { LoggerContext } from '../contexts/logger-context.ts'
import { SettingsContext } from '../contexts/settings-context.ts'
import { ErrorBoundary } from '../components/messages.tsx'
import { ToastRegion } from '../components/toast.tsx'
import { LoadingScreen } from '../components/spinner.tsx'
import { ConfigurationError } from './configuration-error.tsx'
import { logger } from './logger.ts'
import type { AppServices } from './bootstrap.ts'
import { AppRoutes } from './routes.tsx'
import { SessionProvider } from './session-provider.tsx'
import { getSettings } from './settings.ts'

const Ready = ({ services }: { services: AppServices }) => (
  <LoggerContext value={logger}>
    <SettingsContext value={getSettings()}>
      <ApiContext value={services.client}>
        <SessionProvider services={services}>
          <BrowserRouter basename={import.meta.env.BASE_URL}>
            <ErrorBoundary resetKey="portal">
              <AppRoutes />
            </ErrorBoundary>
          </BrowserRouter>
          <ToastRegion />
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
