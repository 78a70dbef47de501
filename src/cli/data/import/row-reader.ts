import { buildScope, joinKey, type RecordKey } from '../../../dataset/record-keys.ts'
import { MAX_AMOUNT, tooLarge } from '../../../../schemas/dataset/primitives.ts'
import { addMeasures, hasMeasure, isSum, type Texts } from '../../../dataset/measures.ts'
import { type Cell, getCellText, isBlank, normalizeHeader, type SheetRow } from './cells.ts'
import { type CellLocation, formatColumnLetter, quoteText } from './errors.ts'
import { AmountColumns } from './amount.ts'
import { findTextError } from './dynamic-columns.ts'
import type { TotalColumn } from './match-headings.ts'
import { explainExclusion, findDimensionValue } from './import-target.ts'
import { type KeyContext, readKey } from './row-keys.ts'

/** One record of a file; its amounts are in the order of `ParsedFile.names`, null if the record has none. */
export interface ParsedRecord extends RecordKey {
  readonly row: number
  readonly scope: string
  readonly amounts: readonly (number | null)[]
  /** By field; empty for a blank cell. */
  readonly texts: Texts
}

export interface ParsedFile {
  readonly names: readonly string[]
  /** The fields of the columns of texts; other stored texts stay as they are. */
  readonly texts: readonly string[]
  /** The column of each name; computed totals have none. */
  readonly locations: ReadonlyMap<string, CellLocation>
  readonly records: readonly ParsedRecord[]
  /** Number of rows of zeros that a workbook of the portal has for days and months without a record. */
  readonly skipped: number
}

interface ReaderContext extends KeyContext {
  /** Whether rows of zeros mean days or months without a record. */
  readonly skipsZeros: boolean
}

/** The values of a row's dimensions and what follows for its columns. */
interface RowScope {
  readonly scope: string
  readonly values: Readonly<Record<string, string>>
  /** Why such records do not have an amount; null for each that they may have. */
  readonly excluded: readonly (string | null)[]
}

/** A total: its column if the file has one, and the indexes of its summands. */
type CheckedTotal = ReturnType<typeof planTotal>

/** Zero, with any number of digits. */
const ZERO = /^0+(?:\.0+)?$/

/** Reads the rows below the header into records, and collects their errors. */
export class RowReader {
  readonly #context: ReaderContext
  readonly #records: ParsedRecord[] = []
  readonly #rowOf = new Map<string, number>()
  readonly #columns = new AmountColumns()
  readonly #scopes = new Map<string, RowScope>()
  readonly #totals: readonly CheckedTotal[]
  readonly #totalLabels: ReadonlySet<string>
  #skipped = 0

  constructor(context: ReaderContext) {
    const { dataset, screens, totals } = context.target
    this.#context = context
    this.#totals = totals.map((total) => planTotal(total, context))
    const labels = screens.flatMap(({ rows }) => (rows.total === null ? [] : [normalizeHeader(rows.total)]))
    // Text keys may equal the label of a report's Total row, so only the common labels count for them.
    this.#totalLabels = new Set(['total', 'grandtotal', ...(dataset.key.kind === 'text' ? [] : labels)])
  }

  get width(): number {
    return this.#context.mapping.width
  }

  read({ row, cells }: SheetRow): void {
    const { mapping, errors } = this.#context
    const extra = cells.findIndex((cell, index) => index >= mapping.width && !isBlank(cell))
    if (extra >= 0) errors.add(row, null, `column ${formatColumnLetter(extra)} has a value but no heading`)
    // A Total row follows from the others.
    const label = normalizeHeader(getCellText(cells[mapping.key.index]))
    if (!this.#totalLabels.has(label)) this.#readRecord(row, cells)
  }

  /** The result of all rows. Throws their errors: ambiguous commas first, because they explain wrong totals. */
  finish(): ParsedFile {
    const { target, mapping } = this.#context
    const totals = mapping.totals.flatMap(({ total, ...location }) =>
      total.stored === null ? [] : [{ ...location, name: total.stored }],
    )
    const texts = mapping.texts.map(({ text, ...location }) => ({ ...location, name: text.field }))
    const locations = [...mapping.amounts, ...totals, ...texts]
    for (const errors of [...this.#columns.errors(), this.#context.errors]) if (errors.count > 0) throw errors
    return {
      names: [
        ...mapping.amounts.map(({ name }) => name),
        ...target.totals.flatMap(({ stored }) => stored ?? []),
      ],
      texts: texts.map(({ name }) => name),
      locations: new Map<string, CellLocation>(locations.map((location) => [location.name, location])),
      records: this.#records,
      skipped: this.#skipped,
    }
  }

  #readRecord(row: number, cells: readonly Cell[]): void {
    const { target, mapping, errors, skipsZeros } = this.#context
    const before = errors.count
    const scope = this.#readScope(row, cells)
    const key = readKey(row, cells, this.#context)
    // Rows of zeros are not records, so the bounds of amounts do not apply.
    const isEmpty =
      mapping.amounts.every(({ index }) => isZero(cells[index])) &&
      mapping.texts.every(({ index }) => isBlank(cells[index]))
    if (skipsZeros && errors.count === before && isEmpty) {
      this.#skipped += 1
      return
    }
    const amounts = this.#readAmounts(row, cells, scope)
    const texts = this.#readTexts(row, cells)
    // The totals of a row with an invalid amount are not checked.
    if (errors.count > before || scope === null || key === null) return
    const totals = this.#readTotals(row, cells, amounts, scope.values)
    if (errors.count > before) return
    const identity = `${scope.scope} ${joinKey(key)}`
    const other = this.#rowOf.get(identity)
    if (other !== undefined) {
      const label = target.dataset.key.kind === 'text' ? quoteText(key.key) : key.key
      errors.add(row, mapping.key, `${label} already appears in row ${other}`)
      return
    }
    this.#rowOf.set(identity, row)
    // Spreading the key, or two lists into a new one, takes several times as long.
    this.#records.push({
      row,
      scope: scope.scope,
      period: key.period,
      key: key.key,
      amounts: totals.length === 0 ? amounts : amounts.concat(totals),
      texts,
    })
  }

  /** Reads the texts of a row in the composed form of Unicode (NFC). */
  #readTexts(row: number, cells: readonly Cell[]): Texts {
    const { mapping, errors } = this.#context
    return Object.fromEntries(
      mapping.texts.map((column) => {
        const text = getCellText(cells[column.index]).normalize('NFC')
        const error = findTextError(text, column.text.maxLength)
        if (error !== null) errors.add(row, column, error)
        return [column.text.field, text]
      }),
    )
  }

  #readAmounts(row: number, cells: readonly Cell[], scope: RowScope | null): (number | null)[] {
    const { mapping, errors } = this.#context
    return mapping.amounts.map((amount, position) => {
      const cell = cells[amount.index] ?? null
      const excluded = scope?.excluded[position] ?? null
      if (isBlank(cell) && (amount.fixed === null || excluded !== null)) return null
      const value = excluded ?? this.#columns.read(row, amount, cell, amount.bounds)
      if (typeof value === 'number') return value
      errors.add(row, amount, value)
      return null
    })
  }

  /** Reads the stored totals of a row: from the file, or computed; a wrong total is added to the errors. */
  #readTotals(
    row: number,
    cells: readonly Cell[],
    amounts: readonly (number | null)[],
    values: RowScope['values'],
  ): (number | null)[] {
    return this.#totals.flatMap((checked) => {
      const { total } = checked
      const isExcluded = explainExclusion(total, values) !== null
      const value = isExcluded ? null : this.#readTotal(row, cells, amounts, checked)
      return total.stored === null ? [] : [value]
    })
  }

  #readTotal(
    row: number,
    cells: readonly Cell[],
    amounts: readonly (number | null)[],
    { total, location, summands, bounds }: CheckedTotal,
  ): number {
    const { errors } = this.#context
    const sum = addMeasures(summands.map((index) => amounts[index] ?? 0))
    const cell = location === null ? null : (cells[location.index] ?? null)
    const value = location === null || isBlank(cell) ? sum : this.#columns.read(row, location, cell, bounds)
    if (typeof value === 'string') errors.add(row, location, value)
    else if (!isSum(value, sum, total.of?.length ?? amounts.length)) {
      errors.add(row, location, `is ${value}, but the row adds up to ${sum}`)
    } else if (sum > bounds.max) {
      errors.add(row, location, `the sum of the row, ${sum.toLocaleString('en')}, ${tooLarge(bounds.max)}`)
    } else return value
    return sum
  }

  /** Reads the values of dimensions, of the row or else of the file; null if one is unknown or contradicts the file. */
  #readScope(row: number, cells: readonly Cell[]): RowScope | null {
    const { mapping, options, errors } = this.#context
    const written = mapping.dimensions.map(({ index }) => getCellText(cells[index]))
    const known = this.#scopes.get(written.join('\n'))
    if (known !== undefined) return known
    const values: Record<string, string> = { ...options.values }
    for (const [index, { dimension, ...location }] of mapping.dimensions.entries()) {
      const text = written[index] ?? ''
      const [found, wanted] = [findDimensionValue(dimension, text), options.values[dimension.id]]
      if (found === null) {
        const problem = text === '' ? 'is empty' : `${quoteText(text)} is unknown`
        errors.add(row, location, `${problem}; write ${dimension.values.join(' or ')}`)
        return null
      }
      if (wanted !== undefined && found !== wanted) {
        errors.add(row, location, `is ${found}, but the file is imported as ${wanted}`)
        return null
      }
      values[dimension.id] = found
    }
    const scope = this.#buildScope(row, values)
    this.#scopes.set(written.join('\n'), scope)
    return scope
  }

  /** Builds the scope of some values, once; adds the columns that such records require and the file does not have to the errors. */
  #buildScope(row: number, values: Readonly<Record<string, string>>): RowScope {
    const { target, mapping, errors } = this.#context
    const { dataset } = target
    const all = dataset.dimensions.map(({ id, values: [only = ''] }) => values[id] ?? only)
    const found = new Set(mapping.amounts.map(({ name }) => name))
    const named = Object.values(values).join(', ')
    for (const measure of target.amounts) {
      if (found.has(measure.field) || !hasMeasure(dataset, all, measure)) continue
      const label = quoteText(measure.label)
      errors.add(row, null, named === '' ? `there is no column ${label}` : `${named} needs a column ${label}`)
    }
    return {
      scope: buildScope(all),
      values,
      excluded: mapping.amounts.map(({ fixed }) => fixed && explainExclusion(fixed, values)),
    }
  }
}

function planTotal(total: TotalColumn, { mapping }: ReaderContext) {
  const summands = [...mapping.amounts.keys()].filter(
    (index) => total.of?.includes(mapping.amounts[index]?.name ?? '') ?? true,
  )
  const isSigned = summands.some((index) => (mapping.amounts[index]?.bounds.min ?? 0) < 0)
  return {
    total,
    location: mapping.totals.find((found) => found.total === total) ?? null,
    summands,
    bounds: { min: isSigned ? -MAX_AMOUNT : 0, max: total.max, decimals: null },
  }
}

const isZero = (cell: Cell | undefined): boolean =>
  cell === 0 || (typeof cell === 'string' && ZERO.test(cell.trim()))
