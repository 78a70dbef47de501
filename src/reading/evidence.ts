import type { Choices } from '../../schemas/dataset/reading.ts'
import { type Cell, isBlank, type SheetRow } from './cells.ts'
import { type CellLocation, type Question, quoteText } from './errors.ts'

// How a column is read follows from all of its cells, or is asked.

/** How a column is read, what must be decided before, and what people should know. */
export interface Decision<R> {
  readonly reading: R
  readonly questions: readonly Question[]
  readonly remarks: readonly string[]
}

/** How a command line writes values that a shell or a reader could misread. */
export const flagValues: Readonly<Record<string, string>> = {
  ',': 'comma',
  '.': 'point',
  'leave out': 'leave-out',
}

/** Asks for a choice: what was found, both readings, and the option or key that decides. */
export function ask(
  { row, location }: { readonly row: number; readonly location: CellLocation },
  key: keyof Choices,
  found: string,
  choices: readonly { readonly value: string; readonly meaning: string }[],
): Question {
  const readings = choices.map(({ meaning }) => meaning).join(', or ')
  const flags = choices.map(({ value }) => `--read ${key}=${flagValues[value] ?? value}`).join(' or ')
  const options = choices.map((choice) => ({ ...choice, remembered: remember(location, key, choice.value) }))
  const text = `${found} can be read in ${options.length === 2 ? 'two' : 'three'} ways: ${readings}; choose ${flags}, or write ${options[0]?.remembered} in the dataset`
  return { row, location, key, found, text, options }
}

/** Refuses a column that no choice decides. */
export const refuse = (
  { row }: { readonly row: number },
  location: CellLocation,
  key: keyof Choices,
  text: string,
): Question => ({ row, location, key, found: text, text, options: [] })

/** Writes the choice as a dataset remembers it; units are those of a column. */
export function remember(
  { heading, name = heading }: CellLocation,
  key: keyof Choices,
  value: string,
): string {
  const text = JSON.stringify(value)
  const isUnit = key === 'durations' || key === 'percents'
  return `"read": { "${key}": ${isUnit ? `{ ${JSON.stringify(name)}: ${text} }` : text} }`
}

/** Lists the cells of a column that are not blank, with their rows. */
export function* listCells(
  rows: readonly SheetRow[],
  { index }: CellLocation,
  blank: readonly string[] = [],
): Generator<{ readonly row: number; readonly cell: Cell; readonly isPercent: boolean }> {
  for (const { row, cells, percents } of rows) {
    const cell = cells[index] ?? null
    if (isBlank(cell) || (typeof cell === 'string' && blank.includes(cell.trim()))) continue
    yield { row, cell, isPercent: percents?.includes(index) ?? false }
  }
}

/** A text that shows a reading, with its row. */
export interface Evidence {
  readonly row: number
  readonly text: string
}

/** Collects which readings the texts of a column allow. */
export class Evidences<R extends string> {
  readonly #readings: readonly R[]
  /** The first text that excludes a reading. */
  readonly #excluded = new Map<R, Evidence>()
  /** The first texts that differ in each way by their readings. */
  readonly #differing = new Map<string, Evidence & { readonly values: readonly unknown[] }>()

  constructor(readings: readonly R[]) {
    this.#readings = readings
  }

  /** Adds a text with its value in each reading, null where it has none. */
  add(row: number, text: string, values: readonly unknown[]): void {
    if (values.every((value) => value === null)) return
    const pattern = values.map((value) => (value === null ? '-' : values.indexOf(value))).join('')
    if (this.#differing.has(pattern)) return
    this.#differing.set(pattern, { row, text, values })
    for (const [index, reading] of this.#readings.entries())
      if (values[index] === null && !this.#excluded.has(reading)) this.#excluded.set(reading, { row, text })
  }

  /** The readings of all texts. */
  get possible(): readonly R[] {
    return this.#readings.filter((reading) => !this.#excluded.has(reading))
  }

  /** The only reading of all texts; null if each allows another. */
  get proven(): R | null {
    const [reading, ...others] = this.possible
    return others.length > 0 ? null : (reading ?? null)
  }

  /** The first text that proves the only reading; null if others are possible. */
  get proof(): Evidence | null {
    return this.proven === null ? null : ([...this.#excluded.values()][0] ?? null)
  }

  /** Asks which reading is right, or refuses texts that have none in common; `clash` says what differs. */
  ask(
    location: CellLocation,
    key: keyof Choices,
    describe: (reading: R, text: string) => string,
    clash: string,
  ): Question[] {
    const texts = [...this.#excluded.values()].toSorted((one, other) => one.row - other.row)
    const [first, last] = [texts[0], texts.at(-1)]
    if (this.possible.length === 0 && first !== undefined && last !== undefined) {
      const text = `${quoteText(last.text)} and ${quoteText(first.text)} in row ${first.row} have ${clash}`
      return [refuse(last, location, key, text)]
    }
    const indexes = this.possible.map((reading) => this.#readings.indexOf(reading))
    const open = [...this.#differing.values()].find(
      ({ values }) => new Set(indexes.map((index) => values[index])).size > 1,
    )
    if (open === undefined) return []
    const options = this.possible.map((value) => ({ value, meaning: describe(value, open.text) }))
    return [ask({ row: open.row, location }, key, quoteText(open.text), options)]
  }
}
