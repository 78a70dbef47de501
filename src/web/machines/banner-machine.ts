import { assign, setup } from 'xstate'

/** A message of a screen. Each one is a new object, so that the same text again scrolls and counts anew. */
export interface Message {
  readonly text: string
}

export type BannerEvent =
  | { readonly type: 'show'; readonly text: string }
  /** A message that stays until another comes or it is cleared: a load goes on. */
  | { readonly type: 'hold'; readonly text: string }
  | { readonly type: 'clear' }

/** One message at a time, gone after `time` ms (on the rights screen 3 s). */
export const bannerMachine = setup({
  types: {
    context: {} as { readonly time: number; readonly message: Message | null },
    input: {} as { readonly time: number },
    events: {} as BannerEvent,
  },
  actions: {
    keep: assign({ message: (_, { text }: { text: string }) => ({ text }) }),
    forget: assign({ message: null }),
  },
  delays: { time: ({ context }) => context.time },
}).createMachine({
  id: 'banner',
  context: ({ input }) => ({ time: input.time, message: null }),
  initial: 'hidden',
  on: {
    show: { target: '.shown', reenter: true, actions: { type: 'keep', params: ({ event }) => event } },
    hold: { target: '.held', actions: { type: 'keep', params: ({ event }) => event } },
    clear: '.hidden',
  },
  states: {
    hidden: { entry: 'forget' },
    shown: { after: { time: 'hidden' } },
    held: {},
  },
})
