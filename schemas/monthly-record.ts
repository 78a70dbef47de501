import { z } from 'zod'
import { ReportType } from './report-type.ts'

const minutes = z.number().min(0).max(1e15)

/** What is written of a monthly record; it is known by year, type and month (spec §3). */
export const MonthlyRecordBody = z.strictObject({
  year: z.int().min(1900).max(2199),
  reportType: ReportType,
  reportMonth: z.int().min(1).max(12),
  airtelDailyAvg: minutes,
  mtnDailyAvg: minutes,
  nineMobileDailyAvg: minutes,
  gloDailyAvg: minutes,
  idaDailyAvg: minutes,
})
export type MonthlyRecordBody = z.infer<typeof MonthlyRecordBody>

/** A monthly record as it is answered. */
export const MonthlyRecord = z.object({ id: z.int(), ...MonthlyRecordBody.shape })
export type MonthlyRecord = z.infer<typeof MonthlyRecord>
