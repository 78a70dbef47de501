import { z } from 'zod'

/**
 * The largest figure that may be written, sums of a record included: below it a double keeps two decimals exactly.
 * It bounds what is written, never what is read, so that every stored record can be shown.
 */
export const MAX_AMOUNT = 10_000_000_000_000

/** Follows the name of a field or column in messages. */
export const tooLarge = (max: number) => `is too large; the largest allowed is ${max.toLocaleString('en')}`

/** Whether a number has at most so many decimals; null takes any. */
export const hasDecimals = (value: number, most: number | null): boolean =>
  most === null || Number(value.toFixed(most)) === value

/** A figure in the body of a request. */
export const Amount = (min: number, max: number, decimals: number | null) => {
  const message = tooLarge(max)
  return z
    .number({ error: ({ input }) => (input === Number.POSITIVE_INFINITY ? message : undefined) })
    .min(min)
    .max(max, message)
    .refine((value) => hasDecimals(value, decimals), `must have at most ${decimals} decimals`)
}
