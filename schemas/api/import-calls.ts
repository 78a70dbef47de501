import * as z from 'zod/mini'
import { StoredImport } from './imports.ts'
import { boundedText } from './parameters.ts'

// Apart from `imports.ts`, which browsers load.

/** An import with what decided how its file was read. */
export const ListedImport = z.object({
  ...StoredImport.shape,
  options: z.record(z.string(), z.unknown()),
})
export type ListedImport = z.infer<typeof ListedImport>

const lines = z.pipe(
  z._default(boundedText(4_000), ''),
  z.transform((text) => text.split('\n').filter(Boolean)),
)

/** Describes a sent file: its dataset, its name, and choices that the file leaves open. */
export const ImportQuery = z.strictObject({
  dataset: boundedText(100),
  file: boundedText(255),
  /** `id=value` for each dimension, a line each. */
  values: lines,
  period: z.optional(boundedText(20)),
  sheet: z.optional(boundedText(200)),
  replace: z.optional(boundedText(20)),
  /** `key=value` for each choice, a line each. */
  read: lines,
})

/** Adds the changes that the preview showed: `added,replaced,removed`. */
export const ConfirmedImportQuery = z.extend(ImportQuery, { changes: boundedText(40) })
