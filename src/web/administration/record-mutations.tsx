import { useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { AnyEnvelope } from '../../../schemas/api/lenient.ts'
import type { Query } from '../api/client.ts'
import { saveFile } from '../api/files.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { ConfirmDialog, type Question } from '../kit/dialog.tsx'
import { type ErrorTexts, getConflict, getErrorMessage, getRecordErrorMessage } from './error-messages.ts'
import { useScreenBanner } from './record-page.tsx'
import type { Identified, Resource } from './resource.ts'

/**
 * Returns a mutation that ignores calls while one is running. The lock is set in the call itself, so it also covers two
 * events of one task; it is released once the screen shows the result.
 */
export const useExclusiveMutation = <Data, Variables>(
  options: UseMutationOptions<Data, Error, Variables>,
) => {
  const isRunning = useRef(false)
  const mutation = useMutation(options)
  useLayoutEffect(() => {
    if (!mutation.isPending) isRunning.current = false
  })
  const mutate = (...args: Parameters<typeof mutation.mutate>) => {
    if (isRunning.current) return
    isRunning.current = true
    mutation.mutate(...args)
  }
  return { ...mutation, mutate, isRunning: () => isRunning.current }
}

/** Saves a .csv file, named by its content and the day. */
export const useFileExport = (name: string, load: () => Promise<BlobPart>) => {
  const banner = useScreenBanner()
  const rejected = `An error occurred while exporting the ${name}.`
  return useExclusiveMutation<void, void>({
    mutationFn: async () => {
      const file = new Blob([await load()], { type: 'text/csv;charset=utf-8' })
      saveFile(file, `${name}_${new Date().toISOString().slice(0, 10)}.csv`)
    },
    onMutate: banner.clear,
    onError: (error) => banner.show(getErrorMessage(error, { rejected, unexpected: rejected })),
  })
}

type ConfirmedOptions<T> = {
  readonly ask: (candidate: T) => Question
  readonly run: (candidate: T) => Promise<unknown>
  readonly texts: ErrorTexts & { readonly done: string }
  /** What is loaded again after a success or a conflict; everything by default. */
  readonly queryKey?: readonly string[]
  readonly onDone?: (candidate: T) => void
  /** Called if another user has deleted or changed the record. */
  readonly onGone?: (candidate: T) => void
}

/** Returns what requests an action on a record, and the dialog that asks first. The banner shows the result. */
export const useConfirmedAction = <T,>(options: ConfirmedOptions<T>) => {
  const { texts, queryKey = [] } = options
  const banner = useScreenBanner()
  const queries = useQueryClient()
  const [candidate, request] = useState<T | null>(null)
  const running = useExclusiveMutation({ mutationFn: options.run })
  const reload = () => void queries.invalidateQueries({ queryKey })
  const confirm = (confirmed: T) =>
    running.mutate(confirmed, {
      onSuccess: () => {
        banner.show(texts.done)
        options.onDone?.(confirmed)
        reload()
      },
      onError: (error) => {
        banner.show(getRecordErrorMessage(error, texts))
        if (getConflict(error) === null) return
        options.onGone?.(confirmed)
        reload()
      },
      onSettled: () => request(null),
    })
  const dialog = candidate !== null && (
    <ConfirmDialog
      {...options.ask(candidate)}
      isBusy={running.isPending}
      onConfirm={() => confirm(candidate)}
      onCancel={() => {
        if (!running.isRunning()) request(null)
      }}
    />
  )
  return { request, dialog }
}

type DeletionOptions<R extends Identified> = Omit<ConfirmedOptions<R>, 'run' | 'queryKey'> & {
  readonly source: Resource<R>
  readonly getQuery?: (candidate: R) => Query
}

/** Deletes a record after a question. */
export const useDeletion = <R extends Identified>({ source, getQuery, ...options }: DeletionOptions<R>) => {
  const api = useApi()
  return useConfirmedAction<R>({
    ...options,
    run: (record) =>
      api.del(`${source.path}/${record.id}`, { query: getQuery?.(record) ?? {}, schema: AnyEnvelope }),
    queryKey: [source.path],
  })
}
