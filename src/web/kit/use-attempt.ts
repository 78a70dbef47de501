import { useRef, useState } from 'react'

/** Runs one piece of work at a time, and keeps the message of its failure until the next one. */
export const useAttempt = (describe: (error: unknown) => string) => {
  /** Covers two events of one task. */
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const run = async (work: () => Promise<unknown>) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(describe(error))
    }
    isRunning.current = false
    setBusy(false)
  }
  return { isBusy, failure, setFailure, run }
}
