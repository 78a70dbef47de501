import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createQueryClient } from '../api/query-client.ts'
import { useSessionCache, type SessionCache } from '../contexts/session-cache-context.ts'

const clients = new WeakMap<SessionCache, QueryClient>()

const clientOf = (visit: SessionCache): QueryClient => {
  const client = clients.get(visit) ?? createQueryClient()
  clients.set(visit, client)
  return client
}

/** Gives the screens of lists and records the one cache of this visit. */
export const QueryProvider = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={clientOf(useSessionCache())}>{children}</QueryClientProvider>
)
