import type { Value } from '../../query/arithmetic.ts'
import { grains } from '../../time/grains.ts'
import { type NumberFormat, toPoints, TWO_DECIMALS } from '../model/format.ts'
import { getRowId, type ReportTable, type TableColumn, type TableRow } from '../model/report-table.ts'
import { appendColumn } from './insert-column.ts'

/** Values of a column: those of one name at all times of the table, or those of all rows. */
interface Course {
  /** The times in their order, where the values are those of one name. */
  readonly keys: readonly string[]
  readonly values: readonly Value[]
  readonly total: Value
}

interface Addition {
  /** In the list of the dialog, and after the name of the column in its heading. */
  readonly label: string
  readonly isOffered: (table: ReportTable, column: TableColumn) => boolean
  readonly compute: (course: Course) => readonly Value[]
  /** Returns true if the value of a row follows from that of another one, or the same. */
  readonly isRead: (row: TableRow, other: TableRow) => boolean
  readonly format: (format: NumberFormat | null) => NumberFormat | null
  /** Whether each name has a course of its own, over the times of the table. */
  readonly isByName?: boolean
  /** Whether a chart shows it at once, in the measure of its column. */
  readonly isCourse?: boolean
  /** Whether values are parts of the total: the row of the others has one, too. */
  readonly isOfTotal?: boolean
}

const isOfDays = ({ keyKind }: ReportTable) => keyKind === 'date'
const isOfTime = ({ keyKind }: ReportTable) => keyKind === 'date' || keyKind === 'month'
const withOptions = (options: Partial<NumberFormat['options']>) => (format: NumberFormat | null) => ({
  ...(format ?? TWO_DECIMALS),
  options: { ...(format ?? TWO_DECIMALS).options, ...options },
})
const WHOLE = { minimumFractionDigits: 0, maximumFractionDigits: 0 }
const PERCENT = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
const DAYS = 7
const MEAN_BLANKS = 'blank for the first 6 days, because only days of this table count'

const getTime = (key: string): number => grains.day.parse(key) ?? grains.month.parse(key) ?? Number(key)
/** Returns the month of a day, and the year of a month that says it. */
const getUnit = (key: string): string => key.slice(0, -3)
const isWithin = (times: number) => (row: TableRow, other: TableRow) => {
  const back = getTime(row.key) - getTime(other.key)
  return back >= 0 && back <= times
}

/** Computes the mean of seven days; blank until the table has so many. */
function computeMeans({ keys, values }: Course): readonly Value[] {
  const days = keys.map((key) => grains.day.parse(key) ?? 0)
  const byDay = new Map(days.map((day, index) => [day, values[index] ?? null]))
  return days.map((day) => {
    if (day - DAYS + 1 < (days[0] ?? 0)) return null
    const week = Array.from({ length: DAYS }, (_, back) => byDay.get(day - back) ?? null)
    const stored = week.filter((value) => value !== null)
    return stored.length === 0 ? null : stored.reduce((sum, value) => sum + value, 0) / stored.length
  })
}

/** Adds up since the month or year began; blank in a month whose first day the table does not have. */
function computeToDate({ keys, values }: Course): readonly Value[] {
  const sums = new Map<string, number>()
  return keys.map((key, index) => {
    const unit = getUnit(key)
    if (unit !== '' && key.endsWith('-01')) sums.set(unit, 0)
    const before = sums.get(unit) ?? (unit === '' ? 0 : null)
    if (before === null) return null
    const sum = before + (values[index] ?? 0)
    sums.set(unit, sum)
    return sum
  })
}

/** Subtracts the day or month before; blank without it. */
const computeDifferences = ({ keys, values }: Course): readonly Value[] => {
  const times = keys.map(getTime)
  return values.map((value, index) => {
    const before = values[index - 1] ?? null
    const isNext = (times[index] ?? 0) - (times[index - 1] ?? 0) === 1
    return value === null || before === null || !isNext ? null : value - before
  })
}

/** What can be added, in the order of the list. */
const additions = {
  mean: {
    label: '7-day mean',
    // The mean of daily rates is not the rate of the days.
    isOffered: (table, { total }) => isOfDays(table) && total === 'sum',
    compute: computeMeans,
    isRead: isWithin(DAYS - 1),
    format: (format) => format,
    isByName: true,
    isCourse: true,
  },
  toDate: {
    label: 'to date',
    // Without a row of totals a sum can mean nothing, such as that of daily averages.
    isOffered: (table, { total }) => isOfTime(table) && table.total !== null && total === 'sum',
    compute: computeToDate,
    isRead: (row, { key }) => key <= row.key && getUnit(key) === getUnit(row.key),
    format: (format) => format,
    isByName: true,
  },
  difference: {
    label: 'difference',
    isOffered: isOfTime,
    compute: computeDifferences,
    isRead: isWithin(1),
    format: (format) => withOptions({ signDisplay: 'exceptZero' })(toPoints(format)),
    isByName: true,
  },
  share: {
    label: 'share',
    isOffered: ({ total: row }, { total }) => row !== null && total === 'sum',
    compute: ({ values, total }) => values.map((value) => (value === null || !total ? null : value / total)),
    isRead: (row, other) => row === other,
    format: () => withOptions(PERCENT)(null),
    isOfTotal: true,
  },
  rank: {
    label: 'rank',
    isOffered: (_, { format }) => format?.ofRow === undefined,
    compute: ({ values }) =>
      values.map((value) =>
        value === null ? null : 1 + values.filter((other) => other !== null && other > value).length,
      ),
    isRead: () => true,
    format: () => withOptions(WHOLE)(null),
  },
} as const satisfies Readonly<Record<string, Addition>>

type AddedKind = keyof typeof additions
const kinds = Object.keys(additions) as readonly AddedKind[]

/** Lists what can be added to a column of numbers. */
export const listAdditions = (table: ReportTable, column: TableColumn) =>
  kinds.flatMap((kind) =>
    additions[kind].isOffered(table, column) ? [{ value: kind, label: additions[kind].label }] : [],
  )

/** Lists the columns of a table to which something can be added. */
export const listAddable = ({ columns }: ReportTable): readonly TableColumn[] =>
  columns.filter(
    (column) => column.role !== 'text' && !column.hidden && column.unavailable === null && !isAdded(column),
  )

/** Formats an added column for an address: `mean:NAME`. */
export const formatAdded = (kind: string, label: string): string => `${kind}:${label}`

/** Describes an added column of an address as its heading does; the text itself if it is none. */
export function describeAdded(text: string): string {
  const { kind, rest } = splitAdded(text)
  const found = kinds.find((one) => one === kind)
  return found === undefined ? text : `${rest}, ${additions[found].label}`
}

/** The columns that a reader added say so by the column of the report that they are from, which has no colon. */
const ADDED = 'added:'
export const isAdded = ({ from }: TableColumn): boolean => from.startsWith(ADDED)

/** Splits what an address adds: `mean:NAME` has the kind `mean`, and a name. */
export function splitAdded(text: string): { readonly kind: string; readonly rest: string } {
  const [, kind = '', rest = ''] = /^(\w+):([^]*)$/.exec(text) ?? []
  return { kind, rest }
}

/** Adds one column of an address to a table; returns the table itself if it cannot have the column. */
export function addColumn(table: ReportTable, text: string): ReportTable {
  const { kind: wanted, rest: label } = splitAdded(text)
  const kind = kinds.find((one) => one === wanted)
  const base = listAddable(table).find((one) => one.label === label)
  if (kind === undefined || base === undefined || !additions[kind].isOffered(table, base)) return table
  const addition: Addition = additions[kind]
  const index = table.columns.indexOf(base)
  const total = table.total?.values[index] ?? null
  const name = `${base.label}, ${addition.label}`
  const values = computeRows(table, index, addition)
  const gaps = table.rows.map((row) => values.get(row)?.gaps)
  const remarks = kind === 'mean' ? [...table.remarks, `${name}: ${MEAN_BLANKS}.`] : table.remarks
  return appendColumn({ ...table, remarks }, base, {
    column: {
      ...deriveColumn(base, text, name),
      format: addition.format(base.format),
      ...(kind === 'mean' && { words: `${name}, ${MEAN_BLANKS}` }),
    },
    rows: table.rows.map((row) => values.get(row)?.value ?? null),
    listGaps: (row, position) =>
      (position === undefined ? addition.isOfTotal && row.gaps?.[index] : gaps[position]) || [],
    total: addition.isOfTotal && total !== null ? 1 : null,
    isVisible: addition.isCourse === true,
  })
}

/** Derives a column that a reader adds from one of the report. */
export const deriveColumn = (base: TableColumn, text: string, label: string): TableColumn => ({
  ...base,
  id: `${base.id}-${splitAdded(text).kind}`,
  from: `${ADDED}${text}`,
  label,
  header: null,
  role: 'series',
  total: 'none',
  weights: null,
  formula: null,
  link: null,
  words: label,
})

/** Computes the value of each row, with what is lacking of those that it follows from. */
function computeRows(
  { rows, total }: ReportTable,
  index: number,
  { compute, isRead, isByName = false, isOfTotal = false }: Addition,
): ReadonlyMap<TableRow, { readonly value: Value; readonly gaps: readonly string[] }> {
  const single = rows.filter(({ isRest }) => !isRest || isOfTotal)
  const keys = [...new Set(single.map(({ key }) => key))].toSorted()
  const byId = new Map(single.map((row) => [getRowId(row), row]))
  const names = [...new Map(single.map((row) => [row.dimension, row])).values()]
  const courses = isByName ? names.map((name) => keys.map((key) => byId.get(getRowId(name, key)))) : [single]
  return new Map(
    courses.flatMap((course) => {
      const values = course.map((row) => (row?.hasRecord ? (row.values[index] ?? null) : null))
      const computed = compute({ keys, values, total: total?.values[index] ?? null })
      const partial = course.flatMap((row) => (row?.gaps?.[index]?.length ? [row] : []))
      return course.flatMap((row, position) => {
        if (row === undefined) return []
        const value = computed[position] ?? null
        // A blank lacks only what is blank itself.
        const read = partial.filter(
          (other) => isRead(row, other) && (value !== null || (other.values[index] ?? null) === null),
        )
        const lacking = isOfTotal && total && value !== null ? [...read, total] : read
        const gaps = new Set(lacking.flatMap((lacked) => lacked.gaps?.[index] ?? []))
        return [[row, { value, gaps: [...gaps] }] as const]
      })
    }),
  )
}
