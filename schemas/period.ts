import { z } from 'zod'

/** A year as it stands in a path or query. */
export const YearText = z
  .string()
  .regex(/^(19|20|21)\d\d$/, 'must be a year such as 2025')
  .transform(Number)

/** A month from 1 to 12 as it stands in a path or query (R44). */
export const MonthText = z
  .string()
  .regex(/^(0?[1-9]|1[0-2])$/, 'must be a month from 1 to 12')
  .transform(Number)

/** A month with its year, such as `2025-03` (spec §5). */
export const YearMonthText = z
  .string()
  .regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as 2025-03')

/** A calendar date as the minutes reports write it: `3/7/2025` (spec §3). */
export const SlashedDate = z.string().regex(/^\d{1,2}\/\d{1,2}\/\d{4}$/)

/** A calendar date as `2025-03-07`. */
export const IsoDate = z.iso.date()
