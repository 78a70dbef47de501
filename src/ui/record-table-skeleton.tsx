import { Skeleton } from './skeleton.tsx'

/** The shape of a table that is on its way. */
export const RecordTableSkeleton = ({ rows = 10 }: { rows?: number }) => (
  <div aria-busy="true" className="flex animate-appear-late flex-col gap-3 p-4">
    <span className="sr-only">Loading list</span>
    {Array.from({ length: rows }, (_, row) => (
      <Skeleton key={row} className="h-5" />
    ))}
  </div>
)
