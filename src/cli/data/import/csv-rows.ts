import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { CsvError, parse } from 'csv-parse'
import { unescapeFormula } from '../../../report/csv.ts'
import type { SheetRow } from './cells.ts'
import { FileError } from './errors.ts'

const MAX_LINE_BYTES = 4 * 1024 * 1024
const TOO_LONG = `is longer than ${MAX_LINE_BYTES / 1024 / 1024} MB`
const NEWLINE = 0x0a

/** The rows of a delimited file, streamed; `row` is the line in which a row begins. Throws FileError. */
export async function* readCsvRows(
  path: string,
  isKeyHeading: (heading: string) => boolean,
): AsyncGenerator<readonly SheetRow[]> {
  const delimiter = await findDelimiter(path, isKeyHeading)
  let row = 1
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    max_record_size: MAX_LINE_BYTES,
  })
  const text = Readable.from(readUtf8Lines(path))
  // Errors of the text are thrown where the parser is read.
  pipeline(text, parser, () => undefined)
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      yield [{ row, cells: record.map(unescapeFormula) }]
      row += 1 + record.reduce((lines, cell) => lines + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // Rows that were parsed but not yet consumed are lost; the error knows its own line.
    const line = /at line (\d+)/.exec(error.message)?.[1] ?? row
    throw new FileError(`row ${line}: ${describeCsvError(error)}`, { cause: error })
  } finally {
    text.destroy()
  }
}

function describeCsvError({ code, message }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a cell begins with a quote that is never closed'
  if (code === 'CSV_MAX_RECORD_SIZE') return TOO_LONG
  if (code === 'CSV_INVALID_CLOSING_QUOTE' || code === 'INVALID_OPENING_QUOTE') {
    return 'a cell contains a quote; enclose the cell in quotes and double the quotes in it'
  }
  return message
}

/** Whole lines of a file. Throws FileError if one is not UTF-8. */
async function* readUtf8Lines(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let line = 1
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk])
    const end = bytes.lastIndexOf(NEWLINE) + 1
    const lines = bytes.subarray(0, end)
    rest = bytes.subarray(end)
    if (!isUtf8(lines)) throw new FileError(describeEncodingError(lines, line))
    if (rest.length > MAX_LINE_BYTES) throw new FileError(`row ${line}: ${TOO_LONG}`)
    for (const byte of lines) if (byte === NEWLINE) line += 1
    if (end > 0) yield lines
  }
  if (!isUtf8(rest)) throw new FileError(describeEncodingError(rest, line))
  if (rest.length > 0) yield rest
}

function describeEncodingError(lines: Buffer, first: number): string {
  let line = first
  for (let start = 0; start < lines.length; line += 1) {
    const next = lines.indexOf(NEWLINE, start)
    const end = next < 0 ? lines.length : next + 1
    if (!isUtf8(lines.subarray(start, end))) break
    start = end
  }
  return `row ${line}: is not UTF-8; save the file as "CSV UTF-8"`
}

/** The delimiter that splits the header row into cells. */
async function findDelimiter(path: string, isKeyHeading: (heading: string) => boolean): Promise<string> {
  const start = await buffer(createReadStream(path, { end: MAX_LINE_BYTES - 1 }))
  for (const line of start.toString('utf8').split(/\r\n|\r|\n/)) {
    const found = [',', ';', '\t'].find((delimiter) => {
      const cells = line.split(delimiter).map((cell) => cell.trim().replaceAll(/^\uFEFF|^"|"$/g, ''))
      return cells.length > 1 && cells.some(isKeyHeading)
    })
    if (found !== undefined) return found
  }
  return ','
}
