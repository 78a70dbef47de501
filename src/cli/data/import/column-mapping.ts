import type {
  Bounds,
  DimensionPlan,
  FixedMeasure,
  TextPlan,
} from '../../../definition/datasets/dataset-plan.ts'
import { getCellText, isBlank, type SheetRow } from './cells.ts'
import { type CellLocation, formatColumnLetter, FileError, type RowErrors } from './errors.ts'
import { MAX_NAMES, withArticle } from './dynamic-columns.ts'
import { getFileKeyKind } from './key-kinds.ts'
import { formatDimensionHeading, type Role, type TotalColumn } from './heading-roles.ts'
import type { ImportTarget } from './import-target.ts'

/** A column of amounts in the file. */
export interface MappedAmount extends CellLocation {
  readonly name: string
  readonly bounds: Bounds
  /** The measure of the definition; null for a dynamic column, whose cells may be blank. */
  readonly fixed: FixedMeasure | null
}

/** The meaning of each column of a file. */
export interface ColumnMapping {
  readonly width: number
  readonly key: CellLocation
  readonly day: CellLocation | null
  readonly year: CellLocation | null
  readonly month: CellLocation | null
  readonly dimensions: readonly (CellLocation & { readonly dimension: DimensionPlan })[]
  readonly amounts: readonly MappedAmount[]
  readonly totals: readonly (CellLocation & { readonly total: TotalColumn })[]
  readonly texts: readonly (CellLocation & TextPlan)[]
}

/** A workbook of the portal has a title and a period above the header row. */
export const MAX_ROWS_BEFORE_HEADER = 20

/** Whether a row is the header row: it contains a heading of the key and at least one other cell. */
export const isHeaderRow = ({ findRole }: ImportTarget, { cells }: SheetRow): boolean =>
  cells.some((cell) => typeof cell === 'string' && findRole(cell)?.kind === 'key') &&
  cells.filter((cell) => !isBlank(cell)).length > 1

/** Maps the header row to columns. Unknown, missing and duplicate columns are added to `errors`. */
export function mapColumns(target: ImportTarget, { row, cells }: SheetRow, errors: RowErrors): ColumnMapping {
  const width = cells.findLastIndex((cell) => !isBlank(cell)) + 1
  const columns = new Map<string, { readonly location: CellLocation; readonly role: Role }>()
  for (const [index, cell] of cells.slice(0, width).entries()) {
    const location = { index, heading: getCellText(cell) }
    const role = findRole(target, location.heading)
    if (typeof role === 'string') {
      errors.add(row, location, role)
      continue
    }
    const before = columns.get(role.id)
    if (before === undefined) columns.set(role.id, { location, role })
    else errors.add(row, location, `is a duplicate of column ${formatColumnLetter(before.location.index)}`)
  }
  const all = [...columns.values()]
  const find = (kind: 'day' | 'year' | 'month') => columns.get(kind)?.location ?? null
  const { group } = target.dataset
  const key = columns.get('key')?.location
  if (key === undefined) throw new FileError(`row ${row}: there is no column ${target.keyHeading}`)
  const amounts = all.flatMap(({ location, role }): MappedAmount[] => {
    if (role.kind === 'name' && group !== null) {
      return [{ ...location, name: role.name, bounds: group, fixed: null }]
    }
    if (role.kind !== 'amount') return []
    return [{ ...location, name: role.measure.field, bounds: role.measure, fixed: role.measure }]
  })
  checkCount(target, row, amounts, errors)
  return {
    width,
    key,
    day: find('day'),
    year: find('year'),
    month: find('month'),
    dimensions: all.flatMap(({ location, role }) =>
      role.kind === 'dimension' ? [{ ...location, dimension: role.dimension }] : [],
    ),
    amounts,
    totals: all.flatMap(({ location, role }) =>
      role.kind === 'total' ? [{ ...location, total: role.total }] : [],
    ),
    texts: all.flatMap(({ location, role }) => (role.kind === 'text' ? [{ ...role.text, ...location }] : [])),
  }
}

function checkCount(
  target: ImportTarget,
  row: number,
  amounts: readonly MappedAmount[],
  errors: RowErrors,
): void {
  const ofName = `of ${withArticle(target.dataset.group?.noun ?? 'amount')}`
  const dynamic = amounts.filter(({ fixed }) => fixed === null).length
  if (dynamic > MAX_NAMES) {
    const [count, limit] = [dynamic, MAX_NAMES].map((number) => number.toLocaleString('en'))
    errors.add(row, null, `there are ${count} columns ${ofName}; at most ${limit} are allowed`)
  }
  if (amounts.length === 0 && target.amounts.length === 0) {
    errors.add(row, null, `there is no column ${ofName}`)
  }
}

/** The role of a heading, or why it has none. */
function findRole(target: ImportTarget, heading: string): Role | string {
  if (heading === '') return 'has no heading'
  const role = target.findRole(heading)
  if (role !== undefined) return role
  if (target.dynamicColumns === null) {
    return `is unknown; known columns: ${listKnownHeaders(target).join(', ')}`
  }
  const parsed = target.dynamicColumns.parseName(heading)
  return 'error' in parsed ? parsed.error : { id: `amount ${parsed.name}`, kind: 'name', name: parsed.name }
}

/** The headings of a target: first those of the portal's workbooks, then those of files made by hand. */
export function listKnownHeaders({
  dataset,
  keyHeading,
  dimensions,
  amounts,
  totals,
}: ImportTarget): string[] {
  const { beside } = getFileKeyKind(dataset)
  const periods = { day: ['Date'], year: ['Year'], month: ['Year', 'Month'] }
  return [
    keyHeading,
    ...[...amounts, ...totals, ...dataset.texts].map(({ label }) => label),
    ...(beside === null ? [] : periods[beside]),
    ...dimensions.map(formatDimensionHeading),
  ]
}
