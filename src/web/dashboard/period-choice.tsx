import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { Tile } from '../../../schemas/api/dashboard.ts'
import {
  choosePeriod,
  isYearOffered,
  parsePeriod,
  periodGrains,
} from '../../report/selection/choose-period.ts'
import { formatPeriod } from '../../report/table/describe-coverage.ts'
import { getPeriod } from '../../report/selection/selector-kinds.ts'
import { grains } from '../../time/grains.ts'
import { DateRangeField } from '../kit/date-field.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { type LoadedView, useTileQuery } from './use-tile.ts'

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
  const buildQuery = useTileQuery()
  const following = tiles.flatMap(({ view, compare }) => (view?.period === null ? [{ view, compare }] : []))
  const latest = useQueries({
    queries: following.map(({ view, compare }) => buildQuery(view, '', compare)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })
  if (following.length === 0) return null
  const offered = listPeriods(latest)
  const isRange = isTyping || period.includes('..')
  const canRange = isRange || latest.some(({ plan }) => choosePeriod(plan, ANY_DAY) !== null)
  const values = period === '' || isRange || offered.includes(period) ? offered : [period, ...offered]
  return (
    <div className="flex flex-wrap items-end gap-3 max-[30rem]:basis-full">
      <SelectField
        label="Period"
        className="w-44 max-[30rem]:grow"
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

const ANY_DAY = { first: '2025-01-01', last: '2025-01-01' }

/** How many of each length are listed, up to that of the latest records: three years, and a year of weeks. */
const COUNTS = { year: 3, quarter: 12, month: 36, week: 53, day: 0 } as const

/** Lists the periods that a tile can show, the longest first, and the latest first of each length. */
export function listPeriods(latest: readonly Latest[]): string[] {
  const ends = latest.map((view) => grains.day.parse(findLastDay(view)) ?? 0)
  return periodGrains.flatMap((name) => {
    const last = grains[name].at(Math.max(...ends))
    const periods = Array.from({ length: COUNTS[name] }, (_, index) => grains[name].format(last - index))
    return periods.filter((period) => latest.some((view) => canShow(view, period)))
  })
}

type Latest = Pick<LoadedView, 'plan' | 'options' | 'selection'>

const findLastDay = ({ plan, selection }: Latest): string => {
  const { days, year } = getPeriod(plan, selection)
  return days?.last ?? `${year}-12-31`
}

/** Returns true if a screen can choose a period that is in a year on offer and not after its latest one. */
function canShow(view: Latest, period: string): boolean {
  const days = parsePeriod(period)
  const chosen = days && choosePeriod(view.plan, days)
  if (chosen === null || days === null || days.first > findLastDay(view)) return false
  return isYearOffered(view.plan, chosen, view.options)
}
