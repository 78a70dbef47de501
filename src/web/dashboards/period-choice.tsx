import { useState } from 'react'
import { parsePeriod } from '../../report/selection/choose-period.ts'
import { formatToday } from '../../time/calendar.ts'
import { grains } from '../../time/grains.ts'
import { DateRangeField } from '../components/date-field.tsx'
import { SelectField } from '../components/select-field.tsx'

type Props = {
  /** A month such as `2025-03`, two days joined by `..`, or empty for the latest period of each tile. */
  readonly period: string
  readonly onChange: (period: string) => void
}

const RANGE = 'range'
const MONTHS = 36

/** Chooses the period that all tiles follow. */
export const PeriodChoice = ({ period, onChange }: Props) => {
  const [isTyping, setTyping] = useState(false)
  const isRange = isTyping || period.includes('..')
  const months = listMonths(period)
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
        options={[{ value: '', label: 'Latest' }, ...months, { value: RANGE, label: 'From … to …' }]}
      />
      {isRange && (
        <DateRangeField label="Period" value={period.includes('..') ? period : ''} onChange={onChange} />
      )}
    </div>
  )
}

/** The last three years of months, the latest first, and the chosen one if it is not among them. */
function listMonths(chosen: string) {
  const current = grains.month.parse(formatToday(new Date(), 'local').slice(0, 7)) ?? 0
  const values = Array.from({ length: MONTHS }, (_, index) => grains.month.format(current - index))
  const all = chosen === '' || chosen.includes('..') || values.includes(chosen) ? values : [chosen, ...values]
  return all.map((value) => ({ value, label: formatPeriod(value) }))
}

/** Formats a period for a heading: `March 2025`, or two days. */
export function formatPeriod(period: string): string {
  const month = grains.month.parse(period)
  if (month === null) return period.replace('..', ' to ')
  const { year, part } = grains.month.split(month)
  return grains.month.label(year, part)
}

/** The period of an address; empty for none, and for a text that is no period. */
export const readPeriod = (search: URLSearchParams): string => {
  const text = search.get('period') ?? ''
  return parsePeriod(text) === null ? '' : text
}
