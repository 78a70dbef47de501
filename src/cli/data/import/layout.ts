import { type Cell, isBlank, type SheetRow, textOf } from './cell.ts'
import { type Faults, FileFault, letterOf, type Place } from './faults.ts'
import { MOST_NAMES } from './free-columns.ts'
import { isKeyHeading, plain } from './heading.ts'
import type { Kind, TotalColumn } from './kind.ts'
import { quoted } from './quoted.ts'

/** A column of figures as the file has it. */
export interface FoundFigure extends Place {
  readonly name: string
  /** Whether a blank cell means that there is no figure, rather than that one is missing. */
  readonly optional: boolean
}

export interface FoundTotal extends Place {
  readonly total: TotalColumn
}

/** What stands in which column. */
export interface Layout {
  readonly width: number
  readonly key: Place
  readonly year: Place | null
  readonly scope: Place | null
  readonly figures: readonly FoundFigure[]
  readonly totals: readonly FoundTotal[]
}

/** Above its headings a workbook of the portal has a title and a period; nothing is further down than this. */
export const MOST_ROWS_ABOVE = 20

/** Whether a row is the one of the headings: it names the day or the month, and something else. */
export const isHeadings = ({ cells }: SheetRow): boolean =>
  cells.some((cell) => typeof cell === 'string' && isKeyHeading(cell)) &&
  cells.filter((cell) => !isBlank(cell)).length > 1

/** Understands the row of headings. What is unknown, missing or there twice goes to `faults`. */
export function readLayout(
  kind: Kind,
  { row, cells }: SheetRow,
  scope: string | null,
  faults: Faults,
): Layout {
  const width = cells.findLastIndex((cell) => !isBlank(cell)) + 1
  const taken = new Map<string, number>()
  const found: Found = { key: null, year: null, scope: null, figures: [], totals: [] }
  for (const [index, cell] of cells.slice(0, width).entries()) {
    const place = { index, heading: textOf(cell) }
    const role = place.heading === '' ? { fault: 'has no heading' } : roleOf(kind, place.heading, scope)
    if ('fault' in role) {
      faults.add(row, place, role.fault)
      continue
    }
    const before = taken.get(role.id)
    if (before === undefined) take(found, place, role)
    else faults.add(row, place, `is there twice; the other one is column ${letterOf(before)}`)
    taken.set(role.id, before ?? index)
  }
  if (found.key === null) {
    throw new FileFault(`row ${row}: no column is headed ${kind.key === 'date' ? 'Date' : 'Month'}`)
  }
  for (const { name, headings } of kind.figures) {
    const isNeeded = kind.figuresOf === null || kind.figuresOf === scope
    if (isNeeded && !taken.has(`figure ${name}`))
      faults.add(row, null, `there is no column ${quoted(headings[0])}`)
  }
  const free = found.figures.filter(({ name }) => !kind.figures.some((figure) => figure.name === name))
  if (free.length > MOST_NAMES) {
    const [have, most] = [free.length, MOST_NAMES].map((number) => number.toLocaleString('en'))
    faults.add(
      row,
      null,
      `there are ${have} columns of a ${kind.free?.noun ?? 'figure'}; at most ${most} are taken`,
    )
  }
  if (found.figures.length === 0 && kind.figures.length === 0) {
    faults.add(row, null, `there is no column of a ${kind.free?.noun ?? 'figure'}`)
  }
  return { ...found, key: found.key, width }
}

type Found = { -readonly [K in Exclude<keyof Layout, 'width' | 'key'>]: Layout[K] } & { key: Place | null }

type Role =
  | { readonly id: 'key' | 'year' | 'scope' }
  | { readonly id: string; readonly figure: string; readonly optional: boolean }
  | { readonly id: string; readonly total: TotalColumn }

function roleOf(kind: Kind, heading: string, scope: string | null): Role | { readonly fault: string } {
  const isOneOf = (headings: readonly string[]) => headings.some((known) => plain(known) === plain(heading))
  if (isKeyHeading(heading)) return { id: 'key' }
  if (kind.key === 'month' && isOneOf(['year', 'reportYear'])) return { id: 'year' }
  if (kind.scope !== null && isOneOf(kind.scope.headings)) return { id: 'scope' }
  const total = kind.totals.find(({ headings }) => isOneOf(headings))
  if (total !== undefined) return { id: `total ${total.headings[0]}`, total }
  const figure = kind.figures.find(({ headings }) => isOneOf(headings))
  if (figure !== undefined) {
    if (kind.figuresOf !== null && scope !== null && scope !== kind.figuresOf) {
      return { fault: `is an operator, and ${scope} has carriers only` }
    }
    return { id: `figure ${figure.name}`, figure: figure.name, optional: kind.figuresOf !== null }
  }
  if (kind.free === null) return { fault: `is unknown; known are ${knownHeadings(kind).join(', ')}` }
  const free = kind.free.nameOf(heading)
  return 'fault' in free ? free : { id: `figure ${free.name}`, figure: free.name, optional: true }
}

function take(found: Found, place: Place, role: Role): void {
  if ('figure' in role) {
    found.figures = [...found.figures, { ...place, name: role.figure, optional: role.optional }]
  } else if ('total' in role) found.totals = [...found.totals, { ...place, total: role.total }]
  else if (role.id === 'key') found.key = place
  else if (role.id === 'year') found.year = place
  else found.scope = place
}

/** The headings of a kind as the portal's workbook writes them, those of a file that is made by hand behind them. */
export function knownHeadings({ key, scope, figures, totals }: Kind): string[] {
  return [
    key === 'date' ? 'Date' : 'Month',
    ...figures.map(({ headings }) => headings[0]),
    ...totals.map(({ headings }) => headings[0]),
    ...(key === 'month' ? ['Year'] : []),
    ...(scope === null ? [] : [scope.option === 'type' ? 'Type' : 'Direction']),
  ]
}

/** What a cell says, for a comparison of words. */
export const wordOf = (cell: Cell | undefined): string => plain(textOf(cell))
