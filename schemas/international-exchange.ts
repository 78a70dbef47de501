import { z } from 'zod'
import { SlashedDate } from './period.ts'

/** One day of international exchange traffic; its minutes are fields named `{source}_to_{destination}` (spec §3). */
export const InternationalExchangeRecord = z.looseObject({
  id: z.int(),
  reportYear: z.int(),
  reportMonth: z.int(),
  reportDate: SlashedDate,
  reportType: z.literal('INTERNATIONAL_EXCHANGE'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type InternationalExchangeRecord = z.infer<typeof InternationalExchangeRecord>
