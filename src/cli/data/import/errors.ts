/** A file that cannot be imported, such as one that cannot be read from some row on. */
export class FileError extends Error {
  override readonly name = 'FileError'

  get count(): number {
    return 1
  }

  lines(): string[] {
    return [this.message]
  }
}

/** A column of a file: its index from 0 and its heading. */
export interface CellLocation {
  readonly index: number
  readonly heading: string
}

const MAX_MESSAGES = 50

/** All errors of the rows of a file: the first ones as messages, the rest counted. */
export class RowErrors extends FileError {
  readonly #messages: string[] = []
  #count = 0

  override get count(): number {
    return this.#count
  }

  add(row: number, location: CellLocation | null, text: string): void {
    this.#count += 1
    if (this.#messages.length >= MAX_MESSAGES) return
    const column =
      location === null
        ? ''
        : `, column "${sanitize(location.heading)}" (${formatColumnLetter(location.index)})`
    this.#messages.push(`row ${row}${column}: ${text}`)
  }

  override lines(): string[] {
    const more = this.#count - this.#messages.length
    return more > 0 ? [...this.#messages, `and ${more.toLocaleString('en')} more`] : [...this.#messages]
  }
}

/** The name that spreadsheets give a column: `A` to `Z`, `AA` … */
export function formatColumnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : formatColumnLetter(Math.floor(index / 26) - 1) + last
}

const MAX_LENGTH = 60

/** Characters that manipulate or hide in a terminal: control, bidirectional and other invisible ones, lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** A text of a file for a message: shortened, without characters that manipulate a terminal. */
export function sanitize(text: string): string {
  const safe = text.replaceAll(UNSAFE, '�')
  return safe.length <= MAX_LENGTH ? safe : `${safe.slice(0, MAX_LENGTH).replaceAll(/\p{Cs}$/gu, '')}…`
}

export const quoteText = (text: string): string => `'${sanitize(text)}'`
