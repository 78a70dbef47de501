import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { BackupError } from './backup-format.ts'

/*
 * A backup is a gzip file that any tool unpacks. Its header, which has room for remarks (RFC 1952, "extra field"),
 * holds the SHA-256 of everything behind it: no byte of the file can change without being noticed, neither those of
 * the header, which never vary, nor those that gzip itself does not check.
 */

/** gzip, deflate, with an extra field, without a time, on no system in particular. */
const GZIP = '1f8b08040000000000ff'
/** The extra field: 36 bytes, of which 32 belong to the remark "TP". */
const EXTRA = '240054502000'
const START = Buffer.from(GZIP + EXTRA, 'hex')
const DIGEST = 32
const HEADER = START.length + DIGEST
/** What every gzip stream begins with that says nothing about itself. */
const PLAIN_HEADER = 10

/** Puts the sealed header, still without its digest, in the place of gzip's own; `hash` takes in what follows. */
export function hashStream(hash: Hash): Transform {
  let plain = PLAIN_HEADER
  return new Transform({
    construct(done) {
      this.push(Buffer.concat([START, Buffer.alloc(DIGEST)]))
      done()
    },
    transform(chunk: Buffer, _encoding, done) {
      const rest = chunk.subarray(plain)
      plain = Math.max(0, plain - chunk.length)
      hash.update(rest)
      done(null, rest)
    },
  })
}

/** Writes the digest into the header of a file that is otherwise complete, and all of it to the disk. */
export async function checksumLine(path: string, digest: Buffer): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.write(digest, 0, DIGEST, START.length)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Throws BackupFault where a file is no backup or not as it was written (S79). */
export async function verifyChecksum(path: string): Promise<void> {
  const hash = createHash('sha256')
  let head: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const missing = HEADER - head.length
    if (missing > 0) head = Buffer.concat([head, chunk.subarray(0, missing)])
    hash.update(chunk.subarray(Math.max(0, missing)))
  }
  if (!head.subarray(0, START.length).equals(START.subarray(0, head.length)) || head.length === 0) {
    throw new BackupError('the file is no backup of the portal')
  }
  if (head.length < HEADER || !hash.digest().equals(head.subarray(START.length))) {
    throw new BackupError('the backup is damaged: its checksum does not fit; nothing was written')
  }
}
