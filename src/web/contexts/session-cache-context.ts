import { createContext, useContext } from 'react'
import type { AnswerCache } from '../api/response-cache.ts'

/** What is kept while somebody is signed in, and forgotten with the session (S59, S66). */
export type Visit = {
  /** Lists of options by their call. */
  readonly options: AnswerCache
}

export const VisitContext = createContext<Visit | null>(null)

export const useVisit = (): Visit => {
  const visit = useContext(VisitContext)
  if (visit === null) throw new Error('useVisit() is called outside the main layout.')
  return visit
}
