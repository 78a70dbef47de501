import { z } from 'zod'
import { SlashedDate } from './period.ts'
import { ReportType } from './report-type.ts'

/** One day of the daily report (spec §3). */
export const DailyRecord = z.object({
  id: z.int(),
  reportDate: SlashedDate,
  reportType: ReportType,
  airtelMinutes: z.number(),
  mtnMinutes: z.number(),
  nineMobileMinutes: z.number(),
  gloMinutes: z.number(),
  totalMinutes: z.number(),
  idaMinutes: z.number(),
  grandTotal: z.number(),
})
export type DailyRecord = z.infer<typeof DailyRecord>
