import { assign, fromPromise, setup } from 'xstate'
import type { Settings } from '../../../schemas/settings.ts'

type Context = { readonly settings: Settings | null; readonly reason: string }

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The application's three states: loading settings, configuration error, ready. */
export const bootMachine = setup({
  types: { context: {} as Context },
  actors: {
    loadSettings: fromPromise<Settings>(() => Promise.reject(new Error('loadSettings is not provided'))),
  },
  actions: {
    logFailure: (_args, _params: { reason: string }) => {},
  },
}).createMachine({
  id: 'boot',
  context: { settings: null, reason: '' },
  initial: 'loadingSettings',
  states: {
    loadingSettings: {
      invoke: {
        id: 'loadSettings',
        src: 'loadSettings',
        onDone: { target: 'ready', actions: assign({ settings: ({ event }) => event.output }) },
        onError: {
          target: 'configurationError',
          actions: [
            assign({ reason: ({ event }) => reasonOf(event.error) }),
            { type: 'logFailure', params: ({ event }) => ({ reason: reasonOf(event.error) }) },
          ],
        },
      },
    },
    configurationError: { type: 'final' },
    ready: { type: 'final' },
  },
})
