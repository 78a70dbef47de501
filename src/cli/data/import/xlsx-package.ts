import { createInflateRaw } from 'node:zlib'
import { FileError, quoteText } from './errors.ts'

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const STORED = 0
const DEFLATED = 8
/** What a field of 32 bits holds where the real value stands in the zip64 form. */
const ELSEWHERE = 0xffffffff
/** A workbook of this size unpacked has some two million cells; beyond it, delimited text is the better form. */
const LARGEST = 128 * 1024 * 1024
const MOST_PARTS = 10_000

/** One file inside a packed file; sizes in bytes. */
export interface ZipPart {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly size: number
  /** Where its local header begins. */
  readonly offset: number
}

/**
 * Lists the parts of a packed file. Refuses one that says it unpacks to more than a machine should hold, or does not
 * say: the reader then never unpacks more than is said. Throws FileFault.
 */
export function zipParts(bytes: Buffer): ZipPart[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== END) {
    throw new FileError('the file is no workbook, or its end is missing')
  }
  const count = bytes.readUInt16LE(end + 10)
  if (count > MOST_PARTS) throw new FileError(`the workbook has more than ${MOST_PARTS} parts`)
  // A reader would take a second list of parts, of the zip64 form, instead of the one that is checked here.
  if (bytes.readUInt32LE(end + 12) === ELSEWHERE) throw unsized()
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
    if (!isSized(part, bytes.readUInt16LE(at + 8))) throw unsized()
    parts.push(part)
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  const unpacked = parts.reduce(
    (sum, { method, packed, size }) => sum + Math.max(size, method === STORED ? packed : 0),
    0,
  )
  if (unpacked > LARGEST) {
    throw new FileError(
      `the workbook unpacks to ${Math.ceil(unpacked / 1024 / 1024)} MB; at most ${LARGEST / 1024 / 1024} MB are read: save the sheet as CSV UTF-8`,
    )
  }
  return parts
}

/** Whether the list of parts tells the sizes of a part, so that no reader looks for others. */
function isSized({ method, packed, size, offset }: ZipPart, flags: number): boolean {
  const isElsewhere = packed === ELSEWHERE || offset === ELSEWHERE || ((flags & 8) !== 0 && packed === 0)
  return !isElsewhere && (method === STORED || (size === 0 ? packed <= 2 : packed > 0))
}

const unsized = () => new FileError('the workbook does not say how large its parts are')

/** The content of a part, piece by piece, up to the size that it is said to have. Throws FileFault. */
export async function* unpack(bytes: Buffer, part: ZipPart): AsyncGenerator<Buffer> {
  const { method, packed, size, offset } = part
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) throw damaged(part)
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const content = bytes.subarray(start, start + packed)
  if (method === STORED) yield content
  // No reader unpacks what is packed in another way.
  if (method !== DEFLATED) return
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 })
  inflate.end(content)
  let length = 0
  try {
    for await (const chunk of inflate) {
      if (!Buffer.isBuffer(chunk)) continue
      length += chunk.length
      // The reader refuses a part that is larger than it is said to be.
      if (length > size) return
      yield chunk
    }
  } catch (error) {
    throw damaged(part, error)
  }
}

const damaged = ({ name }: ZipPart, cause?: unknown) =>
  new FileError(`the workbook is damaged: its part ${quoteText(name)} cannot be unpacked`, { cause })

const [QUOTE, APOSTROPHE, GREATER] = [34, 39, 62]
const [MARK, QUESTION, SLASH] = [33, 63, 47]
/** What follows the `<` of everything but an opening tag. */
const OTHERS = new Set([MARK, QUESTION, SLASH])
const SPACE = /[ \t\r\n]/

/**
 * Finds the tags of an XML text that comes in pieces, in the same way as the reader of workbooks: what stands in
 * comments and CDATA sections is no tag. `onOpen` gets the local name and what follows it, attributes unread.
 */
export class XmlTags {
  readonly #onOpen: (name: string, rest: string) => void
  /** The beginning of a tag whose end has not come yet. */
  #held = ''
  #added: string[] = []
  #addedLength = 0

  constructor(onOpen: (name: string, rest: string) => void) {
    this.#onOpen = onOpen
  }

  push(piece: string): void {
    this.#added.push(piece)
    this.#addedLength += piece.length
    // A long tag is searched again only when as much has come, so that its length costs no more than its characters.
    if (this.#addedLength >= this.#held.length) this.end()
  }

  /** Looks through what has come last; call it behind the last piece. */
  end(): void {
    const text = [this.#held, ...this.#added].join('')
    this.#added = []
    this.#addedLength = 0
    let at = text.indexOf('<')
    while (at >= 0) {
      const end = endOf(text, at)
      if (end < 0) break
      if (!OTHERS.has(text.charCodeAt(at + 1)))
        this.#open(text.slice(at + 1, end - (text[end - 2] === '/' ? 2 : 1)))
      at = text.indexOf('<', end)
    }
    this.#held = at < 0 ? '' : text.slice(at)
  }

  #open(tag: string): void {
    const space = tag.search(SPACE)
    const name = space < 0 ? tag : tag.slice(0, space)
    this.#onOpen(name.slice(name.indexOf(':') + 1), space < 0 ? '' : tag.slice(space))
  }
}

/** The index behind what begins with the `<` at `at`, or -1 where its end has not come yet. */
function endOf(text: string, at: number): number {
  const next = text.charCodeAt(at + 1)
  if (next === MARK) {
    // Nothing but the first nine characters tells a section from a declaration.
    if (text.length - at < 9) return -1
    if (text.startsWith('<!--', at)) return behind(text, '-->', at + 4)
    return text.startsWith('<![CDATA[', at) ? behind(text, ']]>', at + 9) : behind(text, '>', at + 2)
  }
  if (next === QUESTION) return behind(text, '?>', at + 2)
  if (next === SLASH) return behind(text, '>', at + 2)
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

function behind(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found < 0 ? -1 : found + mark.length
}

const ATTRIBUTE = /[ \t\r\n]*([^ \t\r\n=]+)(?:[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"?|'([^']*)'?|([^ \t\r\n]+)))?/y

/**
 * The value of an attribute in a tag, empty for a bare name, or null. For numbers and places, which nobody writes with
 * entities. Throws FileFault for one that is, and for an attribute that is there twice.
 */
export function parseAttribute(name: string, rest: string): string | null {
  let value: string | null = null
  ATTRIBUTE.lastIndex = 0
  for (let found = ATTRIBUTE.exec(rest); found !== null; found = ATTRIBUTE.exec(rest)) {
    if (found[1] !== name) continue
    const text = found[2] ?? found[3] ?? found[4] ?? ''
    if (value !== null) throw new FileError(`the workbook cannot be read: a tag has two attributes ${name}`)
    if (text.includes('&')) {
      throw new FileError(`the workbook cannot be read: it has an attribute ${name}=${quoteText(text)}`)
    }
    value = text
  }
  return value
}
