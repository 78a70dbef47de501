import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { type ErrorTexts, getConflict, getRecordErrorMessage } from './error-messages.ts'
import type { Resource } from './resource.ts'
import { useExclusiveMutation } from './use-exclusive-mutation.ts'
import type { ScreenBanner } from '../contexts/use-banner.ts'

type Options<R extends { readonly id: number }> = {
  readonly source: Resource<R>
  readonly banner: ScreenBanner
  readonly texts: ErrorTexts & { readonly done: string }
  readonly onDeleted: (id: number) => void
  /** Called if another user has deleted or changed the record. */
  readonly onGone: (id: number) => void
}

/** Deletes a record after confirmation and shows the result in the banner. */
export const useDeleteRecord = <R extends { readonly id: number }>({
  source,
  banner,
  texts,
  onDeleted,
  onGone,
}: Options<R>) => {
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
