import { z } from 'zod'

/**
 * The largest amount that may be written, including sums of a record: below it a double stores two decimals exactly.
 * Reads are not limited, so that every stored record can be shown.
 */
export const MAX_AMOUNT = 10_000_000_000_000

/** Returns the error of a too large amount, to be read after the name of its field or column. */
export const tooLarge = (max: number) => `is too large; the largest allowed is ${max.toLocaleString('en')}`

/** Says whether a number has at most so many decimals; null allows any. */
export const hasDecimals = (value: number, most: number | null): boolean =>
  most === null || Number(value.toFixed(most)) === value

/** Returns an amount in the body of a request. */
export const Amount = (min: number, max: number, decimals: number | null) => {
  const message = tooLarge(max)
  return z
    .number({ error: ({ input }) => (input === Number.POSITIVE_INFINITY ? message : undefined) })
    .min(min)
    .max(max, message)
    .refine((value) => hasDecimals(value, decimals), `must have at most ${decimals} decimals`)
}

/** A name that programs accept as an identifier. */
export const Identifier = z
  .string()
  .max(100)
  .regex(/^[A-Za-z_]\w*$/, 'a letter, then letters, digits and underscores')

export const FieldName = Identifier.meta({
  id: 'FieldName',
  description: 'A field of a record, as it is sent.',
})

export const DatasetId = z
  .string()
  .max(100)
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens')
  .describe('Lower-case words joined by hyphens.')

/** A bound of amounts; beyond the largest a double loses its second decimal. */
export const Bound = z.number().min(-MAX_AMOUNT).max(MAX_AMOUNT)
