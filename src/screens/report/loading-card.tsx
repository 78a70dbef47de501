import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const LINES = 12

/** The place of a table or chart that is on its way for the first time. */
export const LoadingCard = ({ title }: { title: string }) => (
  <Card title={title} busy>
    <div className="flex flex-col gap-2">
      <p className="text-soft">Loading...</p>
      {Array.from({ length: LINES }, (_, index) => (
        <Skeleton key={index} className="h-4 w-full" />
      ))}
    </div>
  </Card>
)
