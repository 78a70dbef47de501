import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { DumpPart } from '../../../server/database/backup/dump.ts'
import { type EndLine, FORMAT_VERSION, type Header } from './backup-format.ts'
import { inBlocks, renameFile, addPath } from '../output-file.ts'
import { writeChecksum, createHashStream } from './checksum.ts'

/** Writes a backup, which gets its name only when it is complete; returns the number of rows of each table. */
export async function writeBackup(
  path: string,
  parts: AsyncIterable<DumpPart>,
  now: Date,
  progress: (rows: number) => void,
): Promise<EndLine['rows']> {
  const rows = new Map<string, number>()
  const unfinished = `${path}.${process.pid}.unfinished`
  const hash = createHash('sha256')
  try {
    await pipeline(
      Readable.from(inBlocks(formatLines(parts, now, rows, progress))),
      createGzip(),
      createHashStream(hash),
      // It contains password hashes, so only its owner may read it.
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }),
    )
    await writeChecksum(unfinished, hash.digest())
    await renameFile(unfinished, path)
  } catch (error) {
    throw addPath(error, path)
  } finally {
    await rm(unfinished, { force: true })
  }
  return Object.fromEntries(rows)
}

async function* formatLines(
  parts: AsyncIterable<DumpPart>,
  now: Date,
  rows: Map<string, number>,
  progress: (rows: number) => void,
): AsyncGenerator<string> {
  let table = ''
  let total = 0
  for await (const part of parts) {
    if ('migrations' in part) {
      const { migrations, tables } = part
      const header = {
        ...FORMAT_VERSION,
        createdAt: now.toISOString(),
        migrations: [...migrations],
        tables: tables.map((one) => ({ ...one, columns: [...one.columns] })),
      } satisfies Header
      yield `${JSON.stringify(header)}\n`
    } else if ('table' in part) {
      table = part.table
      rows.set(table, 0)
      yield `${JSON.stringify(part)}\n`
    } else {
      rows.set(table, (rows.get(table) ?? 0) + 1)
      total += 1
      progress(total)
      yield `${JSON.stringify(part.row)}\n`
    }
  }
  yield `${JSON.stringify({ rows: Object.fromEntries(rows) } satisfies EndLine)}\n`
}
