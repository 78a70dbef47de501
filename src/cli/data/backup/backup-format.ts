import { z } from 'zod'

/** The format and version of the file. */
export const FORMAT_VERSION = { format: 'traffic-portal-backup', version: 1 } as const

const Name = z.string().regex(/^[a-z][a-z_]*$/)

/** The part of the first line that is common to all versions. */
export const FormatLine = z.object({ format: z.literal(FORMAT_VERSION.format), version: z.int() })

/** The first line: the tables of the backup, and the migrations of its schema. */
export const Header = z.strictObject({
  format: z.literal(FORMAT_VERSION.format),
  version: z.int(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.strictObject({ name: Name, columns: z.array(Name).min(1) })),
})
export type Header = z.infer<typeof Header>

/** The line before the rows of a table. */
export const TableLine = z.strictObject({ table: Name })

export const RowLine = z.array(z.union([z.string(), z.number(), z.null()]))

/** The last line: the number of rows of each table. */
export const EndLine = z.strictObject({ rows: z.record(Name, z.int().min(0)) })
export type EndLine = z.infer<typeof EndLine>

/** The file is not a backup, is damaged, or cannot be restored. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
