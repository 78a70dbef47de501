import './styles.css'
import { createRoot } from 'react-dom/client'
import { createActor, fromPromise } from 'xstate'
import type { Settings } from '../../../schemas/settings.ts'
import { bootMachine } from '../machines/boot-machine.ts'
import { startNavigationBlocker } from '../contexts/navigation-blocker.ts'
import { whenIdle } from '../components/lazy-loading.tsx'
import { App } from './app.tsx'
import { logger } from './logger.ts'
import { type AppServices, bootstrap } from './bootstrap.ts'
import { loadSettings } from './settings.ts'
import { initTheme } from './theme.tsx'

initTheme()
whenIdle(() => {
  import('../components/focus-keeper.ts').then(
    ({ keepFocus }) => keepFocus(),
    (error: unknown) => logger.warn('The code that keeps the focus could not be loaded.', error),
  )
})
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
