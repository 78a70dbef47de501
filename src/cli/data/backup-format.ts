import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'
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
const DIGEST = 32
const HEADER = START.length + DIGEST
/** The length of the plain header that gzip writes. */
const PLAIN_HEADER = 10

/** Replaces the header of gzip by one with an empty digest; `hash` is updated with everything after it. */
export function createHashStream(hash: Hash): Transform {
  let remaining = PLAIN_HEADER
  return new Transform({
    construct(done) {
      this.push(Buffer.concat([START, Buffer.alloc(DIGEST)]))
      done()
    },
    transform(chunk: Buffer, _encoding, done) {
      const rest = chunk.subarray(remaining)
      remaining = Math.max(0, remaining - chunk.length)
      hash.update(rest)
      done(null, rest)
    },
  })
}

/** Writes the digest into the header of a complete file, and syncs it to the disk. */
export async function writeChecksum(path: string, digest: Buffer): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.write(digest, 0, DIGEST, START.length)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Throws BackupError if the file is not a backup or was changed (S79). */
export async function verifyChecksum(path: string): Promise<void> {
  const hash = createHash('sha256')
  let head: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const missing = HEADER - head.length
    if (missing > 0) head = Buffer.concat([head, chunk.subarray(0, missing)])
    hash.update(chunk.subarray(Math.max(0, missing)))
  }
  if (!head.subarray(0, START.length).equals(START.subarray(0, head.length)) || head.length === 0) {
    throw new BackupError('the file is not a backup of the portal')
  }
  if (head.length < HEADER || !hash.digest().equals(head.subarray(START.length))) {
    throw new BackupError('the backup is damaged: its checksum does not match; nothing was written')
  }
}
