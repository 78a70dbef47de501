import { ApiError } from '../api/read-response.ts'

export type ErrorTexts = {
  /** For a rejection without a message. */
  readonly rejected: string
  /** For a missing or invalid response. */
  readonly unexpected: string
}

/** Returns the banners of an action: after a success, and after a failure without a message. */
export const buildActionTexts = (done: string, doing: string): ErrorTexts & { readonly done: string } => ({
  done: `${done} successfully!`,
  rejected: `An error occurred while ${doing}.`,
  unexpected: `An unexpected error occurred while ${doing}.`,
})

/** Returns the banner after a failed request: the server's message, or the fallback for the case. */
export const getErrorMessage = (error: unknown, texts: ErrorTexts): string => {
  if (!(error instanceof ApiError)) return texts.unexpected
  if (error.serverMessage !== undefined) return error.serverMessage
  if (error.kind === 'unauthenticated') return error.message
  return error.status === undefined ? texts.unexpected : texts.rejected
}

/** Says whether another user changed or deleted the record since it was read; null if neither. */
export const getConflict = (error: unknown): 'changed' | 'deleted' | null => {
  if (!(error instanceof ApiError)) return null
  if (error.kind === 'stale') return 'changed'
  const isBareStatus = error.serverMessage?.startsWith('HTTP ') ?? false
  return error.kind === 'not-found' && !isBareStatus ? 'deleted' : null
}

const RELOADED = 'The list has been reloaded.'

/** Returns the banner after a failed request for one record. After a conflict it says that the list is reloaded. */
export const getRecordErrorMessage = (error: unknown, texts: ErrorTexts): string => {
  const outdated = getConflict(error)
  if (outdated === 'changed') return `This record was changed by someone else. ${RELOADED}`
  if (outdated === null) return getErrorMessage(error, texts)
  const deleted = 'This record was deleted by someone else.'
  const reason = getErrorMessage(error, { rejected: deleted, unexpected: deleted })
  return `${reason.replace(/[.!\s]*$/, '.')} ${RELOADED}`
}
