import { buildScope, getDimensionValues, type RecordKey } from '../../../dataset/record-keys.ts'
import type { Choices } from '../../../../schemas/dataset/reading.ts'
import { MAX_AMOUNT, tooLarge } from '../../../../schemas/dataset/primitives.ts'
import {
  type Bounds,
  type DatasetPlan,
  type DimensionPlan,
  isOpenDataset,
} from '../../../dataset/dataset-plan.ts'
import { MAX_VALUE_LENGTH, VALUE_FORM } from '../../../dataset/dimension-values.ts'
import { addMeasures, hasMeasure, isSum, type Texts } from '../../../dataset/measures.ts'
import { type Cell, foldName, getCellText, isBlank, type SheetRow } from '../../../reading/cells.ts'
import {
  type CellLocation,
  formatColumnLetter,
  formatRows,
  quoteText,
  sanitize,
} from '../../../reading/errors.ts'
import { findDigitsError, findFormulaError, findTextError } from '../../../reading/names.ts'
import { type NumberReading, parseAmount, PLAIN } from '../../../reading/numbers.ts'
import type { TotalColumn } from './match-headings.ts'
import { describeValues, explainExclusion, findDimensionValue } from './import-target.ts'
import { type KeyContext, readKey } from './row-keys.ts'

/** Contains one record of a file. Its amounts are in the order of `ParsedFile.names`, null if the record has none. */
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
  /** Number of rows that were read; some are added up to one record. */
  readonly rows: number
  /** Number of rows of zeros that a workbook of the portal has for days and months without a record. */
  readonly skipped: number
  /** Whether names that differ only in their capitals are the same name; null if nobody decided. */
  readonly capitals: Choices['capitals']
  /** What people should know of the file. */
  readonly remarks: readonly string[]
}

interface ReaderContext extends KeyContext {
  /** Whether rows of zeros mean days or months without a record. */
  readonly skipsZeros: boolean
  /** How the numbers of each column are read. */
  readonly numbers: ReadonlyMap<number, NumberReading>
}

/** Contains the values of a row's dimensions and what follows for its columns. */
interface RowScope {
  readonly scope: string
  readonly values: Readonly<Record<string, string>>
  /** Why such records do not have an amount; null for each that they may have. */
  readonly excluded: readonly (string | null)[]
  /** The position of each record, by its joined key. */
  readonly positions: Map<string, number>
}

/** Describes a total: its column if the file has one, and the indexes of its summands. */
type CheckedTotal = ReturnType<typeof planTotal>

/** How many columns of blank cells are named. */
const MAX_BLANK_COLUMNS = 10

/** One object for all records without texts. */
const NO_TEXTS: Texts = {}

/** A time with its offset from UTC. */
const OFFSET = /:\d\d(?:\.\d+)? ?(?:Z|[+-]\d\d(?::?\d\d)?)$/i

/** Zero, with any number of digits. */
const ZERO = /^0+(?:\.0+)?$/

/** Reads the rows below the header into records, and collects their errors. */
export class RowReader {
  readonly #context: ReaderContext
  readonly #records: ParsedRecord[] = []
  readonly #added: number[] = []
  /** The rows without an amount, by the column. */
  readonly #blank = new Map<CellLocation, number[]>()
  readonly #spellings = new Map<string, string>()
  /** The columns of the key and its period, and the keys by the texts of these columns: few texts are read again and again. */
  readonly #times: readonly number[]
  readonly #keys = new Map<string, RecordKey>()
  readonly #positions = new Map<string, Map<string, number>>()
  readonly #scopes = new Map<string, RowScope>()
  readonly #totals: readonly CheckedTotal[]
  #skipped = 0

  constructor(context: ReaderContext) {
    this.#context = context
    const { key, day, year } = context.mapping
    this.#times = [key, day, year].flatMap((column) => column?.index ?? [])
    this.#totals = context.target.totals.map((total) => planTotal(total, context))
  }

  read({ row, cells }: SheetRow): void {
    const { mapping, errors } = this.#context
    const extra = cells.findIndex((cell, index) => index >= mapping.width && !isBlank(cell))
    if (extra >= 0) errors.add(row, null, `column ${formatColumnLetter(extra)} has a value but no heading`)
    this.#readRecord(row, cells)
  }

  /** Returns the records of all rows. Throws their errors. */
  finish(): ParsedFile {
    const { target, mapping } = this.#context
    const totals = mapping.totals.flatMap(({ total, ...location }) =>
      total.stored === null ? [] : [{ ...location, name: total.stored }],
    )
    const texts = mapping.texts.map(({ text, ...location }) => ({ ...location, name: text.field }))
    const locations = [...mapping.amounts, ...totals, ...texts]
    if (this.#context.errors.count > 0) throw this.#context.errors
    const rows = this.#records.length + this.#skipped + this.#added.length
    return {
      names: [
        ...mapping.amounts.map(({ name }) => name),
        ...target.totals.flatMap(({ stored }) => stored ?? []),
      ],
      texts: texts.map(({ name }) => name),
      locations: new Map<string, CellLocation>(locations.map((location) => [location.name, location])),
      records: this.#records,
      rows,
      skipped: this.#skipped,
      capitals: target.dataset.read.capitals,
      remarks: [
        ...this.#describeBlanks(rows),
        ...(this.#added.length === 0
          ? []
          : [`${formatRows(this.#added)} added to earlier rows of the same record`]),
      ],
    }
  }

  /** Says which rows have no amount in a column that has one in others. */
  #describeBlanks(count: number): string[] {
    const ofRows = `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`
    const columns = this.#context.mapping.amounts.flatMap((amount) => {
      const rows = this.#blank.get(amount) ?? []
      const blank = `${rows.length.toLocaleString('en')} of ${ofRows} (${formatRows(rows)})`
      return rows.length === 0 ? [] : [`${sanitize(amount.heading)} is blank in ${blank}`]
    })
    const more = columns.length - MAX_BLANK_COLUMNS
    return [
      ...columns.slice(0, MAX_BLANK_COLUMNS),
      ...(more > 0 ? [`${more.toLocaleString('en')} more columns have blank cells`] : []),
    ]
  }

  #readRecord(row: number, cells: readonly Cell[]): void {
    const { target, mapping, errors, skipsZeros } = this.#context
    const errorsBefore = errors.count
    const scope = this.#readScope(row, cells)
    const key = this.#readKey(row, cells)
    // Rows of zeros are not records, so the bounds of amounts do not apply.
    const isEmpty =
      skipsZeros &&
      mapping.amounts.every(({ index }) => isZero(cells[index])) &&
      mapping.texts.every(({ index }) => isBlank(cells[index]))
    if (isEmpty && errors.count === errorsBefore) {
      this.#skipped += 1
      return
    }
    const amounts = this.#readAmounts(row, cells, scope)
    const texts = this.#readTexts(row, cells)
    // The totals of a row with an invalid amount are not checked.
    if (errors.count > errorsBefore || scope === null || key === null) return
    const totals = this.#readTotals(row, cells, amounts, scope.values)
    if (errors.count > errorsBefore) return
    const all = totals.length === 0 ? amounts : amounts.concat(totals)
    const position = scope.positions.get(key.key)
    const earlierRecord = position === undefined ? undefined : this.#records[position]
    if (position !== undefined && earlierRecord !== undefined) {
      if (target.dataset.read.repeated === 'add') {
        this.#records[position] = {
          ...earlierRecord,
          amounts: all.map((amount, index) => addAmounts(earlierRecord.amounts[index] ?? null, amount)),
        }
        this.#added.push(row)
        return
      }
      const apart =
        this.#context.times.key.zone === null && OFFSET.test(getCellText(cells[mapping.key?.index ?? -1]))
          ? '; to keep them apart by their offsets, choose --read zone=UTC or another zone'
          : ''
      const add =
        'to add such rows up, choose --read repeated=add, or write "read": { "repeated": "add" } in the dataset'
      errors.add(
        row,
        mapping.key,
        `${describeRecord(target.dataset, scope.scope, key.key)} already appears in row ${earlierRecord.row}; ${add}${apart}`,
      )
      return
    }
    scope.positions.set(key.key, this.#records.length)
    // Spreading the key, or two lists into a new one, takes several times as long.
    this.#records.push({ row, scope: scope.scope, period: key.period, key: key.key, amounts: all, texts })
  }

  #readKey(row: number, cells: readonly Cell[]): RecordKey | null {
    const written = this.#times.map((index) => cells[index])
    const id = written.every((cell) => typeof cell === 'string') ? written.join('\n') : null
    const read = this.#keys.get(id ?? '') ?? readKey(row, cells, this.#context)
    if (id !== null && read !== null) this.#keys.set(id, read)
    return read
  }

  /** Reads the texts of a row in the composed form of Unicode (NFC). */
  #readTexts(row: number, cells: readonly Cell[]): Texts {
    const { mapping, errors } = this.#context
    if (mapping.texts.length === 0) return NO_TEXTS
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
      const { blank = null } = this.#context.numbers.get(amount.index) ?? {}
      const isNone = isBlank(cell) || (typeof cell === 'string' && (blank?.includes(cell.trim()) ?? false))
      if (isNone && (amount.fixed === null || excluded !== null || blank !== null)) {
        const isExpected = excluded !== null || (amount.fixed === null && isBlank(cell))
        if (!isExpected) {
          const rows = this.#blank.get(amount) ?? []
          rows.push(row)
          this.#blank.set(amount, rows)
        }
        return null
      }
      const value = excluded ?? this.#read(amount, cell, amount.bounds)
      if (typeof value === 'number') return value
      errors.add(row, amount, value)
      return null
    })
  }

  #read({ index }: CellLocation, cell: Cell, bounds: Bounds): number | string {
    return parseAmount(cell, bounds, this.#context.numbers.get(index) ?? PLAIN)
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
  ): number | null {
    const { errors } = this.#context
    const sum = addMeasures(summands.map((index) => amounts[index] ?? 0))
    const cell = location === null ? null : (cells[location.index] ?? null)
    const isMissing =
      this.#context.target.dataset.read.blank !== null && summands.every((index) => amounts[index] === null)
    if (isMissing && isBlank(cell)) return null
    const value = location === null || isBlank(cell) ? sum : this.#read(location, cell, bounds)
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
    const cached = this.#scopes.get(written.join('\n'))
    if (cached !== undefined) return cached
    const values: Record<string, string> = { ...options.values }
    for (const [index, { dimension, ...location }] of mapping.dimensions.entries()) {
      const text = written[index] ?? ''
      const wanted = options.values[dimension.id]
      const cell = cells[location.index] ?? null
      const lost = findFormulaError(cell) ?? findDigitsError(cell)
      const foundValue = lost === null || dimension.values !== null ? this.#findValue(dimension, text) : null
      if (foundValue === null) {
        errors.add(row, location, lost ?? explainValue(dimension, text))
        return null
      }
      if (wanted !== undefined && foundValue !== wanted) {
        errors.add(row, location, `is ${foundValue}, but the file is imported as ${wanted}`)
        return null
      }
      values[dimension.id] = foundValue
    }
    const scope = this.#buildScope(row, values)
    this.#scopes.set(written.join('\n'), scope)
    return scope
  }

  /** Finds a value; one of an open dimension has the spelling of its first row if capitals do not matter. */
  #findValue(dimension: DimensionPlan, text: string): string | null {
    const dimensionValue = findDimensionValue(dimension, text)
    const isSame = this.#context.target.dataset.read.capitals === 'same'
    if (dimensionValue === null || dimension.values !== null || !isSame) return dimensionValue
    const id = `${dimension.id} ${foldName(dimensionValue)}`
    const spelling = this.#spellings.get(id) ?? dimensionValue
    this.#spellings.set(id, spelling)
    return spelling
  }

  /** Builds the scope of some values, once; adds the columns that such records require and the file does not have to the errors. */
  #buildScope(row: number, values: Readonly<Record<string, string>>): RowScope {
    const { target, mapping, errors } = this.#context
    const { dataset } = target
    const all = dataset.dimensions.map(({ id, values: allowed }) => values[id] ?? allowed?.[0] ?? '')
    const columnNames = new Set(mapping.amounts.map(({ name }) => name))
    const named = Object.values(values).join(', ')
    for (const measure of target.amounts) {
      if (columnNames.has(measure.field) || !hasMeasure(dataset, all, measure)) continue
      const label = quoteText(measure.label)
      errors.add(row, null, named === '' ? `there is no column ${label}` : `${named} needs a column ${label}`)
    }
    const scope = buildScope(all)
    const positions = this.#positions.get(scope) ?? new Map<string, number>()
    this.#positions.set(scope, positions)
    return {
      scope,
      values,
      excluded: mapping.amounts.map(({ fixed }) => fixed && explainExclusion(fixed, values)),
      positions,
    }
  }
}

/** Names a record by its key, and by its names if it has some. */
export const describeRecord = (dataset: DatasetPlan, scope: string, key: string): string =>
  isOpenDataset(dataset) ? `${key} of ${quoteText(getDimensionValues(scope).join(', '))}` : key

/** Says why a text is no value of a dimension. */
function explainValue(dimension: DimensionPlan, text: string): string {
  if (text === '' && dimension.values === null) return 'is empty; write the name in each row'
  if (text === '') return `is empty; write ${describeValues(dimension, ' or ')}`
  if (dimension.values !== null)
    return `${quoteText(text)} is unknown; write ${describeValues(dimension, ' or ')}`
  return findTextError(text, MAX_VALUE_LENGTH) ?? `is not ${VALUE_FORM}`
}

function planTotal(total: TotalColumn, { mapping }: ReaderContext) {
  const summands = [...mapping.amounts.keys()].filter(
    (index) => total.of?.includes(mapping.amounts[index]?.name ?? '') ?? true,
  )
  const isSigned = summands.some((index) => (mapping.amounts[index]?.bounds.min ?? 0) < 0)
  return {
    total,
    location: mapping.totals.find((column) => column.total === total) ?? null,
    summands,
    bounds: { min: isSigned ? -MAX_AMOUNT : 0, max: total.max, decimals: null },
  }
}

const addAmounts = (first: number | null, second: number | null): number | null =>
  first === null ? second : second === null ? first : addMeasures([first, second])

const isZero = (cell: Cell | undefined) => cell === 0 || (typeof cell === 'string' && ZERO.test(cell.trim()))
