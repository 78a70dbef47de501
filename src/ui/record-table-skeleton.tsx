import { Skeleton } from './skeleton.tsx'

/** The shape of a table that is on its way. */
export const RecordTableSkeleton = ({ rows = 10 }: { rows?: number }) => (
  <output aria-label="Loading list" className="flex animate-appear-late flex-col gap-3 p-4">
    {Array.from({ length: rows }, (_, row) => (
      <Skeleton key={row} className="h-5" />
    ))}
  </output>
)
