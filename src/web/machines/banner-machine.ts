import { assign, setup } from 'xstate'

/** Contains a message of a screen; each is a new object, so that repeating a text scrolls and renews its time. */
export interface Message {
  readonly text: string
}

export type BannerEvent =
  | { readonly type: 'show'; readonly text: string }
  /** A message without a time limit, such as that of a running load. */
  | { readonly type: 'persist'; readonly text: string }
  | { readonly type: 'clear' }

/** Shows one message at a time and hides it after `time` ms. */
export const bannerMachine = setup({
  types: {
    context: {} as { readonly time: number; readonly message: Message | null },
    input: {} as { readonly time: number },
    events: {} as BannerEvent,
  },
  actions: {
    setMessage: assign({ message: (_, { text }: { text: string }) => ({ text }) }),
    clearMessage: assign({ message: null }),
  },
  delays: { time: ({ context }) => context.time },
}).createMachine({
  id: 'banner',
  context: ({ input }) => ({ time: input.time, message: null }),
  initial: 'hidden',
  on: {
    show: {
      target: '.visible',
      reenter: true,
      actions: { type: 'setMessage', params: ({ event }) => event },
    },
    persist: { target: '.persistent', actions: { type: 'setMessage', params: ({ event }) => event } },
    clear: '.hidden',
  },
  states: {
    hidden: { entry: 'clearMessage' },
    visible: { after: { time: 'hidden' } },
    persistent: {},
  },
})
