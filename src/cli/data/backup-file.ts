import { createReadStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z, type ZodType } from 'zod'
import type { StoredRow } from '../../server/platform/database/handle.ts'
import { migrationNames } from '../../server/platform/database/migrate.ts'
import { PAGE_SIZE } from '../../server/platform/database/backup.ts'
import { CommandError } from '../command.ts'

export const FORMAT_VERSION = { format: 'traffic-portal-backup', version: 1 } as const

const Name = z.string().regex(/^[a-z][a-z0-9_]*$/)

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

/** Any other line: a row, or the table of those that follow. */
const Line = z.union([z.array(z.union([z.string(), z.number(), z.null()])), z.strictObject({ table: Name })])

export interface Page {
  readonly table: string
  readonly rows: readonly StoredRow[]
}

/** Reads a whole backup without storing it. Throws CommandError if it cannot be restored. */
export async function checkBackup(path: string): Promise<Header> {
  // A line of damaged data may be anything.
  for await (const line of readLines(path)) void line
  let header: Header | undefined
  for await (const part of readBackup(path)) if (!('rows' in part)) header = part
  if (header === undefined) throw new CommandError('the backup has no header')
  return header
}

/** Reads a backup: its header, then its rows page by page. Throws CommandError if it is damaged or no backup. */
export async function* readBackup(path: string): AsyncGenerator<Header | Page> {
  let number = 0
  let header: Header | undefined
  let table: Header['tables'][number] | undefined
  let rows: StoredRow[] = []
  const fail = (reason = 'invalid line'): never => {
    throw new CommandError(`the backup cannot be read, line ${number}: ${reason}`)
  }
  const parse = <T>(schema: ZodType<T>, text: string): T => {
    const { success, data, error } = schema.safeParse(parseJson(text))
    return success ? data : fail(error.issues[0]?.message)
  }
  for await (const text of readLines(path)) {
    number += 1
    if (header === undefined) {
      checkVersion(parse(FormatLine, text).version)
      header = parse(Header, text)
      checkMigrations(header)
      yield header
      continue
    }
    const line = parse(Line, text)
    if (Array.isArray(line)) {
      const { columns = [] } = table ?? {}
      if (line.length !== columns.length) fail(`expected ${columns.length} values`)
      rows.push(Object.fromEntries(columns.map((column, index) => [column, line[index] ?? null])))
      if (rows.length < PAGE_SIZE) continue
    }
    if (table !== undefined && rows.length > 0) yield { table: table.name, rows }
    rows = []
    if (!Array.isArray(line)) {
      table = header.tables.find(({ name }) => name === line.table) ?? fail(`unknown table ${line.table}`)
    }
  }
  if (table !== undefined && rows.length > 0) yield { table: table.name, rows }
}

function checkVersion(version: number): void {
  if (version === FORMAT_VERSION.version) return
  throw new CommandError(`unsupported backup version ${version} (supported: ${FORMAT_VERSION.version})`)
}

function checkMigrations({ migrations }: Header): void {
  if (migrations.every((name, index) => name === migrationNames[index])) return
  throw new CommandError(
    'the backup was created by a newer version of the portal; restore it with that version',
  )
}

/** The beginning of a file of gzip, without a time and a name. */
const GZIP = Buffer.from('1f8b08000000000000', 'hex')

/** Reads the lines of a file of gzip, whose checksum and length are verified at its end. */
async function* readLines(path: string): AsyncGenerator<string> {
  const start = Buffer.concat(await createReadStream(path, { end: GZIP.length - 1 }).toArray())
  if (!start.equals(GZIP)) throw new CommandError('the file is not a backup of the portal')
  const file = createReadStream(path)
  // Errors of the compressed data are thrown where the lines are read.
  const text = pipeline(file, createGunzip(), () => undefined).setEncoding('utf8')
  let rest = ''
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
    // What follows the compressed data is not read.
    if (text.bytesWritten !== statSync(path).size) throw new Error('unexpected data after the end')
  } catch (error) {
    const message = 'the backup is damaged: its checksum does not match; nothing was written'
    throw new CommandError(message, { cause: error })
  } finally {
    file.destroy()
    text.destroy()
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
