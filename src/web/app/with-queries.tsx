import type { ComponentType } from 'react'
import { lazyWithPreload } from '../components/lazy-with-preload.tsx'

/** A screen with code of its own within the cache of the visit; both come at the same time, and neither for a report. */
export const withQueries = (load: () => Promise<{ readonly default: ComponentType }>) =>
  lazyWithPreload(async () => {
    const [{ QueryProvider }, { default: Screen }] = await Promise.all([
      import('./query-provider.tsx'),
      load(),
    ])
    const ScreenWithQueries = () => (
      <QueryProvider>
        <Screen />
      </QueryProvider>
    )
    return { default: ScreenWithQueries }
  }).Component
