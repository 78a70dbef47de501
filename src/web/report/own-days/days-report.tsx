import { type CSSProperties, type ReactNode, useEffect, useMemo } from 'react'
import { buildDaysPlan } from '../../../report/selection/own-days.ts'
import type { ReportPlan, Selection } from '../../../report/model/report-plan.ts'
import { Button } from '../../kit/button.tsx'
import { notify } from '../../kit/toaster.tsx'
import { useOpenLastDays } from './days-button.tsx'

type Props = {
  readonly plan: ReportPlan
  readonly selection: Selection
  readonly render: (plan: ReportPlan) => ReactNode
}

const COUNTS = [7, 30, 90] as const

/** The buttons take their height from the table, whose total stays in view. */
const ROOM = { '--above-table': '2.5rem' } as CSSProperties

/** Shows a screen in days of one's own, with the last ones to choose from; as it is where it has no days. */
export const DaysReport = ({ plan, selection, render }: Props) => {
  const daysPlan = useMemo(() => buildDaysPlan(plan), [plan])
  const openLastDays = useOpenLastDays({ plan, selection })
  const isKnown = daysPlan !== null
  useEffect(() => {
    if (!isKnown) notify('The days of the address are ignored: this report has no days to choose.')
  }, [isKnown])
  if (daysPlan === null) return render(plan)
  return (
    <div className="contents" style={ROOM}>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        {COUNTS.map((count) => (
          <Button
            key={count}
            size="small"
            title="Up to the last day with a record"
            onClick={() => void openLastDays(count)}
          >
            {`Last ${count} days`}
          </Button>
        ))}
      </div>
      {render(daysPlan)}
    </div>
  )
}
