/** A file that cannot be read at all, or not from some row on; the message says where and why. */
export class FileError extends Error {
  override readonly name = 'FileFault'
}

/** A column of a file: its place from 0 and its heading. */
export interface CellLocation {
  readonly index: number
  readonly heading: string
}

const TOLD = 50

/** Everything that is wrong with a file: the first ones in words, the rest counted. */
export class ImportErrors {
  readonly #told: string[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  add(row: number, place: CellLocation | null, text: string): void {
    this.#count += 1
    if (this.#told.length >= TOLD) return
    const column =
      place === null ? '' : `, column "${sanitize(place.heading)}" (${columnLetter(place.index)})`
    this.#told.push(`row ${row}${column}: ${text}`)
  }

  /** Adds the faults of another list behind these. */
  append(other: ImportErrors): void {
    this.#count += other.#count
    this.#told.push(...other.#told.slice(0, TOLD - this.#told.length))
  }

  lines(): string[] {
    const more = this.#count - this.#told.length
    return more > 0 ? [...this.#told, `and ${more.toLocaleString('en')} more`] : [...this.#told]
  }
}

/** The name that spreadsheets give a column: `A` to `Z`, `AA` … */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last
}

const LONGEST = 60

/** Anything that would steer a terminal or hide in it: control characters, direction marks, halves of a pair. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** A text of a file as a message may show it: short, and without what would steer a terminal (S86). */
export function sanitize(text: string): string {
  const fit = text.replaceAll(UNFIT, '�')
  return fit.length <= LONGEST ? fit : `${fit.slice(0, LONGEST).replaceAll(/\p{Cs}$/gu, '')}…`
}

export const quoteText = (text: string): string => `'${sanitize(text)}'`
