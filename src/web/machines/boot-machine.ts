import { assign, fromPromise, setup } from 'xstate'
import type { Settings } from '../../../schemas/settings.ts'
import { unprovidedActor } from './unprovided-actor.ts'

type Context = { readonly settings: Settings | null; readonly reason: string }

const getReason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The application's three states: loading settings, configuration error, ready. */
export const bootMachine = setup({
  types: { context: {} as Context },
  actors: {
    loadSettings: fromPromise<Settings>(unprovidedActor('loadSettings')),
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
            assign({ reason: ({ event }) => getReason(event.error) }),
            { type: 'logFailure', params: ({ event }) => ({ reason: getReason(event.error) }) },
          ],
        },
      },
    },
    configurationError: { type: 'final' },
    ready: { type: 'final' },
  },
})
