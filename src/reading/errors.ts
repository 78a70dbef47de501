import type { Choices } from '../../schemas/dataset/reading.ts'

/** A file that cannot be imported, such as one that cannot be read from some row on. */
export class FileError extends Error {
  override readonly name = 'FileError'
  /** The choices that would decide. */
  readonly questions: Question[] = []

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
  /** The measure of its amounts, if it is known. */
  readonly name?: string | undefined
  /** The unit of its measure, if one is written. */
  readonly unit?: string | undefined
}

/** A column that can be read in two ways, or in none; `options` are the choices that decide, empty for none. */
export interface Question {
  readonly row: number
  readonly location: CellLocation
  readonly key: keyof Choices
  /** The cell that raises the question, in words. */
  readonly found: string
  readonly text: string
  readonly options: readonly {
    readonly value: string
    readonly meaning: string
    readonly remembered: string
  }[]
}

/** Lists the questions that choices decide: each choice once, at its first place. */
export function listOpen(questions: readonly Question[]): readonly Question[] {
  const open = questions.filter(({ options }) => options.length > 0)
  return open.filter(({ key }, index) => open.findIndex((question) => question.key === key) === index)
}

const MAX_MESSAGES = 50
/** All errors of the rows of a file: the first ones of each cause as messages, the rest counted. */
export class RowErrors extends FileError {
  /** How many errors of one cause are printed. */
  protected readonly mostAlike: number = 3
  readonly #messages: string[] = []
  /** The rows of further errors of each cause, after the message that they follow. */
  readonly #alike = new Map<string, { count: number; readonly rows: number[] }>()
  #count = 0

  /** Creates the errors of open questions. */
  static of(questions: readonly Question[]): RowErrors {
    const errors = new RowErrors()
    for (const { row, location, text } of questions)
      errors.add(row, location.heading === '' ? null : location, text)
    errors.questions.push(...questions)
    return errors
  }

  override get count(): number {
    return this.#count
  }

  add(row: number, location: CellLocation | null, text: string): void {
    this.#count += 1
    const column =
      location === null
        ? ''
        : `, column "${sanitize(location.heading)}" (${formatColumnLetter(location.index)})`
    const cause = `${column}: ${text.replaceAll(/'[^']*'|\d[\d.,T:-]*/g, '…')}`
    const alike = this.#alike.get(cause) ?? { count: 0, rows: [] }
    this.#alike.set(cause, alike)
    alike.count += 1
    if (alike.count > this.mostAlike) {
      if (alike.rows.length < MAX_ROWS_NAMED) alike.rows.push(row)
    } else if (this.#messages.length < MAX_MESSAGES) this.#messages.push(`row ${row}${column}: ${text}`)
  }

  override lines(): string[] {
    const more = [...this.#alike].flatMap(([cause, { count, rows }]) =>
      count > this.mostAlike && rows.length > 0
        ? [`and ${formatRows(rows, count - this.mostAlike)}${cause}`]
        : [],
    )
    const told =
      this.#messages.length +
      [...this.#alike.values()].reduce((sum, { count }) => sum + Math.max(0, count - this.mostAlike), 0)
    const rest = this.#count - told
    return [...this.#messages, ...more, ...(rest > 0 ? [`and ${rest.toLocaleString('en')} more`] : [])]
  }
}

const MAX_ROWS_NAMED = 5

/** Formats the numbers of rows: `row 3`, `rows 3, 4, 5, 6, 7 and 12 more`. */
export function formatRows(rows: readonly number[], count = rows.length): string {
  const named = rows.slice(0, MAX_ROWS_NAMED).join(', ')
  const more = count - Math.min(rows.length, MAX_ROWS_NAMED)
  return `row${count === 1 ? '' : 's'} ${named}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`
}

/** Formats the name that spreadsheets give a column: `A` to `Z`, `AA` … */
export function formatColumnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : formatColumnLetter(Math.floor(index / 26) - 1) + last
}

const MAX_LENGTH = 60

/** Characters that manipulate or hide in a terminal: control, bidirectional and other invisible ones, lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Returns a text of a file for a message: shortened, without characters that manipulate a terminal. */
export function sanitize(text: string): string {
  const safe = text.replaceAll(UNSAFE, '�')
  return safe.length <= MAX_LENGTH ? safe : `${safe.slice(0, MAX_LENGTH).replaceAll(/\p{Cs}$/gu, '')}…`
}

export const quoteText = (text: string): string => `'${sanitize(text)}'`
