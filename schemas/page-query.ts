import { z } from 'zod'
import { plainText } from './plain-text.ts'

/** Query of a list call: page from 0, 1 to 100 records a page, text to find (spec §7, §9, S32). */
export const PageQuery = z.strictObject({
  page: z
    .string()
    .regex(/^[0-9]{1,9}$/, 'must be a number of at most nine digits')
    .default('0')
    .transform(Number),
  size: z
    .string()
    .regex(/^([1-9][0-9]?|100)$/, 'must be a number from 1 to 100')
    .default('10')
    .transform(Number),
  search: plainText(200).default(''),
})
export type PageQuery = z.output<typeof PageQuery>
