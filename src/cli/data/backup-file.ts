import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import { z, type ZodType } from 'zod'
import type { StoredValue } from '../../server/database/handle.ts'
import { migrationNames } from '../../server/database/migrate.ts'

/** The format and version of the file. */
export const FORMAT_VERSION = { format: 'traffic-portal-backup', version: 1 } as const

const Name = z.string().regex(/^[a-z][a-z_]*$/)

/** The part of the first line that is common to all versions. */
const FormatLine = z.object({ format: z.literal(FORMAT_VERSION.format), version: z.int() })

/** The first line: the tables of the backup, and the migrations of its schema. */
const Header = z.strictObject({
  format: z.literal(FORMAT_VERSION.format),
  version: z.int(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.strictObject({ name: Name, columns: z.array(Name).min(1) })),
})
export type Header = z.infer<typeof Header>

/** The line before the rows of a table. */
const TableLine = z.strictObject({ table: Name })

const RowLine = z.array(z.union([z.string(), z.number(), z.null()]))

/** The last line: the number of rows of each table. */
const EndLine = z.strictObject({ rows: z.record(Name, z.int().min(0)) })
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
async function verifyChecksum(path: string): Promise<void> {
  const chunks = await createReadStream(path, { end: HEADER - 1 }).toArray()
  const header = Buffer.concat(chunks)
  if (!header.subarray(0, START.length).equals(START.subarray(0, header.length)) || header.length === 0) {
    throw new BackupError('the file is not a backup of the portal')
  }
  if (header.length < HEADER || !(await hashContent(path)).equals(header.subarray(START.length))) {
    throw new BackupError('the backup is damaged: its checksum does not match; nothing was written')
  }
}

/** A table of a backup and its rows, which must be consumed before the next table. */
export interface BackupPart {
  readonly table: Header['tables'][number]
  readonly rows: AsyncGenerator<readonly StoredValue[]>
}

/** Reads a whole backup without storing it. Throws BackupError if it cannot be restored. */
export async function checkBackup(path: string): Promise<Header> {
  await verifyChecksum(path)
  let header: Header | undefined
  for await (const part of readBackup(path)) {
    if ('rows' in part) for await (const row of part.rows) void row
    else header = part
  }
  if (header === undefined) throw new BackupError('the backup has no header')
  return header
}

/** Reads a backup line by line: its header, then its tables in order. Throws BackupError if rows are missing. */
export async function* readBackup(path: string): AsyncGenerator<Header | BackupPart> {
  const file = createReadStream(path)
  // Errors of the compressed data are thrown where the lines are read.
  const text = pipeline(file, createGunzip(), () => undefined)
  try {
    yield* parseLines(splitLines(text))
  } finally {
    file.destroy()
    text.destroy()
  }
}

async function* parseLines(lines: AsyncGenerator<string>): AsyncGenerator<Header | BackupPart> {
  let number = 0
  const fail = (reason: string): never => {
    throw new BackupError(`the backup cannot be read, line ${number}: ${reason}`)
  }
  const next = async (): Promise<string> => {
    number += 1
    const { done, value } = await lines.next()
    return done === true ? fail('the end is missing') : value
  }
  const parse = <T>(schema: ZodType<T>, text: string): T => {
    const parsed = schema.safeParse(parseJson(text))
    return parsed.success ? parsed.data : fail(parsed.error.issues[0]?.message ?? 'invalid line')
  }

  const first = await next()
  const { version } = parse(FormatLine, first)
  if (version !== FORMAT_VERSION.version) {
    throw new BackupError(`unsupported backup version ${version} (supported: ${FORMAT_VERSION.version})`)
  }
  const header = parse(Header, first)
  if (header.migrations.some((name, index) => name !== migrationNames[index])) {
    throw new BackupError(
      'the backup was created by a newer version of the portal; restore it with that version',
    )
  }
  yield header
  const counts = new Map<string, number>()
  let line = await next()
  for (const table of header.tables) {
    if (parse(TableLine, line).table !== table.name) fail(`expected the table ${table.name}`)
    line = await next()
    const readRows = async function* (): BackupPart['rows'] {
      let count = 0
      for (; line.startsWith('['); line = await next()) {
        const row = parse(RowLine, line)
        if (row.length !== table.columns.length) fail(`expected ${table.columns.length} values`)
        count += 1
        yield row
      }
      counts.set(table.name, count)
    }
    yield { table, rows: readRows() }
  }
  const end = parse(EndLine, line)
  const isComplete = [...counts].every(([name, count]) => end.rows[name] === count)
  if (!isComplete || Object.keys(end.rows).length !== counts.size) fail('rows are missing')
  if ((await lines.next()).done !== true) fail('unexpected data after the end')
}

/** A row of many thousand values has a hundredth of it. */
const MAX_LINE_MIB = 16

async function* splitLines(text: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  try {
    for await (const chunk of text) {
      const lines = (rest + decoder.write(chunk)).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
      if (rest.length > MAX_LINE_MIB * 2 ** 20) break
    }
  } catch (error) {
    throw new BackupError(`the backup cannot be unpacked: ${String(error)}`, { cause: error })
  }
  if (rest.length > MAX_LINE_MIB * 2 ** 20) {
    throw new BackupError(`the backup cannot be read: a line is longer than ${MAX_LINE_MIB} MiB`)
  }
  if (rest !== '') yield rest
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
