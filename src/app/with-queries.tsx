import { type ComponentType, lazy } from 'react'

/** A lazy screen within the cache of the visit; both come at the same time, and neither for a report. */
export const withQueries = (load: () => Promise<{ readonly default: ComponentType }>) =>
  lazy(async () => {
    const [{ Queries }, { default: Screen }] = await Promise.all([import('./queries.tsx'), load()])
    const ScreenWithQueries = () => (
      <Queries>
        <Screen />
      </Queries>
    )
    return { default: ScreenWithQueries }
  })
