import * as z from 'zod/mini'

/** Limits the bytes of a file that is sent for an import. */
export const MAX_IMPORT_BYTES = 50 * 1024 * 1024

const count = z.int()
const Counts = { added: count, replaced: count, removed: count, unchanged: count }

export const StoredImport = z.object({
  id: z.int(),
  dataset: z.string(),
  file: z.string(),
  /** Identifies the bytes of the file by their SHA-256. */
  hash: z.string(),
  /** Lists the options that decided how the file was read, as a command line writes them. */
  choices: z.array(z.string()),
  rows: count,
  author: z.string(),
  at: z.string(),
  ...Counts,
  undoneBy: z.nullable(z.string()),
  undoneAt: z.nullable(z.string()),
})
export type StoredImport = z.infer<typeof StoredImport>

export const ImportTable = z.object({
  id: z.string(),
  title: z.string(),
  records: count,
  first: z.nullable(z.string()),
  last: z.nullable(z.string()),
  lastImport: z.nullable(StoredImport),
  /** Lists the options that name what a file lacks, with their values; null for those that only the data knows. */
  dimensions: z.array(z.object({ id: z.string(), values: z.nullable(z.array(z.string())) })),
  period: z.nullable(z.object({ noun: z.string(), example: z.string() })),
})
export type ImportTable = z.infer<typeof ImportTable>

const Column = z.object({
  heading: z.string(),
  readAs: z.string(),
  examples: z.string(),
  blank: count,
  smallest: z.string(),
  largest: z.string(),
  distinct: count,
})

/** A column that can be read in several ways, and the choices that decide. */
const Question = z.object({
  key: z.string(),
  place: z.string(),
  options: z.array(z.object({ value: z.string(), meaning: z.string(), remembered: z.string() })),
})

const Change = z.object({ record: z.string(), field: z.string(), was: z.string(), is: z.string() })

/** Describes a file before its import: columns, questions, errors and changes. */
export const ImportPreview = z.object({
  rows: count,
  columns: z.array(Column),
  questions: z.array(Question),
  errors: z.array(z.string()),
  errorCount: count,
  remarks: z.array(z.string()),
  /** Null while something is unclear or wrong. */
  difference: z.nullable(z.object({ ...Counts, conflicts: count, largest: z.array(Change) })),
  /** Lists the periods that contain the whole file and can be replaced. */
  spans: z.array(z.string()),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const ImportDone = z.object({ id: z.int(), ...Counts })
