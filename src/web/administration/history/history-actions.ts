import { AnyEnvelope } from '../../../../schemas/api/lenient.ts'
import type { HistoryEvent } from '../../../../schemas/api/history-event.ts'
import { useConfirmedAction, useFileExport } from '../record-mutations.ts'
import type { Query } from '../../api/client.ts'
import { useApi } from '../../contexts/portal-contexts.ts'
import type { ScreenBanner } from '../../contexts/use-banner.ts'

/** Undoes the change of an event after a question. */
export const useUndo = (banner: ScreenBanner) => {
  const api = useApi()
  return useConfirmedAction<HistoryEvent>({
    banner,
    run: ({ id }) => api.post(`/v1/audit-events/${id}/undo`, { schema: AnyEnvelope }),
    texts: {
      done: 'Change undone successfully!',
      rejected: 'An error occurred while undoing the change.',
      unexpected: 'An unexpected error occurred while undoing the change.',
    },
  })
}

/** Saves all events that fit the filters as a file. */
export const useHistoryExport = (banner: ScreenBanner, filter: Query) => {
  const api = useApi()
  return useFileExport(banner, 'history', async () => {
    const { ok, statusText, bytes } = await api.download('/v1/audit-events/export', { query: filter })
    if (!ok) throw new Error(statusText)
    return bytes
  })
}
