import { z } from 'zod'

/**
 * The largest figure that may be written, sums of a record included: below it a double keeps two decimals exactly.
 * It bounds what is written, never what is read, so that every stored record can be shown.
 */
export const LARGEST_FIGURE = 10_000_000_000_000

/** Follows the name of a field or column in messages. */
export const TOO_LARGE = `is too large; the largest allowed is ${LARGEST_FIGURE.toLocaleString('en')}`

/** Minutes in the body of a request: never negative. */
export const Minutes = z
  .number({ error: ({ input }) => (input === Number.POSITIVE_INFINITY ? TOO_LARGE : undefined) })
  .min(0)
  .max(LARGEST_FIGURE, TOO_LARGE)
