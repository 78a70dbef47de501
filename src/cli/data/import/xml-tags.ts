import { FileError, quoteText } from './errors.ts'

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
