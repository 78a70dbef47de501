import { createContext, useContext } from 'react'
import type { ResponseCache } from '../api/response-cache.ts'

/** What is kept while somebody is signed in, and forgotten with the session (S59, S66). */
export type SessionCache = {
  /** Lists of options by their call. */
  readonly options: ResponseCache
}

export const SessionCacheContext = createContext<SessionCache | null>(null)

export const useSessionCache = (): SessionCache => {
  const visit = useContext(SessionCacheContext)
  if (visit === null) throw new Error('useVisit() is called outside the main layout.')
  return visit
}
