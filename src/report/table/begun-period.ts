import { countRange, type DayRange, type Period } from '../../time/days.ts'
import { getNotedDays, getRowSpan } from './row-span.ts'
import type { BegunPeriod, ReportTable, TableRow } from '../model/report-table.ts'

/** Finds the period that has just begun on the last day with a record, `upTo`; null if there is none. */
export function findBegunPeriod(
  table: Pick<ReportTable, 'keyKind' | 'rows'>,
  period: Period,
  upTo: string | undefined,
): BegunPeriod | null {
  if (upTo === undefined || table.keyKind === 'date') return null
  const describe = (row: TableRow | null, span: DayRange | null): BegunPeriod[] => {
    if (span === null || upTo < span.first || upTo >= span.last) return []
    const [found, all] = [countRange({ first: span.first, last: upTo }), countRange(span)]
    return [{ row: row?.key ?? null, days: `${found} of ${all} days` }]
  }
  if (table.keyKind === 'text') return describe(null, getNotedDays(period))[0] ?? null
  const begun = table.rows.flatMap((row) => {
    const span = row.hasRecord ? getRowSpan(table, row, period) : null
    return describe(row, span && { first: span.from.slice(0, 10), last: span.to.slice(0, 10) })
  })
  return begun[0] ?? null
}

/** Says how much of a period there is: `Mar has 1 of 31 days.` */
export function describeBegunPeriod({ rows }: Pick<ReportTable, 'rows'>, { row, days }: BegunPeriod): string {
  const label = rows.find(({ key }) => key === row)?.label ?? 'The period'
  return `${label} has records of ${days}.`
}
