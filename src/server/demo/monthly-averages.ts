import type { MonthlyRecordBody } from '../../../schemas/monthly-record.ts'
import type { ReportType } from '../../../schemas/report-type.ts'
import type { DailyRow } from '../repositories/daily-records.ts'
import { cents, months } from './noise.ts'

/** The daily averages of each month, over the days that have a record (R68); months without any are left out. */
export function monthlyAverages(
  year: number,
  reportType: ReportType,
  days: readonly DailyRow[],
): MonthlyRecordBody[] {
  return months.flatMap((month) => {
    const recorded = days.filter(({ report_date }) => Number(report_date.slice(5, 7)) === month)
    if (recorded.length === 0) return []
    const average = (field: 'airtel' | 'mtn' | 'nine_mobile' | 'glo' | 'ida') =>
      cents(recorded.reduce((sum, day) => sum + day[field], 0) / recorded.length)
    return {
      year,
      reportType,
      reportMonth: month,
      airtelDailyAvg: average('airtel'),
      mtnDailyAvg: average('mtn'),
      nineMobileDailyAvg: average('nine_mobile'),
      gloDailyAvg: average('glo'),
      idaDailyAvg: average('ida'),
    }
  })
}
