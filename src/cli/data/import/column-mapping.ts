import type { Bounds } from '../../../definition/datasets/dataset-plan.ts'
import { type Cell, excluded, isBlank, isCertain, type SheetRow, textOf } from './cells.ts'
import { type Faults, FileFault, letterOf, type Place, quoted } from './errors.ts'
import { aNoun, MOST_NAMES } from './dynamic-columns.ts'
import { plain } from './header.ts'
import type { Dimension, FigureColumn, Kind, Role, TotalColumn } from './record-type.ts'

/** A column of figures as the file has it. */
export interface FoundFigure extends Place {
  readonly name: string
  readonly bounds: Bounds
  /** The column of the definition; null for one of the group, whose cells may be blank. */
  readonly fixed: FigureColumn | null
}

export interface FoundTotal extends Place {
  readonly total: TotalColumn
}

export interface FoundDimension extends Place {
  readonly dimension: Dimension
}

/** What stands in which column. */
export interface Layout {
  readonly width: number
  readonly key: Place
  readonly year: Place | null
  readonly month: Place | null
  readonly dimensions: readonly FoundDimension[]
  readonly figures: readonly FoundFigure[]
  readonly totals: readonly FoundTotal[]
}

/** Above its headings a workbook of the portal has a title and a period; nothing is further down than this. */
export const MOST_ROWS_ABOVE = 20

/** Whether a row is the one of the headings: it names what rows are about, and something else. */
export const isHeadings = ({ roleOf }: Kind, { cells }: SheetRow): boolean =>
  cells.some((cell) => typeof cell === 'string' && roleOf(cell)?.id === 'key') &&
  cells.filter((cell) => !isBlank(cell)).length > 1

/** Understands the row of headings. What is unknown, missing or there twice goes to `faults`. */
export function readLayout(
  kind: Kind,
  { row, cells }: SheetRow,
  values: Readonly<Record<string, string>>,
  faults: Faults,
): Layout {
  const width = cells.findLastIndex((cell) => !isBlank(cell)) + 1
  const taken = new Map<string, number>()
  const found: Found = { key: null, year: null, month: null, dimensions: [], figures: [], totals: [] }
  for (const [index, cell] of cells.slice(0, width).entries()) {
    const place = { index, heading: textOf(cell) }
    const role = place.heading === '' ? { fault: 'has no heading' } : roleIn(kind, place.heading, values)
    if ('fault' in role) {
      faults.add(row, place, role.fault)
      continue
    }
    const before = taken.get(role.id)
    if (before === undefined) take(kind, found, place, role)
    else faults.add(row, place, `is there twice; the other one is column ${letterOf(before)}`)
    taken.set(role.id, before ?? index)
  }
  if (found.key === null) throw new FileFault(`row ${row}: no column is headed ${kind.keyHeading}`)
  for (const figure of kind.figures) {
    if (isCertain(figure, kind, values) && !taken.has(`figure ${figure.name}`))
      faults.add(row, null, `there is no column ${quoted(figure.headings[0])}`)
  }
  const free = found.figures.filter(({ fixed }) => fixed === null)
  const ofName = `of ${aNoun(kind.free?.noun ?? 'figure')}`
  if (free.length > MOST_NAMES) {
    const [have, most] = [free.length, MOST_NAMES].map((number) => number.toLocaleString('en'))
    faults.add(row, null, `there are ${have} columns ${ofName}; at most ${most} are taken`)
  }
  if (found.figures.length === 0 && kind.figures.length === 0) {
    faults.add(row, null, `there is no column ${ofName}`)
  }
  return { ...found, key: found.key, width }
}

interface Found {
  key: Place | null
  year: Place | null
  month: Place | null
  readonly dimensions: FoundDimension[]
  readonly figures: FoundFigure[]
  readonly totals: FoundTotal[]
}

function roleIn(
  kind: Kind,
  heading: string,
  values: Readonly<Record<string, string>>,
): Role | { readonly fault: string } {
  const role = kind.roleOf(heading)
  if (role !== undefined) {
    const fault = 'figure' in role ? excluded(role.figure, values) : null
    return fault === null ? role : { fault }
  }
  if (kind.free === null) return { fault: `is unknown; known are ${knownHeadings(kind).join(', ')}` }
  const free = kind.free.nameOf(heading)
  return 'fault' in free ? free : { id: `figure ${free.name}`, name: free.name }
}

const UNBOUNDED: Bounds = { min: -Infinity, max: Infinity, decimals: null }

function take({ free }: Kind, found: Found, place: Place, role: Role): void {
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
export function knownHeadings({ key, keyHeading, per, dimensions, figures, totals }: Kind): string[] {
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
export const wordOf = (cell: Cell | undefined): string => plain(textOf(cell))
