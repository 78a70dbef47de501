import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
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

/*
 * A backup is a gzip file. The extra field of its header (RFC 1952) contains the SHA-256 of everything after it, so
 * every changed byte is detected: the rest of the header is constant.
 */

/** gzip, deflate, with an extra field, without a time, unknown operating system. */
const GZIP = '1f8b08040000000000ff'
/** The extra field: 36 bytes, with the subfield "TP" of 32 bytes. */
const EXTRA = '240054502000'
const START = Buffer.from(GZIP + EXTRA, 'hex')
const HEADER = START.length + 32

/** Where a file of gzip is written, so that the header of the backup takes the place of its own of 10 bytes. */
export const GZIP_START = HEADER - 10

async function hashContent(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { start: HEADER })) hash.update(chunk as Buffer)
  return hash.digest()
}

/** Writes the header of a complete file, and syncs it to the disk. */
export async function writeHeader(path: string): Promise<void> {
  const header = Buffer.concat([START, await hashContent(path)])
  const file = await open(path, 'r+')
  try {
    await file.write(header, 0, HEADER, 0)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Throws BackupError if the file is not a backup or was changed (S79). */
export async function verifyChecksum(path: string): Promise<void> {
  const chunks = await createReadStream(path, { end: HEADER - 1 }).toArray()
  const header = Buffer.concat(chunks)
  if (!header.subarray(0, START.length).equals(START.subarray(0, header.length)) || header.length === 0) {
    throw new BackupError('the file is not a backup of the portal')
  }
  if (header.length < HEADER || !(await hashContent(path)).equals(header.subarray(START.length))) {
    throw new BackupError('the backup is damaged: its checksum does not match; nothing was written')
  }
}
