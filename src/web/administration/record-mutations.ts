import {
  type MutateOptions,
  useMutation,
  type UseMutationOptions,
  useQueryClient,
} from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import type { ScreenBanner } from '../contexts/use-banner.ts'
import { type ErrorTexts, getConflict, getRecordErrorMessage } from './error-messages.ts'
import type { Identified, Resource } from './resource.ts'

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

type DeletionOptions<R extends Identified> = {
  readonly source: Resource<R>
  readonly banner: ScreenBanner
  readonly texts: ErrorTexts & { readonly done: string }
  readonly onDeleted: (id: R['id']) => void
  /** Called if another user has deleted or changed the record. */
  readonly onGone: (id: R['id']) => void
}

/** Deletes a record after confirmation and shows the result in the banner. */
export const useDeleteRecord = <R extends Identified>({
  source,
  banner,
  texts,
  onDeleted,
  onGone,
}: DeletionOptions<R>) => {
  const api = useApi()
  const queries = useQueryClient()
  const [candidate, setCandidate] = useState<R | null>(null)
  const deletion = useExclusiveMutation({
    mutationFn: ({ id }: R) => api.del(`${source.path}/${id}`, { schema: AnyEnvelope }),
  })
  const reload = () => {
    void queries.invalidateQueries({ queryKey: [source.path] })
  }
  return {
    /** The record to confirm; null while no dialog is open. */
    candidate,
    isBusy: deletion.isPending,
    request: setCandidate,
    cancel: () => {
      if (!deletion.isRunning()) setCandidate(null)
    },
    confirm: () => {
      if (candidate === null) return
      deletion.mutate(candidate, {
        onSuccess: () => {
          banner.show(texts.done)
          onDeleted(candidate.id)
          reload()
        },
        onError: (error) => {
          banner.show(getRecordErrorMessage(error, texts))
          if (getConflict(error) === null) return
          onGone(candidate.id)
          reload()
        },
        onSettled: () => setCandidate(null),
      })
    },
  }
}
