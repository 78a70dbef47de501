import { z } from 'zod'

/** The number of a record as it stands in a path: digits only, small enough for every engine. */
export const RecordId = z
  .string()
  .regex(/^[0-9]{1,9}$/, 'must be a number of at most nine digits')
  .transform(Number)

/** Path of a call for one record. */
export const RecordPath = z.strictObject({ id: RecordId })

/** The number of a record in the body of its change: may be sent back as it was read, and must be that of the path. */
export const SameId = z.int().min(1).max(999_999_999).optional()

/** A new record has no number yet. */
export const NoId = z.never({ error: 'is given by the server; leave it out' }).optional()
