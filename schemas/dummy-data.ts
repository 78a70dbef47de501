import { z } from 'zod'

/** What the three dummy-data calls answer: how many days were added (spec §7). */
export const DummyDataResult = z.object({
  success: z.literal(true),
  message: z.string(),
  records: z.tuple([]),
  totalCount: z.int().min(0),
})
