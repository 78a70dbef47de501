import { z } from 'zod'
import { plainText } from './plain-text.ts'

/** Query of a list call: page from 0, one of the four page sizes, text to find (spec §7, §9, S32). */
export const PageQuery = z.strictObject({
  page: z
    .string()
    .regex(/^[0-9]{1,9}$/, 'must be a number of at most nine digits')
    .default('0')
    .transform(Number),
  size: z.enum(['10', '25', '50', '100']).default('10').transform(Number),
  search: plainText(200).default(''),
})
export type PageQuery = z.output<typeof PageQuery>
