import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Tile } from '../../../schemas/api/dashboard.ts'
import type { ReportPlan } from '../../report/plan.ts'
import {
  choosePeriod,
  formatPeriod,
  parsePeriod,
  periodGrains,
} from '../../report/selection/choose-period.ts'
import { countDays } from '../../time/days.ts'
import { parseDate } from '../../time/calendar.ts'
import { grains } from '../../time/grains.ts'
import { DateRangeField } from '../components/date-field.tsx'
import { SelectField } from '../components/select-field.tsx'
import { today } from '../reports/report-services.ts'
import { loadScreen } from './use-tile.ts'

type Props = {
  /** A period such as `2025-03` or two days joined by `..`; empty for the latest period of each tile. */
  readonly period: string
  readonly tiles: readonly Tile[]
  readonly onChange: (period: string) => void
}

const RANGE = 'range'

/** Chooses the period that all tiles follow, among those that at least one of them can show. */
export const PeriodChoice = ({ period, tiles, onChange }: Props) => {
  const [isTyping, setTyping] = useState(false)
  const plans = usePlans(tiles)
  const offered = listPeriods(plans)
  const isRange = isTyping || period.includes('..')
  const canRange = isRange || plans.some((plan) => canChoose(plan, today()))
  const values = period === '' || isRange || offered.includes(period) ? offered : [period, ...offered]
  if (values.length === 0 && !canRange) return null
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        label="Period"
        className="w-44"
        value={isRange ? RANGE : period}
        onChange={(value) => {
          setTyping(value === RANGE)
          if (value !== RANGE) onChange(value)
        }}
        options={[
          { value: '', label: 'Latest' },
          ...values.map((value) => ({ value, label: formatPeriod(value) })),
          ...(canRange ? [{ value: RANGE, label: 'From … to …' }] : []),
        ]}
      />
      {isRange && (
        <DateRangeField label="Period" value={period.includes('..') ? period : ''} onChange={onChange} />
      )}
    </div>
  )
}

/** Loads the screens of the tiles that follow the period of the dashboard; none while they load. */
function usePlans(tiles: readonly Tile[]): readonly ReportPlan[] {
  const views = tiles.flatMap(({ view }) => (view === undefined || view.period !== null ? [] : [view]))
  const { data = [] } = useQuery({
    queryKey: ['dashboard-plans', views],
    staleTime: Infinity,
    queryFn: async () => (await Promise.all(views.map(loadScreen))).flatMap(({ plan }) => plan ?? []),
  })
  return data
}

const canChoose = (plan: ReportPlan, period: string): boolean => {
  const days = parsePeriod(period)
  return days !== null && choosePeriod(plan, days) !== null
}

/** How many of each length are listed, up to the current one: three years, and a year of weeks. */
const COUNTS = { year: 3, quarter: 12, month: 36, week: 53, day: 0 } as const

/** Lists the periods that a screen can choose, the longest first, and the latest first of each length. */
function listPeriods(plans: readonly ReportPlan[]): string[] {
  const date = parseDate(today())
  if (date === null) return []
  return periodGrains.flatMap((name) => {
    const { at, format } = grains[name]
    const current = at(countDays(date))
    const periods = Array.from({ length: COUNTS[name] }, (_, index) => format(current - index))
    return periods.filter((period) => plans.some((plan) => canChoose(plan, period)))
  })
}
