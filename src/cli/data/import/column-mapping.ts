import type { Bounds, DatasetPlan } from '../../../definition/datasets/dataset-plan.ts'
import { type Cell, cellText, isBlank, normalizeHeader, type SheetRow } from './cells.ts'
import { type CellLocation, columnLetter, FileError, type ImportErrors, quoteText } from './errors.ts'
import { MAX_NAMES, withArticle } from './dynamic-columns.ts'
import {
  type AmountColumn,
  type Dimension,
  excluded,
  isCertainlyMissing,
  type RecordType,
  type Role,
  type TotalColumn,
} from './import-target.ts'

/** A column of figures as the file has it. */
export interface MappedAmount extends CellLocation {
  readonly name: string
  readonly bounds: Bounds
  /** The column of the definition; null for one of the group, whose cells may be blank. */
  readonly fixed: AmountColumn | null
}

export interface MappedTotal extends CellLocation {
  readonly total: TotalColumn
}

export interface MappedDimension extends CellLocation {
  readonly dimension: Dimension
}

/** What stands in which column. */
export interface ColumnMapping {
  readonly width: number
  readonly key: CellLocation
  readonly year: CellLocation | null
  readonly month: CellLocation | null
  readonly dimensions: readonly MappedDimension[]
  readonly figures: readonly MappedAmount[]
  readonly totals: readonly MappedTotal[]
}

/** Above its headings a workbook of the portal has a title and a period; nothing is further down than this. */
export const MAX_ROWS_BEFORE_HEADER = 20

/** Whether a row is the one of the headings: it names what rows are about, and something else. */
export const isHeaderRow = ({ roleOf }: RecordType, { cells }: SheetRow): boolean =>
  cells.some((cell) => typeof cell === 'string' && roleOf(cell)?.id === 'key') &&
  cells.filter((cell) => !isBlank(cell)).length > 1

/** Understands the row of headings. What is unknown, missing or there twice goes to `faults`. */
export function mapColumns(
  kind: RecordType,
  { row, cells }: SheetRow,
  values: Readonly<Record<string, string>>,
  faults: ImportErrors,
): ColumnMapping {
  const width = cells.findLastIndex((cell) => !isBlank(cell)) + 1
  const taken = new Map<string, number>()
  const found: Found = { key: null, year: null, month: null, dimensions: [], figures: [], totals: [] }
  for (const [index, cell] of cells.slice(0, width).entries()) {
    const place = { index, heading: cellText(cell) }
    const role = place.heading === '' ? { fault: 'has no heading' } : roleIn(kind, place.heading, values)
    if ('fault' in role) {
      faults.add(row, place, role.fault)
      continue
    }
    const before = taken.get(role.id)
    if (before === undefined) take(kind, found, place, role)
    else faults.add(row, place, `is there twice; the other one is column ${columnLetter(before)}`)
    taken.set(role.id, before ?? index)
  }
  if (found.key === null) throw new FileError(`row ${row}: no column is headed ${kind.keyHeading}`)
  for (const figure of kind.figures) {
    if (isCertainlyMissing(figure, kind, values) && !taken.has(`figure ${figure.name}`))
      faults.add(row, null, `there is no column ${quoteText(figure.headings[0])}`)
  }
  const free = found.figures.filter(({ fixed }) => fixed === null)
  const ofName = `of ${withArticle(kind.free?.noun ?? 'figure')}`
  if (free.length > MAX_NAMES) {
    const [have, most] = [free.length, MAX_NAMES].map((number) => number.toLocaleString('en'))
    faults.add(row, null, `there are ${have} columns ${ofName}; at most ${most} are taken`)
  }
  if (found.figures.length === 0 && kind.figures.length === 0) {
    faults.add(row, null, `there is no column ${ofName}`)
  }
  return { ...found, key: found.key, width }
}

interface Found {
  key: CellLocation | null
  year: CellLocation | null
  month: CellLocation | null
  readonly dimensions: MappedDimension[]
  readonly figures: MappedAmount[]
  readonly totals: MappedTotal[]
}

function roleIn(
  kind: RecordType,
  heading: string,
  values: Readonly<Record<string, string>>,
): Role | { readonly fault: string } {
  const role = kind.roleOf(heading)
  if (role !== undefined) {
    const fault = 'figure' in role ? excluded(role.figure, values) : null
    return fault === null ? role : { fault }
  }
  if (kind.free === null) return { fault: `is unknown; known are ${listKnownHeaders(kind).join(', ')}` }
  const free = kind.free.nameOf(heading)
  return 'fault' in free ? free : { id: `figure ${free.name}`, name: free.name }
}

const UNBOUNDED: Bounds = { min: -Infinity, max: Infinity, decimals: null }

function take({ free }: RecordType, found: Found, place: CellLocation, role: Role): void {
  if ('figure' in role) {
    const { figure } = role
    found.figures.push({ ...place, name: figure.name, bounds: figure, fixed: figure })
  } else if ('name' in role) {
    found.figures.push({ ...place, name: role.name, bounds: free ?? UNBOUNDED, fixed: null })
  } else if ('total' in role) found.totals.push({ ...place, total: role.total })
  else if ('dimension' in role) found.dimensions.push({ ...place, dimension: role.dimension })
  else if (role.id === 'key') found.key = place
  else if (role.id === 'year') found.year = place
  else found.month = place
}

/** The headings of a kind as the portal's workbook writes them, those of a file that is made by hand behind them. */
export function listKnownHeaders({
  key,
  keyHeading,
  per,
  dimensions,
  figures,
  totals,
}: RecordType): string[] {
  return [
    keyHeading,
    ...figures.map(({ headings }) => headings[0]),
    ...totals.map(({ headings }) => headings[0]),
    ...(key === 'month' || per !== 'none' ? ['Year'] : []),
    ...(per === 'month' ? ['Month'] : []),
    ...dimensions.map(({ headings }) => headings[0]),
  ]
}

/** What a cell says, for a comparison of words. */
export const describeRole = (cell: Cell | undefined): string => normalizeHeader(cellText(cell))

/** A heading and what it means. */
export type NamedRole = readonly [heading: string, role: Role]

/** What the definition of a dataset says about headings; the first of two equal ones counts. */
export function columnRoles(
  { key, response }: DatasetPlan,
  dimensions: readonly Dimension[],
  figures: readonly AmountColumn[],
  totals: readonly TotalColumn[],
): NamedRole[] {
  const named = (id: 'key' | 'year' | 'month', headings: readonly string[]) =>
    headings.map((heading): NamedRole => [heading, { id }])
  const leading = (kind: 'year' | 'month') =>
    response.leading.filter((field) => field.kind === kind).map(({ name }) => name)
  const hasPeriod = key.kind === 'text' && key.per !== 'none'
  return [
    ...named('key', key.kind === 'text' ? [key.field] : [key.field, key.kind]),
    ...(key.kind === 'month' || hasPeriod ? named('year', ['year', 'reportYear', ...leading('year')]) : []),
    ...(hasPeriod && key.per === 'month'
      ? named('month', ['month', 'reportMonth', ...leading('month')])
      : []),
    ...dimensions.flatMap((dimension) =>
      dimension.headings.map((heading): NamedRole => [
        heading,
        { id: `dimension ${dimension.id}`, dimension },
      ]),
    ),
    ...byPlace(figures, (figure) => ({ id: `figure ${figure.name}`, figure })),
    ...byPlace(totals, (total) => ({ id: `total ${total.headings[0]}`, total })),
    // People head days by their month and months by a date; where nothing else has that name, it is the key.
    ...(key.kind === 'text' ? [] : named('key', ['date', 'month'])),
  ]
}

/** First the first headings of all columns, then their second ones: a label is never another's spelling. */
function byPlace<T extends { readonly headings: readonly string[] }>(
  columns: readonly T[],
  role: (column: T) => Role,
): NamedRole[] {
  const most = columns.reduce((longest, { headings }) => Math.max(longest, headings.length), 0)
  return Array.from({ length: most }, (_, place) =>
    columns.flatMap((column): NamedRole[] => {
      const heading = column.headings[place]
      return heading === undefined ? [] : [[heading, role(column)]]
    }),
  ).flat()
}

/** Finds what a heading means: as it is written, or without regard to case, spaces and underscores. */
export function roleFinder(roles: readonly NamedRole[]): (heading: string) => Role | undefined {
  const [exact, loose] = [new Map<string, Role>(), new Map<string, Role>()]
  for (const [heading, role] of roles) {
    if (!exact.has(heading)) exact.set(heading, role)
    if (!loose.has(normalizeHeader(heading))) loose.set(normalizeHeader(heading), role)
  }
  return (heading) => exact.get(heading) ?? loose.get(normalizeHeader(heading))
}
