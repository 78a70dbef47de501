import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { bannerMachine } from '../../machines/banner-machine.ts'

export type ScreenBanner = {
  readonly text: string | null
  readonly show: (text: string) => void
  readonly clear: () => void
}

/** A screen's message, gone after `time` ms (spec §4 "Administration"). */
export const useBanner = (time: number): ScreenBanner => {
  const [snapshot, send] = useMachine(bannerMachine, { input: { time } })
  const text = snapshot.context.message?.text ?? null
  return useMemo(
    () => ({
      text,
      show: (text: string) => send({ type: 'show', text }),
      clear: () => send({ type: 'clear' }),
    }),
    [text, send],
  )
}
