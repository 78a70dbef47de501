import { buildScope } from '../../../server/datasets/record-key.ts'
import { type Cell, isCertainlyMissing, isPossible, cellText } from './cells.ts'
import { type ImportErrors, quoteText } from './errors.ts'
import type { AmountColumn, RecordType } from './record-type.ts'
import type { MappedAmount, ColumnMapping } from './column-mapping.ts'
import type { ImportOptions } from './parse-file.ts'
import { readValue } from './title.ts'

/** What the values of a row's dimensions mean for its columns. */
export interface RowScope {
  readonly scope: string
  readonly values: Readonly<Record<string, string>>
  /** Figures that such records do not have. */
  readonly foreign: ReadonlySet<MappedAmount>
  /** Columns that such records need and the file lacks. */
  readonly missing: readonly AmountColumn[]
}

/** Reads the values of dimensions, of the row where a column has them, else of the whole file. */
export class RowScopes {
  readonly #kind: RecordType
  readonly #layout: ColumnMapping
  readonly #known: ImportOptions
  readonly #faults: ImportErrors
  readonly #scopes = new Map<string, RowScope>()

  constructor(kind: RecordType, layout: ColumnMapping, known: ImportOptions, faults: ImportErrors) {
    this.#kind = kind
    this.#layout = layout
    this.#known = known
    this.#faults = faults
  }

  /** Null where a value is none, or another than that of the file; the faults say so. */
  read(row: number, cells: readonly Cell[]): RowScope | null {
    const { dimensions } = this.#layout
    const written = dimensions.map(({ index }) => cellText(cells[index]))
    const seen = this.#scopes.get(written.join('\n'))
    if (seen !== undefined) return seen
    const values: Record<string, string> = { ...this.#known.values }
    for (const [index, { dimension, ...place }] of dimensions.entries()) {
      const { id } = dimension
      const text = written[index] ?? ''
      const [found, known] = [readValue(dimension, text), this.#known.values[id]]
      if (found === null) {
        const what = text === '' ? 'is empty' : `${quoteText(text)} is unknown`
        this.#faults.add(row, place, `${what}; write ${dimension.values.join(' or ')}`)
        return null
      }
      if (known !== undefined && found !== known) {
        this.#faults.add(row, place, `is ${found}, and the file is read as ${known}`)
        return null
      }
      values[id] = found
    }
    const made = this.#scope(values)
    this.#scopes.set(written.join('\n'), made)
    return made
  }

  #scope(values: Readonly<Record<string, string>>): RowScope {
    const { dataset, figures } = this.#kind
    const found = this.#layout.figures
    return {
      scope: buildScope(dataset.dimensions.map(({ id, values: [only = ''] }) => values[id] ?? only)),
      values,
      foreign: new Set(found.filter(({ fixed }) => fixed !== null && !isPossible(fixed, values))),
      missing: figures.filter(
        (figure) =>
          isCertainlyMissing(figure, this.#kind, values) && !found.some(({ name }) => name === figure.name),
      ),
    }
  }
}
