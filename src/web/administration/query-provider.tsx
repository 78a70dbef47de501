import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { createSessionHook } from '../contexts/portal-contexts.ts'

/** Creates a client that neither fetches again on focus nor retries. */
const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

const useSessionQueryClient = createSessionHook(createQueryClient)

/** Provides the query cache of the session to the screens of lists and records. */
export const QueryProvider = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={useSessionQueryClient()}>{children}</QueryClientProvider>
)

/** Returns a component with the query cache of the session around it. */
export const withQueries = <P extends object>(Content: ComponentType<P>): ComponentType<P> =>
  function WithQueries(props) {
    return (
      <QueryProvider>
        <Content {...props} />
      </QueryProvider>
    )
  }
