import { ApiError } from '../../api/api-error.ts'

/** The `{message}` of a dashboard that could not be fetched (spec §8, R42); null where it does not exist. */
export const dashboardFailure = (error: unknown): string | null => {
  if (!(error instanceof ApiError)) return 'An unknown error occurred'
  if (error.kind === 'not-found') return null
  if (error.kind === 'no-token') return 'Authentication token not found. Please log in.'
  if (error.kind === 'unauthorized') return 'Authentication required.'
  if (error.serverMessage !== undefined) return error.serverMessage
  return error.status === undefined
    ? 'An unknown error occurred'
    : `Failed to fetch dashboard (status: ${error.status})`
}
