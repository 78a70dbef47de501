import { slashedDate } from './calendar-month.ts'
import type { InternationalMonth } from './repositories/international-minutes.ts'

type Row = Readonly<Record<string, string | number>>

/** One row per stored day: the date, the operators where the direction has them, one field per carrier (spec §3). */
export function internationalRows({ days, minutes }: InternationalMonth): Row[] {
  const byDate = new Map<string, [string, number][]>()
  for (const { report_date, carrier, minutes: value } of minutes) {
    const fields = byDate.get(report_date) ?? []
    fields.push([carrier, value])
    byDate.set(report_date, fields)
  }
  return days.map((day) => {
    const operators: [string, number | null][] = [
      ['airtel', day.airtel],
      ['mtn', day.mtn],
      ['nineMobile', day.nine_mobile],
      ['glo', day.glo],
    ]
    return Object.fromEntries([
      ['reportDate', slashedDate(day.report_date)],
      ...operators.filter((field): field is [string, number] => field[1] !== null),
      ...(byDate.get(day.report_date) ?? []),
    ])
  })
}
