import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { useApi } from '../api/api-context.ts'
import { type ErrorTexts, getConflict, getRecordErrorMessage } from './error-messages.ts'
import type { Resource } from './resource.ts'
import { useExclusiveMutation } from './use-exclusive-mutation.ts'
import type { ScreenBanner } from '../contexts/use-banner.ts'

type Options<R extends { readonly id: number }> = {
  readonly source: Resource<R>
  readonly banner: ScreenBanner
  readonly texts: ErrorTexts & { readonly done: string }
  readonly onDeleted: (id: number) => void
  /** Somebody else deleted the record before. */
  readonly onGone: (id: number) => void
}

/** Deleting a record: asked, on its way, told. */
export const useDeleteRecord = <R extends { readonly id: number }>({
  source,
  banner,
  texts,
  onDeleted,
  onGone,
}: Options<R>) => {
  const api = useApi()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<R | null>(null)
  const removing = useExclusiveMutation({
    mutationFn: ({ id }: R) => api.del(`${source.path}/${id}`, { schema: AnyEnvelope }),
  })
  const reload = () => {
    void queries.invalidateQueries({ queryKey: [source.path] })
  }
  return {
    /** The record that the question is about; null while none is asked. */
    asked,
    isBusy: removing.isPending,
    ask: setAsked,
    cancel: () => {
      if (!removing.isRunning()) setAsked(null)
    },
    confirm: () => {
      if (asked === null) return
      removing.mutate(asked, {
        onSuccess: () => {
          banner.show(texts.done)
          onDeleted(asked.id)
          reload()
        },
        onError: (error) => {
          banner.show(getRecordErrorMessage(error, texts))
          if (getConflict(error) === null) return
          onGone(asked.id)
          reload()
        },
        onSettled: () => setAsked(null),
      })
    },
  }
}
