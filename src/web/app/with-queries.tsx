import type { ComponentType } from 'react'
import { lazyWithPreload } from '../components/lazy-with-preload.tsx'

/** A screen that uses react-query. Its code and that of react-query load together; reports load neither. */
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
