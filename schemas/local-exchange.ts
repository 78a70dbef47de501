import { z } from 'zod'
import { IsoDate } from './period.ts'

/** One day of local exchange traffic: the minutes of the twelve directions (spec §3). */
export const LocalExchangeRecord = z.object({
  reportDate: IsoDate,
  airtelToMtn: z.number(),
  airtelToNineMobile: z.number(),
  airtelToGlo: z.number(),
  mtnToAirtel: z.number(),
  mtnToNineMobile: z.number(),
  mtnToGlo: z.number(),
  nineMobileToMtn: z.number(),
  nineMobileToAirtel: z.number(),
  nineMobileToGlo: z.number(),
  gloToMtn: z.number(),
  gloToAirtel: z.number(),
  gloToNineMobile: z.number(),
})
export type LocalExchangeRecord = z.infer<typeof LocalExchangeRecord>
