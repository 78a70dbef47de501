import type { ZodType } from 'zod'

/** Describes a key of a definition for its reference and for editors, with examples. */
export const describe = <T extends ZodType>(schema: T, description: string, ...examples: unknown[]): T =>
  schema.meta({ description, examples })
