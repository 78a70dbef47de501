import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createQueryClient } from '../api/query-client.ts'
import { useVisit, type Visit } from '../contexts/session-cache-context.ts'

const clients = new WeakMap<Visit, QueryClient>()

const clientOf = (visit: Visit): QueryClient => {
  const client = clients.get(visit) ?? createQueryClient()
  clients.set(visit, client)
  return client
}

/** Gives the screens of lists and records the one cache of this visit. */
export const Queries = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={clientOf(useVisit())}>{children}</QueryClientProvider>
)
