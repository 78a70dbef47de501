import type { Bounds, DatasetPlan } from '../../../definition/datasets/dataset-plan.ts'
import { type Cell, getCellText, isBlank, normalizeHeader, type SheetRow } from './cells.ts'
import { type CellLocation, formatColumnLetter, FileError, type ImportErrors, quoteText } from './errors.ts'
import { MAX_NAMES, withArticle } from './dynamic-columns.ts'
import { getFileKeyKind } from './key-kinds.ts'
import {
  type AmountColumn,
  type Dimension,
  explainExclusion,
  isRequired,
  type ImportTarget,
  type Role,
  type TotalColumn,
} from './import-target.ts'

/** A column of amounts in the file. */
export interface MappedAmount extends CellLocation {
  readonly name: string
  readonly bounds: Bounds
  /** The column of the definition; null for a dynamic column, whose cells may be blank. */
  readonly fixed: AmountColumn | null
}

export interface MappedTotal extends CellLocation {
  readonly total: TotalColumn
}

export interface MappedDimension extends CellLocation {
  readonly dimension: Dimension
}

/** The meaning of each column of a file. */
export interface ColumnMapping {
  readonly width: number
  readonly key: CellLocation
  readonly day: CellLocation | null
  readonly year: CellLocation | null
  readonly month: CellLocation | null
  readonly dimensions: readonly MappedDimension[]
  readonly amounts: readonly MappedAmount[]
  readonly totals: readonly MappedTotal[]
}

/** A workbook of the portal has a title and a period above the header row. */
export const MAX_ROWS_BEFORE_HEADER = 20

/** Whether a row is the header row: it contains a heading of the key and at least one other cell. */
export const isHeaderRow = ({ findRole }: ImportTarget, { cells }: SheetRow): boolean =>
  cells.some((cell) => typeof cell === 'string' && findRole(cell)?.id === 'key') &&
  cells.filter((cell) => !isBlank(cell)).length > 1

/** Maps the header row to columns. Unknown, missing and duplicate columns are added to `errors`. */
export function mapColumns(
  target: ImportTarget,
  { row, cells }: SheetRow,
  values: Readonly<Record<string, string>>,
  errors: ImportErrors,
): ColumnMapping {
  const width = cells.findLastIndex((cell) => !isBlank(cell)) + 1
  const columnByRole = new Map<string, number>()
  const found: Found = {
    key: null,
    day: null,
    year: null,
    month: null,
    dimensions: [],
    amounts: [],
    totals: [],
  }
  for (const [index, cell] of cells.slice(0, width).entries()) {
    const location = { index, heading: getCellText(cell) }
    const role =
      location.heading === '' ? { error: 'has no heading' } : findRole(target, location.heading, values)
    if ('error' in role) {
      errors.add(row, location, role.error)
      continue
    }
    const before = columnByRole.get(role.id)
    if (before === undefined) addColumn(target, found, location, role)
    else errors.add(row, location, `is a duplicate of column ${formatColumnLetter(before)}`)
    columnByRole.set(role.id, before ?? index)
  }
  if (found.key === null) throw new FileError(`row ${row}: there is no column ${target.keyHeading}`)
  for (const amount of target.amounts) {
    if (isRequired(amount, target, values) && !columnByRole.has(`amount ${amount.name}`))
      errors.add(row, null, `there is no column ${quoteText(amount.headings[0])}`)
  }
  const dynamic = found.amounts.filter(({ fixed }) => fixed === null)
  const ofName = `of ${withArticle(target.dynamicColumns?.noun ?? 'amount')}`
  if (dynamic.length > MAX_NAMES) {
    const [count, limit] = [dynamic.length, MAX_NAMES].map((number) => number.toLocaleString('en'))
    errors.add(row, null, `there are ${count} columns ${ofName}; at most ${limit} are allowed`)
  }
  if (found.amounts.length === 0 && target.amounts.length === 0) {
    errors.add(row, null, `there is no column ${ofName}`)
  }
  return { ...found, key: found.key, width }
}

interface Found {
  key: CellLocation | null
  day: CellLocation | null
  year: CellLocation | null
  month: CellLocation | null
  readonly dimensions: MappedDimension[]
  readonly amounts: MappedAmount[]
  readonly totals: MappedTotal[]
}

function findRole(
  target: ImportTarget,
  heading: string,
  values: Readonly<Record<string, string>>,
): Role | { readonly error: string } {
  const role = target.findRole(heading)
  if (role !== undefined) {
    const error = 'amount' in role ? explainExclusion(role.amount, values) : null
    return error === null ? role : { error }
  }
  if (target.dynamicColumns === null) {
    return { error: `is unknown; known columns: ${listKnownHeaders(target).join(', ')}` }
  }
  const parsed = target.dynamicColumns.parseName(heading)
  return 'error' in parsed ? parsed : { id: `amount ${parsed.name}`, name: parsed.name }
}

const UNBOUNDED: Bounds = { min: -Infinity, max: Infinity, decimals: null }

function addColumn({ dynamicColumns }: ImportTarget, found: Found, location: CellLocation, role: Role): void {
  if ('amount' in role) {
    const { amount } = role
    found.amounts.push({ ...location, name: amount.name, bounds: amount, fixed: amount })
  } else if ('name' in role) {
    found.amounts.push({ ...location, name: role.name, bounds: dynamicColumns ?? UNBOUNDED, fixed: null })
  } else if ('total' in role) found.totals.push({ ...location, total: role.total })
  else if ('dimension' in role) found.dimensions.push({ ...location, dimension: role.dimension })
  else if (role.id === 'key') found.key = location
  else if (role.id === 'day') found.day = location
  else if (role.id === 'year') found.year = location
  else found.month = location
}

/** The headings of a target: first those of the portal's workbooks, then those of files made by hand. */
export function listKnownHeaders({
  dataset,
  keyHeading,
  per,
  dimensions,
  amounts,
  totals,
}: ImportTarget): string[] {
  const { beside } = getFileKeyKind(dataset)
  return [
    keyHeading,
    ...amounts.map(({ headings }) => headings[0]),
    ...totals.map(({ headings }) => headings[0]),
    ...(beside === 'day' ? ['Date'] : []),
    ...(beside === 'year' || per !== 'none' ? ['Year'] : []),
    ...(per === 'month' ? ['Month'] : []),
    ...dimensions.map(({ headings }) => headings[0]),
  ]
}

/** The text of a cell, normalised for comparison. */
export const normalizeCell = (cell: Cell | undefined): string => normalizeHeader(getCellText(cell))

/** A heading and what it means. */
export type NamedRole = readonly [heading: string, role: Role]

/** The roles of headings by the definition of a dataset; the first of two equal headings counts. */
export function listColumnRoles(
  dataset: DatasetPlan,
  dimensions: readonly Dimension[],
  amounts: readonly AmountColumn[],
  totals: readonly TotalColumn[],
): NamedRole[] {
  const { key, response } = dataset
  const { aliases, beside } = getFileKeyKind(dataset)
  const named = (id: 'key' | 'day' | 'year' | 'month', headings: readonly string[]) =>
    headings.map((heading): NamedRole => [heading, { id }])
  const leading = (kind: 'year' | 'month') =>
    response.leading.filter((field) => field.kind === kind).map(({ name }) => name)
  const hasPeriod = key.kind === 'text' && key.per !== 'none'
  return [
    ...named('key', key.kind === 'text' ? [key.field] : [key.field, key.kind]),
    ...(beside === 'day' ? named('day', ['date', 'day', 'reportDate']) : []),
    ...(beside === 'year' || hasPeriod ? named('year', ['year', 'reportYear', ...leading('year')]) : []),
    ...(hasPeriod && key.per === 'month'
      ? named('month', ['month', 'reportMonth', ...leading('month')])
      : []),
    ...dimensions.flatMap((dimension) =>
      dimension.headings.map((heading): NamedRole => [
        heading,
        { id: `dimension ${dimension.id}`, dimension },
      ]),
    ),
    ...interleaveHeadings(amounts, (amount) => ({ id: `amount ${amount.name}`, amount })),
    ...interleaveHeadings(totals, (total) => ({ id: `total ${total.headings[0]}`, total })),
    // For instance `date` and `month` also mean the key, unless another column has that name.
    ...named('key', aliases),
  ]
}

/** The first headings of all columns, then the second ones: a label takes precedence over an alias of another column. */
function interleaveHeadings<T extends { readonly headings: readonly string[] }>(
  columns: readonly T[],
  role: (column: T) => Role,
): NamedRole[] {
  const longest = columns.reduce((length, { headings }) => Math.max(length, headings.length), 0)
  return Array.from({ length: longest }, (_, position) =>
    columns.flatMap((column): NamedRole[] => {
      const heading = column.headings[position]
      return heading === undefined ? [] : [[heading, role(column)]]
    }),
  ).flat()
}

/** Returns a lookup of roles by heading: exact first, then ignoring case, spaces and underscores. */
export function createRoleFinder(roles: readonly NamedRole[]): (heading: string) => Role | undefined {
  const [exact, loose] = [new Map<string, Role>(), new Map<string, Role>()]
  for (const [heading, role] of roles) {
    if (!exact.has(heading)) exact.set(heading, role)
    if (!loose.has(normalizeHeader(heading))) loose.set(normalizeHeader(heading), role)
  }
  return (heading) => exact.get(heading) ?? loose.get(normalizeHeader(heading))
}
