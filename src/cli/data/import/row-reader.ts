import { type Cell, isBlank, type SheetRow, textOf } from './cell.ts'
import { type Faults, letterOf, type Place } from './faults.ts'
import { FigureColumns } from './figure-columns.ts'
import { readDate, readMonth, readYear } from './key.ts'
import type { Kind } from './kind.ts'
import { type Layout, wordOf } from './layout.ts'
import type { Given, ParsedFile, ParsedRecord } from './parsed-file.ts'
import { quoted } from './quoted.ts'
import { RowTotals } from './row-totals.ts'
import { readScope } from './scope.ts'

interface Surroundings {
  readonly kind: Kind
  readonly layout: Layout
  readonly known: Given
  /** Whether rows of zeros stand for days without a record. */
  readonly skipsZeros: boolean
  readonly faults: Faults
}

/** Reads the rows below the headings into records, and tells the faults of each. */
export class RowReader {
  readonly #given: Surroundings
  readonly #records: ParsedRecord[] = []
  readonly #rowOf = new Map<string, number>()
  readonly #columns = new FigureColumns()
  readonly #totals: RowTotals
  #leftOut = 0
  #totalRow: number | null = null

  constructor(given: Surroundings) {
    this.#given = given
    this.#totals = new RowTotals({ ...given, columns: this.#columns })
  }

  get width(): number {
    return this.#given.layout.width
  }

  read({ row, cells }: SheetRow): void {
    const { layout, faults } = this.#given
    const extra = cells.findIndex((cell, index) => index >= layout.width && !isBlank(cell))
    if (extra >= 0) faults.add(row, null, `column ${letterOf(extra)} has a value and no heading`)
    if (this.#totalRow !== null) {
      faults.add(row, null, `stands below the Total row, row ${this.#totalRow}`)
    } else if (['total', 'grandtotal'].includes(wordOf(cells[layout.key.index]))) {
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
      places: new Map<string, Place>(places.map((place) => [place.name, place])),
      records: this.#records,
      leftOut: this.#leftOut,
    }
  }

  #readRecord(row: number, cells: readonly Cell[]): void {
    const { faults, skipsZeros } = this.#given
    const before = faults.count
    const scope = this.#scope(row, cells)
    const key = this.#key(row, cells)
    const figures = this.#figures(row, cells, scope)
    // A row with a fault in its figures cannot add up.
    const totals = faults.count > before ? [] : this.#totals.read(row, cells, figures)
    if (faults.count > before || scope === null || key === null) return
    if (skipsZeros && figures.every((value) => value === 0)) {
      this.#leftOut += 1
      return
    }
    const identity = `${scope} ${key}`
    const other = this.#rowOf.get(identity)
    if (other !== undefined) {
      faults.add(row, this.#given.layout.key, `${key} stands in row ${other} already`)
      return
    }
    this.#rowOf.set(identity, row)
    this.#totals.add(figures)
    this.#records.push({ row, scope, key, figures: [...figures, ...totals] })
  }

  #scope(row: number, cells: readonly Cell[]): string | null {
    const { kind, layout, known, faults } = this.#given
    if (kind.scope === null) return ''
    if (layout.scope === null) return known.scope
    const text = textOf(cells[layout.scope.index])
    const found = readScope(kind.scope, text)
    if (found === null) {
      const written = text === '' ? 'is empty' : `${quoted(text)} is unknown`
      faults.add(row, layout.scope, `${written}; write ${kind.scope.values.join(' or ')}`)
    } else if (known.scope !== null && found !== known.scope) {
      faults.add(row, layout.scope, `is ${found}, and the file is read as ${known.scope}`)
      return null
    }
    return found
  }

  #key(row: number, cells: readonly Cell[]): string | null {
    const { kind, layout, known, faults } = this.#given
    const cell = cells[layout.key.index] ?? null
    const year = layout.year === null ? known.year : this.#year(row, cells, layout.year)
    if (year === 'fault') return null
    const read = kind.key === 'date' ? readDate(cell) : readMonth(cell, year)
    if ('fault' in read) faults.add(row, layout.key, read.fault)
    else if (known.period !== null && !read.key.startsWith(known.period)) {
      faults.add(row, layout.key, `${read.key} is not in ${known.period}, which is to be replaced`)
    } else return read.key
    return null
  }

  #year(row: number, cells: readonly Cell[], place: Place): number | null | 'fault' {
    const { known, faults } = this.#given
    const cell = cells[place.index] ?? null
    const year = readYear(cell)
    if (year === null) faults.add(row, place, `${quoted(textOf(cell))} is not a year such as 2025`)
    else if (known.year !== null && known.year !== year) {
      faults.add(row, place, `is ${year}, and the file is read as ${known.year}`)
    } else return year
    return 'fault'
  }

  #figures(row: number, cells: readonly Cell[], scope: string | null): (number | null)[] {
    const { kind, layout, faults } = this.#given
    const missing =
      kind.figuresOf !== null && scope === kind.figuresOf
        ? kind.figures.filter(({ name }) => !layout.figures.some((figure) => figure.name === name))
        : []
    for (const { headings } of missing)
      faults.add(row, null, `${scope} needs a column ${quoted(headings[0])}`)
    return layout.figures.map((figure) => {
      const cell = cells[figure.index] ?? null
      const isOperator = kind.figures.some(({ name }) => name === figure.name)
      const isForeign = kind.figuresOf !== null && isOperator && scope !== null && scope !== kind.figuresOf
      if (isForeign) {
        if (!isBlank(cell)) faults.add(row, figure, `is an operator, and ${scope} has carriers only`)
        return null
      }
      if (figure.optional && !isOperator && isBlank(cell)) return null
      const value = this.#columns.read(row, figure, cell)
      if (typeof value === 'number') return value
      faults.add(row, figure, value)
      return null
    })
  }
}
