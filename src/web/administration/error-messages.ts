import { ApiError } from '../api/errors.ts'

export type ErrorTexts = {
  /** The server refused and did not say why. */
  readonly refused: string
  /** There was no answer, or none that can be understood. */
  readonly unexpected: string
}

/** What a failed call says in the banner: the server's message, else the fallback for the case. */
export const getErrorMessage = (error: unknown, texts: ErrorTexts): string => {
  if (!(error instanceof ApiError)) return texts.unexpected
  if (error.serverMessage !== undefined) return error.serverMessage
  if (error.kind === 'unauthenticated') return error.message
  return error.status === undefined ? texts.unexpected : texts.refused
}

/** Whether a record is no more what it was when it was read: somebody changed or deleted it. */
export const getConflict = (error: unknown): 'changed' | 'deleted' | null => {
  if (!(error instanceof ApiError)) return null
  if (error.kind === 'stale') return 'changed'
  const isBareStatus = error.serverMessage?.startsWith('HTTP ') ?? false
  return error.kind === 'not-found' && !isBareStatus ? 'deleted' : null
}

const RELOADED = 'The list has been reloaded.'

/** What a failed call for one record says; where the record is outdated, that the list is fresh. */
export const getRecordErrorMessage = (error: unknown, texts: ErrorTexts): string => {
  const outdated = getConflict(error)
  if (outdated === 'changed') return `This record was changed by someone else. ${RELOADED}`
  if (outdated === null) return getErrorMessage(error, texts)
  const deleted = 'This record was deleted by someone else.'
  const reason = getErrorMessage(error, { refused: deleted, unexpected: deleted })
  return `${reason.replace(/[.!\s]*$/, '.')} ${RELOADED}`
}
