import { z } from 'zod'
import { Minutes } from './figure.ts'
import { NoId, SameId } from './record-id.ts'
import { ReportType } from './report-type.ts'

/** What is written of a monthly record; it is known by year, type and month (spec §3). */
export const MonthlyRecordBody = z.strictObject({
  year: z.int().min(1900).max(2199),
  reportType: ReportType,
  reportMonth: z.int().min(1).max(12),
  airtelDailyAvg: Minutes,
  mtnDailyAvg: Minutes,
  nineMobileDailyAvg: Minutes,
  gloDailyAvg: Minutes,
  idaDailyAvg: Minutes,
})
export type MonthlyRecordBody = z.infer<typeof MonthlyRecordBody>

/** Body of `POST /v1/monthly-reports`. */
export const NewMonthlyRecordBody = z.strictObject({ id: NoId, ...MonthlyRecordBody.shape })

/** Body of `PUT /v1/monthly-reports/{id}` (R71). */
export const ChangedMonthlyRecordBody = z.strictObject({ id: SameId, ...MonthlyRecordBody.shape })

/** A monthly record as it is answered: with the figures that are stored, whatever may be written today. */
export const MonthlyRecord = z.object({
  id: z.int(),
  ...MonthlyRecordBody.shape,
  airtelDailyAvg: z.number(),
  mtnDailyAvg: z.number(),
  nineMobileDailyAvg: z.number(),
  gloDailyAvg: z.number(),
  idaDailyAvg: z.number(),
})
export type MonthlyRecord = z.infer<typeof MonthlyRecord>
