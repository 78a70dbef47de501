import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { writeChecksum, createHashStream } from '../../src/cli/data/backup-format.ts'

/** Writes a backup of lines that the program itself would not write, with a checksum that fits. */
export async function writeSealed(path: string, lines: readonly unknown[]): Promise<string> {
  const hash = createHash('sha256')
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  await pipeline(Readable.from([text]), createGzip(), createHashStream(hash), createWriteStream(path))
  await writeChecksum(path, hash.digest())
  return path
}
