import * as z from 'zod/mini'

/** The form of every list answer and of every failure. */
export const Envelope = z.object({
  success: z.boolean(),
  message: z.optional(z.nullable(z.string())),
  records: z.optional(z.unknown()),
  totalCount: z.optional(z.nullable(z.number())),
})
export type Envelope = z.infer<typeof Envelope>

/** A message as servers send one, under either of its two names. */
export const ErrorBody = z.object({
  success: z.optional(z.unknown()),
  message: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
})

/** The answer of a report call; where its records are is the definition's to say. */
export const ReportEnvelope = z.looseObject({
  success: z.boolean(),
  message: z.optional(z.nullable(z.string())),
})
