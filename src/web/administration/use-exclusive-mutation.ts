import { type MutateOptions, useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'

type Options<Data, Variables> = Omit<UseMutationOptions<Data, Error, Variables>, 'onSettled'> & {
  /** Calls with different keys may run at the same time. By default only one call runs at a time. */
  readonly getKey?: (variables: Variables) => number
}

export type ExclusiveMutation<Data, Variables> = {
  readonly isPending: boolean
  readonly mutate: (variables: Variables, callbacks: MutateOptions<Data, Error, Variables>) => void
  readonly reset: () => void
  /** Whether a call is running at this moment, also before the component has rendered again. */
  readonly isRunning: () => boolean
}

/**
 * A mutation that ignores calls while one of the same key is running. The lock is set in the call itself, so it also
 * covers two events of one task; it is released once the screen shows the result.
 */
export const useExclusiveMutation = <Data, Variables>({
  getKey = () => 0,
  ...options
}: Options<Data, Variables>): ExclusiveMutation<Data, Variables> => {
  const running = useRef(new Set<number>())
  const settled = useRef<number[]>([])
  const [settledCalls, setSettledCalls] = useState(0)
  const { isPending, mutate, reset } = useMutation<Data, Error, Variables>({
    ...options,
    onSettled: (_data, _error, variables) => {
      settled.current.push(getKey(variables))
      setSettledCalls((count) => count + 1)
    },
  })
  useLayoutEffect(() => {
    if (settledCalls === 0) return
    for (const key of settled.current.splice(0)) running.current.delete(key)
  }, [settledCalls])
  return {
    isPending,
    reset,
    isRunning: () => running.current.size > 0,
    mutate: (variables, callbacks) => {
      const key = getKey(variables)
      if (running.current.has(key)) return
      running.current.add(key)
      mutate(variables, callbacks)
    },
  }
}
