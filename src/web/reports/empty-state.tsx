import { missingSelectors } from '../../report/selection.ts'
import type { ReportPlan, Selection } from '../../report/plan.ts'
import { MessagePanel } from '../components/messages.tsx'
import { Card } from '../components/card.tsx'
import { Skeleton } from '../components/page.tsx'

type Props = { readonly plan: ReportPlan; readonly selection: Selection }

/** Shown before a report is loaded: what to do next. */
export const EmptyState = ({ plan, selection }: Props) => {
  const missing = missingSelectors(plan, selection).map(({ label }) => label.toLowerCase())
  const text =
    missing.length === 0 ? 'Submit loads the report.' : `Choose ${joinNames(missing)}, then Submit.`
  return (
    <div className="print:hidden">
      <MessagePanel icon="table" text={text} />
    </div>
  )
}

const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`

const LINES = 12

/** The placeholder of the first load of a table or chart. */
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
