import * as z from 'zod/mini'

/** What a read of one record returns: the record, or a list of exactly one. */
export const singleRead = <T extends z.ZodMiniType>(record: T) =>
  z.pipe(
    z.transform((value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value)),
    record,
  )
