import * as z from 'zod/mini'

/** A role as it is answered. */
export const Role = z.object({ id: z.int(), name: z.string(), description: z.string() })
export type Role = z.infer<typeof Role>
