import { buildScope, joinKey } from '../../../server/datasets/record-key.ts'
import { type Cell, cellText, isBlank, normalizeHeader, type SheetRow } from './cells.ts'
import { type CellLocation, columnLetter, type ImportErrors, quoteText } from './errors.ts'
import { AmountColumns } from './amount.ts'
import {
  type AmountColumn,
  excluded,
  isCertainlyMissing,
  isPossible,
  type RecordType,
} from './import-target.ts'
import { type ColumnMapping, describeRole, type MappedAmount } from './column-mapping.ts'
import type { ImportOptions, ParsedFile, ParsedRecord } from './parse-file.ts'
import { readKey } from './row-keys.ts'
import { RowTotals } from './row-totals.ts'
import { readValue } from './title.ts'

interface Surroundings {
  readonly kind: RecordType
  readonly layout: ColumnMapping
  readonly known: ImportOptions
  /** Whether rows of zeros stand for days without a record. */
  readonly skipsZeros: boolean
  readonly faults: ImportErrors
}

/** A figure of zero, however many digits say so. */
const ZERO = /^0+(?:\.0+)?$/

/** Reads the rows below the headings into records, and tells the faults of each. */
export class RowReader {
  readonly #given: Surroundings
  readonly #records: ParsedRecord[] = []
  readonly #rowOf = new Map<string, number>()
  readonly #columns = new AmountColumns()
  readonly #scopes: RowScopes
  readonly #totals: RowTotals
  readonly #totalWords: ReadonlySet<string>
  #leftOut = 0
  #totalRow: number | null = null

  constructor(given: Surroundings) {
    const { kind, layout, known, faults } = given
    this.#given = given
    this.#scopes = new RowScopes(kind, layout, known, faults)
    this.#totals = new RowTotals({ ...given, columns: this.#columns })
    const labels = kind.screens.flatMap(({ rows }) =>
      rows.total === null ? [] : [normalizeHeader(rows.total)],
    )
    // A name may read like the label of a report's Total row; only the common words are kept from names.
    this.#totalWords = new Set(['total', 'grandtotal', ...(kind.key === 'text' ? [] : labels)])
  }

  get width(): number {
    return this.#given.layout.width
  }

  read({ row, cells }: SheetRow): void {
    const { layout, faults } = this.#given
    const extra = cells.findIndex((cell, index) => index >= layout.width && !isBlank(cell))
    if (extra >= 0) faults.add(row, null, `column ${columnLetter(extra)} has a value and no heading`)
    if (this.#totalRow !== null) {
      faults.add(row, null, `stands below the Total row, row ${this.#totalRow}`)
    } else if (this.#totalWords.has(describeRole(cells[layout.key.index]))) {
      this.#totalRow = row
      this.#totals.checkTotalRow(row, cells)
    } else this.#readRecord(row, cells)
  }

  /** What was read of all rows. Commas without a meaning come first among the faults: they explain wrong totals. */
  end(): ParsedFile {
    const { layout } = this.#given
    const places = [...layout.figures, ...this.#totals.places]
    const faults = this.#columns.faults()
    faults.append(this.#given.faults)
    return {
      faults,
      names: [...layout.figures.map(({ name }) => name), ...this.#totals.names],
      places: new Map<string, CellLocation>(places.map((place) => [place.name, place])),
      records: this.#records,
      leftOut: this.#leftOut,
    }
  }

  #readRecord(row: number, cells: readonly Cell[]): void {
    const { faults, skipsZeros } = this.#given
    const before = faults.count
    const scope = this.#scopes.read(row, cells)
    const key = readKey(row, cells, this.#given)
    // Rows of zeros may be beyond the bounds of a figure: they are no records.
    if (skipsZeros && faults.count === before && this.#isZero(cells)) {
      this.#leftOut += 1
      return
    }
    const figures = this.#figures(row, cells, scope)
    // A row with a fault in its figures cannot add up.
    const totals = faults.count > before ? [] : this.#totals.read(row, cells, figures, scope?.values ?? {})
    if (faults.count > before || scope === null || key === null) return
    const joined = joinKey(key)
    const identity = `${scope.scope} ${joined}`
    const other = this.#rowOf.get(identity)
    if (other !== undefined) {
      const shown = this.#given.kind.key === 'text' ? quoteText(key.key) : key.key
      faults.add(row, this.#given.layout.key, `${shown} stands in row ${other} already`)
      return
    }
    this.#rowOf.set(identity, row)
    this.#totals.add(figures)
    this.#records.push({ row, scope: scope.scope, ...key, figures: [...figures, ...totals] })
  }

  #isZero(cells: readonly Cell[]): boolean {
    return this.#given.layout.figures.every(({ index }) => {
      const cell = cells[index]
      return cell === 0 || (typeof cell === 'string' && ZERO.test(cell.trim()))
    })
  }

  #figures(row: number, cells: readonly Cell[], scope: RowScope | null): (number | null)[] {
    const { layout, faults } = this.#given
    for (const { headings } of scope?.missing ?? [])
      faults.add(
        row,
        null,
        `${Object.values(scope?.values ?? {}).join(', ')} needs a column ${quoteText(headings[0])}`,
      )
    return layout.figures.map((figure) => {
      const cell = cells[figure.index] ?? null
      if (figure.fixed === null && isBlank(cell)) return null
      if (scope?.foreign.has(figure) === true) {
        const fault = figure.fixed === null ? null : excluded(figure.fixed, scope.values)
        if (fault !== null && !isBlank(cell)) faults.add(row, figure, fault)
        return null
      }
      const value = this.#columns.read(row, figure, cell, figure.bounds)
      if (typeof value === 'number') return value
      faults.add(row, figure, value)
      return null
    })
  }
}

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
