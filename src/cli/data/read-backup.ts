import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import type { ZodType } from 'zod'
import type { StoredValue } from '../../server/database/handle.ts'
import { migrationNames } from '../../server/database/migrate.ts'
import {
  BackupError,
  EndLine,
  FORMAT_VERSION,
  FormatLine,
  Header,
  RowLine,
  TableLine,
  verifyChecksum,
} from './backup-format.ts'

/** A table of a backup and its rows, which must be consumed before the next table. */
export interface BackupPart {
  readonly table: Header['tables'][number]
  readonly rows: AsyncGenerator<readonly StoredValue[]>
}

/** Reads a whole backup without storing it. Throws BackupError if it cannot be restored. */
export async function checkBackup(path: string): Promise<Header> {
  await verifyChecksum(path)
  const reader = new BackupReader(path)
  try {
    const header = await reader.header()
    for await (const { rows } of reader.parts()) for await (const row of rows) void row
    return header
  } finally {
    reader.close()
  }
}

/** Reads a backup line by line. */
export class BackupReader {
  readonly #lines: AsyncIterator<string>
  readonly #close: () => void
  #header: Header | undefined
  #line = 0

  constructor(path: string) {
    const file = createReadStream(path)
    // Errors of the compressed data are thrown where the lines are read.
    const text = pipeline(file, createGunzip(), () => undefined)
    this.#lines = splitLines(text)
    this.#close = () => {
      file.destroy()
      text.destroy()
    }
  }

  close(): void {
    this.#close()
  }

  async header(): Promise<Header> {
    const text = await this.#next()
    const { version } = this.#parse(FormatLine, text)
    if (version !== FORMAT_VERSION.version) {
      throw new BackupError(`unsupported backup version ${version} (supported: ${FORMAT_VERSION.version})`)
    }
    const header = this.#parse(Header, text)
    if (header.migrations.some((name, index) => name !== migrationNames[index])) {
      throw new BackupError(
        'the backup was created by a newer version of the portal; restore it with that version',
      )
    }
    this.#header = header
    return header
  }

  /** The tables in order. Throws BackupError if rows are missing or there are too many. */
  async *parts(): AsyncGenerator<BackupPart> {
    const header = this.#header ?? (await this.header())
    const counts = new Map<string, number>()
    let line = await this.#next()
    for (const table of header.tables) {
      if (this.#parse(TableLine, line).table !== table.name) this.#fail(`expected the table ${table.name}`)
      counts.set(table.name, 0)
      line = await this.#next()
      const rows = async function* (this: BackupReader): AsyncGenerator<readonly StoredValue[]> {
        while (line.startsWith('[')) {
          const row = this.#parse(RowLine, line)
          if (row.length !== table.columns.length) this.#fail(`expected ${table.columns.length} values`)
          counts.set(table.name, (counts.get(table.name) ?? 0) + 1)
          yield row
          line = await this.#next()
        }
      }
      yield { table, rows: rows.call(this) }
    }
    const end = this.#parse(EndLine, line)
    const isComplete = [...counts].every(([name, count]) => end.rows[name] === count)
    if (!isComplete || Object.keys(end.rows).length !== counts.size) this.#fail('rows are missing')
    if ((await this.#lines.next()).done !== true) this.#fail('unexpected data after the end')
  }

  async #next(): Promise<string> {
    this.#line += 1
    const { done, value } = await this.#lines.next()
    return done === true ? this.#fail('the end is missing') : value
  }

  #parse<T>(schema: ZodType<T>, text: string): T {
    const parsed = schema.safeParse(parseJson(text))
    return parsed.success ? parsed.data : this.#fail(parsed.error.issues[0]?.message ?? 'invalid line')
  }

  #fail(reason: string): never {
    throw new BackupError(`the backup cannot be read, line ${this.#line}: ${reason}`)
  }
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
