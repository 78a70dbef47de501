import { createInflateRaw } from 'node:zlib'
import { FileError, quoteText } from './errors.ts'

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const STORED = 0
const DEFLATED = 8
/** The value of a 32-bit field if the real value is in a zip64 record. */
const ZIP64_MARKER = 0xffffffff
/** About two million cells; larger files should be .csv. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024
const MAX_PARTS = 10_000

/** One file of a ZIP archive; sizes in bytes. */
export interface ZipPart {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly size: number
  /** Offset of its local header. */
  readonly offset: number
}

/**
 * Lists the parts of a ZIP archive. Throws FileError if their declared sizes are too large or missing, so that the
 * reader never unpacks more than that.
 */
export function listZipParts(bytes: Buffer): ZipPart[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== END) {
    throw new FileError('the file is not a workbook, or it is truncated')
  }
  const count = bytes.readUInt16LE(end + 10)
  if (count > MAX_PARTS) throw new FileError(`the workbook has more than ${MAX_PARTS} parts`)
  // A reader would use the zip64 directory instead of the one that is checked here.
  if (bytes.readUInt32LE(end + 12) === ZIP64_MARKER) throw createSizeError()
  const parts: ZipPart[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) {
      throw new FileError('the workbook is damaged: its list of parts cannot be read')
    }
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const part = {
      name: bytes.toString('utf8', at + 46, nameEnd),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    }
    if (!isSized(part, bytes.readUInt16LE(at + 8))) throw createSizeError()
    parts.push(part)
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  const unpacked = parts.reduce(
    (sum, { method, packed, size }) => sum + Math.max(size, method === STORED ? packed : 0),
    0,
  )
  if (unpacked > MAX_UNPACKED_BYTES) {
    throw new FileError(
      `the workbook unpacks to ${Math.ceil(unpacked / 1024 / 1024)} MB; at most ${MAX_UNPACKED_BYTES / 1024 / 1024} MB are read: save the sheet as CSV UTF-8`,
    )
  }
  return parts
}

/** Whether the directory declares the sizes of a part. */
function isSized({ method, packed, size, offset }: ZipPart, flags: number): boolean {
  const isZip64 = packed === ZIP64_MARKER || offset === ZIP64_MARKER || ((flags & 8) !== 0 && packed === 0)
  return !isZip64 && (method === STORED || (size === 0 ? packed <= 2 : packed > 0))
}

const createSizeError = () => new FileError('the workbook does not declare the sizes of its parts')

/** Streams the content of a part, up to its declared size. Throws FileError if it is damaged. */
export async function* unpack(bytes: Buffer, part: ZipPart): AsyncGenerator<Buffer> {
  const { method, packed, size, offset } = part
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) throw createDamageError(part)
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const content = bytes.subarray(start, start + packed)
  if (method === STORED) yield content
  // The reader does not support other methods.
  if (method !== DEFLATED) return
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 })
  inflate.end(content)
  let length = 0
  try {
    for await (const chunk of inflate) {
      if (!Buffer.isBuffer(chunk)) continue
      length += chunk.length
      // The reader rejects a part that is larger than declared.
      if (length > size) return
      yield chunk
    }
  } catch (error) {
    throw createDamageError(part, error)
  }
}

const createDamageError = ({ name }: ZipPart, cause?: unknown) =>
  new FileError(`the workbook is damaged: its part ${quoteText(name)} cannot be unpacked`, { cause })

const [QUOTE, APOSTROPHE, GREATER] = [34, 39, 62]
const [MARK, QUESTION, SLASH] = [33, 63, 47]
/** The characters after `<` that do not start an opening tag. */
const NOT_A_TAG = new Set([MARK, QUESTION, SLASH])
const SPACE = /[ \t\r\n]/

/**
 * Finds the opening tags of an XML text that arrives in pieces, with the rules of the workbook reader: comments and
 * CDATA sections contain no tags. `onOpen` receives the local name and the unparsed attributes.
 */
export class XmlTags {
  readonly #onOpen: (name: string, rest: string) => void
  /** The beginning of an incomplete tag. */
  #rest = ''
  #pieces: string[] = []
  #piecesLength = 0

  constructor(onOpen: (name: string, rest: string) => void) {
    this.#onOpen = onOpen
  }

  push(piece: string): void {
    this.#pieces.push(piece)
    this.#piecesLength += piece.length
    // Scanning an incomplete tag again only after its length has doubled keeps the cost linear.
    if (this.#piecesLength >= this.#rest.length) this.flush()
  }

  /** Scans the pieces so far; call it after the last one. */
  flush(): void {
    const text = [this.#rest, ...this.#pieces].join('')
    this.#pieces = []
    this.#piecesLength = 0
    let at = text.indexOf('<')
    while (at >= 0) {
      const end = findEnd(text, at)
      if (end < 0) break
      if (!NOT_A_TAG.has(text.charCodeAt(at + 1)))
        this.#open(text.slice(at + 1, end - (text[end - 2] === '/' ? 2 : 1)))
      at = text.indexOf('<', end)
    }
    this.#rest = at < 0 ? '' : text.slice(at)
  }

  #open(tag: string): void {
    const space = tag.search(SPACE)
    const name = space < 0 ? tag : tag.slice(0, space)
    this.#onOpen(name.slice(name.indexOf(':') + 1), space < 0 ? '' : tag.slice(space))
  }
}

/** The index after the markup that begins at `at`, or -1 if it is incomplete. */
function findEnd(text: string, at: number): number {
  const next = text.charCodeAt(at + 1)
  if (next === MARK) {
    // A CDATA section is recognised by its first nine characters.
    if (text.length - at < 9) return -1
    if (text.startsWith('<!--', at)) return indexAfter(text, '-->', at + 4)
    return text.startsWith('<![CDATA[', at) ? indexAfter(text, ']]>', at + 9) : indexAfter(text, '>', at + 2)
  }
  if (next === QUESTION) return indexAfter(text, '?>', at + 2)
  if (next === SLASH) return indexAfter(text, '>', at + 2)
  let quote = 0
  for (let index = at + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === QUOTE || code === APOSTROPHE) quote = code
    else if (code === GREATER) return index + 1
  }
  return -1
}

function indexAfter(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found < 0 ? -1 : found + mark.length
}

const ATTRIBUTE = /[ \t\r\n]*([^ \t\r\n=]+)(?:[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"?|'([^']*)'?|([^ \t\r\n]+)))?/y

/**
 * The value of an attribute: empty if it has none, null if it is missing. For numbers and cell references only: throws
 * FileError for entities and for duplicate attributes.
 */
export function parseAttribute(name: string, rest: string): string | null {
  let value: string | null = null
  ATTRIBUTE.lastIndex = 0
  for (let found = ATTRIBUTE.exec(rest); found !== null; found = ATTRIBUTE.exec(rest)) {
    if (found[1] !== name) continue
    const text = found[2] ?? found[3] ?? found[4] ?? ''
    if (value !== null) throw new FileError(`the workbook cannot be read: a tag has two attributes ${name}`)
    if (text.includes('&')) {
      throw new FileError(`the workbook cannot be read: invalid attribute ${name}=${quoteText(text)}`)
    }
    value = text
  }
  return value
}
