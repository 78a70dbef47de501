import { useMachine } from '@xstate/react'
import { useCallback, useEffect } from 'react'
import { bannerMachine } from '../../machines/banner-machine.ts'

const SHOWN_FOR = 5_000

/** The sign-in screen's message: 5 s, and the page goes to its top (spec §5). */
export const useTimedBanner = () => {
  const [{ context }, send] = useMachine(bannerMachine, { input: { time: SHOWN_FOR } })
  const { message } = context
  useEffect(() => {
    if (message !== null) window.scrollTo({ top: 0 })
  }, [message])
  const show = useCallback((text: string) => send({ type: 'show', text }), [send])
  const close = useCallback(() => send({ type: 'clear' }), [send])
  return { text: message?.text ?? null, show, close }
}
