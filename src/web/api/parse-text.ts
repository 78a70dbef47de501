import type * as z from 'zod/mini'

/** Parses a JSON text, such as a definition or a value that the tab keeps; null if it has another form. */
export function parseText<T>(schema: z.ZodMiniType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
