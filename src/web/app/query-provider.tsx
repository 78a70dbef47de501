import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createQueryClient } from '../api/query-client.ts'
import { createSessionHook } from '../contexts/session-scope.ts'

const useSessionQueryClient = createSessionHook(createQueryClient)

/** Provides the query cache of the session to the screens of lists and records. */
export const QueryProvider = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={useSessionQueryClient()}>{children}</QueryClientProvider>
)
