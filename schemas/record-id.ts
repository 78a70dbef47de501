import { z } from 'zod'

/** The number of a record as it stands in a path: digits only, small enough for every engine. */
export const RecordId = z
  .string()
  .regex(/^[0-9]{1,9}$/, 'must be a number of at most nine digits')
  .transform(Number)

/** Path of a call for one record. */
export const RecordPath = z.strictObject({ id: RecordId })
