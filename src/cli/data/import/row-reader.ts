import { buildScope, joinKey, type RecordKey } from '../../../server/datasets/keys.ts'
import { type Cell, getCellText, isBlank, normalizeHeader, type SheetRow } from './cells.ts'
import { type CellLocation, formatColumnLetter, type ImportErrors, quoteText } from './errors.ts'
import { AmountColumns } from './amount.ts'
import {
  type AmountColumn,
  explainExclusion,
  isRequired,
  isPossible,
  type ImportOptions,
  type ImportTarget,
} from './import-target.ts'
import { type ColumnMapping, normalizeCell, type MappedAmount } from './column-mapping.ts'
import { readKey } from './row-keys.ts'
import { RowTotals } from './row-totals.ts'
import { findDimensionValue } from './title.ts'

/** One record of a file; its amounts are in the order of `ParsedFile.names`, null if the record has none. */
export interface ParsedRecord extends RecordKey {
  readonly row: number
  readonly scope: string
  readonly amounts: readonly (number | null)[]
}

export interface ParsedFile {
  readonly names: readonly string[]
  /** The column of each name; computed totals have none. */
  readonly locations: ReadonlyMap<string, CellLocation>
  readonly records: readonly ParsedRecord[]
  /** Number of rows of zeros that a workbook of the portal has for days and months without a record. */
  readonly skipped: number
  readonly errors: ImportErrors
}

interface ReaderContext {
  readonly target: ImportTarget
  readonly mapping: ColumnMapping
  readonly options: ImportOptions
  /** Whether rows of zeros mean days or months without a record. */
  readonly skipsZeros: boolean
  readonly errors: ImportErrors
}

/** Zero, with any number of digits. */
const ZERO = /^0+(?:\.0+)?$/

/** Reads the rows below the header into records, and collects their errors. */
export class RowReader {
  readonly #context: ReaderContext
  readonly #records: ParsedRecord[] = []
  readonly #rowOf = new Map<string, number>()
  readonly #columns = new AmountColumns()
  readonly #scopes: RowScopes
  readonly #totals: RowTotals
  readonly #totalLabels: ReadonlySet<string>
  #skipped = 0
  #totalRow: number | null = null

  constructor(context: ReaderContext) {
    const { target, mapping, options, errors } = context
    this.#context = context
    this.#scopes = new RowScopes(target, mapping, options, errors)
    this.#totals = new RowTotals({ ...context, columns: this.#columns })
    const labels = target.screens.flatMap(({ rows }) =>
      rows.total === null ? [] : [normalizeHeader(rows.total)],
    )
    // Text keys may equal the label of a report's Total row, so only the common labels count for them.
    this.#totalLabels = new Set(['total', 'grandtotal', ...(target.key === 'text' ? [] : labels)])
  }

  get width(): number {
    return this.#context.mapping.width
  }

  read({ row, cells }: SheetRow): void {
    const { mapping, errors } = this.#context
    const extra = cells.findIndex((cell, index) => index >= mapping.width && !isBlank(cell))
    if (extra >= 0) errors.add(row, null, `column ${formatColumnLetter(extra)} has a value but no heading`)
    if (this.#totalRow !== null) {
      errors.add(row, null, `is below the Total row (row ${this.#totalRow})`)
    } else if (this.#totalLabels.has(normalizeCell(cells[mapping.key.index]))) {
      this.#totalRow = row
      this.#totals.checkTotalRow(row, cells)
    } else this.#readRecord(row, cells)
  }

  /** The result of all rows. Ambiguous commas are the first errors, because they explain wrong totals. */
  finish(): ParsedFile {
    const { mapping } = this.#context
    const locations = [...mapping.amounts, ...this.#totals.locations]
    const errors = this.#columns.errors()
    errors.append(this.#context.errors)
    return {
      errors,
      names: [...mapping.amounts.map(({ name }) => name), ...this.#totals.names],
      locations: new Map<string, CellLocation>(locations.map((location) => [location.name, location])),
      records: this.#records,
      skipped: this.#skipped,
    }
  }

  #readRecord(row: number, cells: readonly Cell[]): void {
    const { errors, skipsZeros } = this.#context
    const before = errors.count
    const scope = this.#scopes.read(row, cells)
    const key = readKey(row, cells, this.#context)
    // Rows of zeros are not records, so the bounds of amounts do not apply.
    if (skipsZeros && errors.count === before && this.#isZero(cells)) {
      this.#skipped += 1
      return
    }
    const amounts = this.#readAmounts(row, cells, scope)
    // The totals of a row with an invalid amount are not checked.
    const totals = errors.count > before ? [] : this.#totals.read(row, cells, amounts, scope?.values ?? {})
    if (errors.count > before || scope === null || key === null) return
    const joined = joinKey(key)
    const identity = `${scope.scope} ${joined}`
    const other = this.#rowOf.get(identity)
    if (other !== undefined) {
      const label = this.#context.target.key === 'text' ? quoteText(key.key) : key.key
      errors.add(row, this.#context.mapping.key, `${label} already appears in row ${other}`)
      return
    }
    this.#rowOf.set(identity, row)
    this.#totals.add(amounts)
    // Spreading the key, or two lists into a new one, takes several times as long.
    this.#records.push({
      row,
      scope: scope.scope,
      period: key.period,
      key: key.key,
      amounts: totals.length === 0 ? amounts : amounts.concat(totals),
    })
  }

  #isZero(cells: readonly Cell[]): boolean {
    return this.#context.mapping.amounts.every(({ index }) => {
      const cell = cells[index]
      return cell === 0 || (typeof cell === 'string' && ZERO.test(cell.trim()))
    })
  }

  #readAmounts(row: number, cells: readonly Cell[], scope: RowScope | null): (number | null)[] {
    const { mapping, errors } = this.#context
    for (const { headings } of scope?.missing ?? [])
      errors.add(
        row,
        null,
        `${Object.values(scope?.values ?? {}).join(', ')} needs a column ${quoteText(headings[0])}`,
      )
    return mapping.amounts.map((amount) => {
      const cell = cells[amount.index] ?? null
      if (amount.fixed === null && isBlank(cell)) return null
      if (scope?.excluded.has(amount) === true) {
        const error = amount.fixed === null ? null : explainExclusion(amount.fixed, scope.values)
        if (error !== null && !isBlank(cell)) errors.add(row, amount, error)
        return null
      }
      const value = this.#columns.read(row, amount, cell, amount.bounds)
      if (typeof value === 'number') return value
      errors.add(row, amount, value)
      return null
    })
  }
}

/** The values of a row's dimensions and what follows for its columns. */
export interface RowScope {
  readonly scope: string
  readonly values: Readonly<Record<string, string>>
  /** Columns of amounts that such records do not have. */
  readonly excluded: ReadonlySet<MappedAmount>
  /** Columns that such records require and the file does not have. */
  readonly missing: readonly AmountColumn[]
}

/** Reads the values of dimensions: of the row if there is a column for them, else of the file. */
export class RowScopes {
  readonly #target: ImportTarget
  readonly #mapping: ColumnMapping
  readonly #options: ImportOptions
  readonly #errors: ImportErrors
  readonly #scopes = new Map<string, RowScope>()

  constructor(target: ImportTarget, mapping: ColumnMapping, options: ImportOptions, errors: ImportErrors) {
    this.#target = target
    this.#mapping = mapping
    this.#options = options
    this.#errors = errors
  }

  /** Adds to the errors and returns null if a value is unknown or contradicts the file. */
  read(row: number, cells: readonly Cell[]): RowScope | null {
    const { dimensions } = this.#mapping
    const written = dimensions.map(({ index }) => getCellText(cells[index]))
    const seen = this.#scopes.get(written.join('\n'))
    if (seen !== undefined) return seen
    const values: Record<string, string> = { ...this.#options.values }
    for (const [index, { dimension, ...location }] of dimensions.entries()) {
      const { id } = dimension
      const text = written[index] ?? ''
      const [found, known] = [findDimensionValue(dimension, text), this.#options.values[id]]
      if (found === null) {
        const problem = text === '' ? 'is empty' : `${quoteText(text)} is unknown`
        this.#errors.add(row, location, `${problem}; write ${dimension.values.join(' or ')}`)
        return null
      }
      if (known !== undefined && found !== known) {
        this.#errors.add(row, location, `is ${found}, but the file is imported as ${known}`)
        return null
      }
      values[id] = found
    }
    const made = this.#buildScope(values)
    this.#scopes.set(written.join('\n'), made)
    return made
  }

  #buildScope(values: Readonly<Record<string, string>>): RowScope {
    const { dataset, amounts } = this.#target
    const found = this.#mapping.amounts
    return {
      scope: buildScope(dataset.dimensions.map(({ id, values: [only = ''] }) => values[id] ?? only)),
      values,
      excluded: new Set(found.filter(({ fixed }) => fixed !== null && !isPossible(fixed, values))),
      missing: amounts.filter(
        (amount) =>
          isRequired(amount, this.#target, values) && !found.some(({ name }) => name === amount.name),
      ),
    }
  }
}
