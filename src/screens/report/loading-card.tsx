import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const LINES = ['w-11/12', 'w-full', 'w-10/12', 'w-full', 'w-11/12', 'w-9/12']

/** The place of a table or chart that is on its way for the first time. */
export const LoadingCard = ({ title }: { title: string }) => (
  <Card title={title} busy>
    <div className="flex min-h-64 flex-col gap-3">
      <p className="text-soft">Loading...</p>
      {LINES.map((width, index) => (
        <Skeleton key={index} className={`h-4 ${width}`} />
      ))}
    </div>
  </Card>
)
