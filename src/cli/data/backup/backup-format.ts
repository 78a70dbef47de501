import { z } from 'zod'

/** The form of the file; a program that reads a later one says so. */
export const FORMAT_VERSION = { format: 'traffic-portal-backup', version: 1 } as const

const Name = z.string().regex(/^[a-z][a-z_]*$/)

/** What the first line says in every form. */
export const FormatLine = z.object({ format: z.literal(FORMAT_VERSION.format), version: z.int() })

/** The first line: what the backup holds, and which steps the schema had been through. */
export const Header = z.strictObject({
  format: z.literal(FORMAT_VERSION.format),
  version: z.int(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.strictObject({ name: Name, columns: z.array(Name).min(1) })),
})
export type Header = z.infer<typeof Header>

/** A line that says which table the rows below it belong to. */
export const TableLine = z.strictObject({ table: Name })

export const RowLine = z.array(z.union([z.string(), z.number(), z.null()]))

/** The last line: how many rows of each table there were. */
export const EndLine = z.strictObject({ rows: z.record(Name, z.int().min(0)) })
export type EndLine = z.infer<typeof EndLine>

/** A file that is no backup, or a damaged one, or one that this program cannot take; the message says which. */
export class BackupError extends Error {
  override readonly name = 'BackupFault'
}
