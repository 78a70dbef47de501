import * as z from 'zod/mini'

/** The answer of a report call; where its records are is the definition's to say. */
export const ReportAnswer = z.looseObject({
  success: z.boolean(),
  message: z.optional(z.nullable(z.string())),
})
