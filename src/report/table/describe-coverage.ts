import type { Coverage } from '../../../schemas/api/coverage.ts'
import { monthNames, parseDate } from '../../time/calendar.ts'
import { grains } from '../../time/grains.ts'

/** Formats a day as `14 March 2025`; other times as a heading does. */
const formatTime = (text: string): string => {
  const date = parseDate(text.slice(0, 10))
  return date === null ? formatPeriod(text) : `${date.day} ${monthNames[date.month - 1] ?? ''} ${date.year}`
}

const formatMoment = (iso: string): string => `${formatTime(iso)}, ${iso.slice(11, 16)} UTC`

/**
 * Says up to when a report has records in any of its tabs, what its last import was, and whether records were changed
 * after it.
 */
export function describeCoverage({
  upTo,
  changedAt,
  imported,
}: Pick<Coverage, 'upTo' | 'changedAt' | 'imported'>): readonly string[] {
  const isChangedOtherwise = changedAt !== null && (imported === null || changedAt > imported.at)
  return [
    ...(upTo === null ? [] : [`The report has records until ${formatTime(upTo)}.`]),
    ...(imported === null
      ? []
      : [`Its last import: ${formatMoment(imported.at)}, by ${imported.by} from ${imported.file}.`]),
    ...(isChangedOtherwise ? [`Last changed ${formatMoment(changedAt)}.`] : []),
  ]
}

/** Formats a period for a heading: `March 2025`, `2025-Q1`, or two days. */
export function formatPeriod(text: string): string {
  const month = grains.month.parse(text)
  if (month === null) return text.replace('..', ' to ')
  const { year, part } = grains.month.split(month)
  return grains.month.label(year, part)
}
