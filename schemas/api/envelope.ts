import { z } from 'zod'

/** The envelope around what a call under `/v1` or `/api` answers. */
export function envelope<T extends z.core.$ZodType>(records: T) {
  return z.object({ success: z.literal(true), message: z.string(), records, totalCount: z.int().min(0) })
}

/** An envelope around a list. */
export function listEnvelope<T extends z.core.$ZodType>(record: T) {
  return envelope(z.array(record))
}

/** The envelope of a deed that has nothing but its message to tell. */
export const EmptyEnvelope = envelope(z.tuple([]))

/** Every answer that is an error, on every path. */
export const ErrorEnvelope = z.object({
  success: z.literal(false),
  message: z.string(),
  records: z.tuple([]),
  totalCount: z.literal(0),
  requestId: z.string(),
})

/** What the three dummy-data calls answer: how many days were added. */
export const DummyDataResponse = z.object({
  success: z.literal(true),
  message: z.string(),
  records: z.tuple([]),
  totalCount: z.int().min(0),
})

/** The years that a report has records of, latest first. */
export const YearList = listEnvelope(z.int())
