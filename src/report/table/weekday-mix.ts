import type { Value } from '../../query/arithmetic.ts'
import type { TableColumn, TableRow } from '../model/report-table.ts'

/** The days that are compared: those of the chosen period and of the earlier one. */
export type ComparedDays = readonly [now: readonly string[], before: readonly string[]]

const getWeekday = (day: string): number => new Date(day).getUTCDay()

function countWeekdays(days: readonly string[]): ReadonlyMap<number, number> {
  const weekdays = days.map(getWeekday)
  return new Map(weekdays.map((one) => [one, weekdays.filter((other) => other === one).length]))
}

/**
 * Computes what the earlier period has with the weekdays of the chosen one: its usual Monday for each Monday, and so on.
 * `rows` are those of the earlier days. Only columns of sums have a value. Returns null if both periods have the same
 * part of each weekday, or if one of them lacks a weekday.
 */
export function weighWeekdays(
  days: ComparedDays,
  rows: readonly Pick<TableRow, 'key' | 'values'>[],
  columns: readonly TableColumn[],
): Value[] | null {
  const [now, before] = [countWeekdays(days[0]), countWeekdays(days[1])]
  const weights = new Map([...before].map(([weekday, count]) => [weekday, (now.get(weekday) ?? 0) / count]))
  if (now.size < 7 || before.size < 7 || new Set(weights.values()).size === 1) return null
  return columns.map(({ total }, index) => {
    const values = rows.flatMap(({ key, values: own }) => {
      const value = own[index] ?? null
      return value === null ? [] : value * (weights.get(getWeekday(key)) ?? 0)
    })
    return total === 'sum' && values.length > 0 ? values.reduce((sum, value) => sum + value) : null
  })
}
