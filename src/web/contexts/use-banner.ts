import { useMachine } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { bannerMachine } from '../machines/banner-machine.ts'

export type ScreenBanner = ReturnType<typeof useBanner>

/** Returns the banner of a screen, hidden after `time` ms. With `toTop` each message scrolls the page to its top. */
export const useBanner = (time: number, toTop = false) => {
  const [snapshot, send] = useMachine(bannerMachine, { input: { time } })
  const { message } = snapshot.context
  useEffect(() => {
    if (toTop && message !== null) window.scrollTo({ top: 0 })
  }, [toTop, message])
  const text = message?.text ?? null
  const actions = useMemo(
    () => ({
      show: (shown: string) => send({ type: 'show', text: shown }),
      clear: () => send({ type: 'clear' }),
    }),
    [send],
  )
  return useMemo(() => ({ text, ...actions }), [text, actions])
}
