import { ApiError } from '../../api/api-error.ts'
import { outdatedBy, recordFailureText } from '../administration/failure.ts'
import type { SubjectKind } from './rights-subject.ts'

const REFUSED: Record<SubjectKind, string> = {
  role: 'Error saving role rights',
  user: 'Error saving system user rights',
}

/** What rights that are not saved say: the server's message, its fallback, or the exception's text (spec §8). */
export const rightsFailureText = (error: unknown, kind: SubjectKind): string => {
  const wasAnswered = error instanceof ApiError && error.status !== undefined
  if (wasAnswered || outdatedBy(error) !== null) {
    return recordFailureText(error, { refused: REFUSED[kind], unexpected: REFUSED[kind] })
  }
  const reason = error instanceof Error && error.message !== '' ? error.message : 'Unknown error'
  return `Error saving rights: ${reason}`
}
