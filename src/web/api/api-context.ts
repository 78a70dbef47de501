import { createContext, useContext } from 'react'
import type { Client } from './client.ts'

export const ApiContext = createContext<Client | null>(null)

/** The HTTP client of the portal, with the token of the signed-in user. */
export const useApi = (): Client => {
  const client = useContext(ApiContext)
  if (client === null) throw new Error('useApi() is called outside the portal.')
  return client
}
