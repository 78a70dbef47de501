import { createContext, useContext } from 'react'
import { useApi } from './portal-contexts.ts'
import type { Client } from '../api/client.ts'

/** Identifies one signed-in session. Data cached for it is discarded at sign-out (S59, S66). */
export const SessionScopeContext = createContext<object | null>(null)

/** A hook that returns one value per session, created on first use. */
export const createSessionHook = <T>(create: (api: Client) => T): (() => T) => {
  const values = new WeakMap<object, T>()
  return () => {
    const api = useApi()
    const scope = useContext(SessionScopeContext)
    if (scope === null) throw new Error('A value of the session is used outside the main layout.')
    const value = values.get(scope) ?? create(api)
    values.set(scope, value)
    return value
  }
}
