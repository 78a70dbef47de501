import { useMemo, useState } from 'react'
import type { ReportTable, TableRow } from '../../../report/table.ts'

/** A column with its state: whether it is visible and how it sorts the rows. */
export interface ModelColumn {
  readonly id: string
  readonly label: string
  /** The position of the column's number in `values`; -1 is the key. */
  readonly index: number
  readonly role: 'key' | 'series' | 'total'
  readonly isVisible: boolean
  readonly sorted: 'ascending' | 'descending' | 'none'
  readonly toggleVisibility: () => void
  /** Sorts ascending, then descending, then not at all. */
  readonly toggleSorting: () => void
}

export interface ModelRow {
  /** The same row of the unsorted table has the same id. */
  readonly id: number
  readonly original: TableRow
}

/** The sorting column by its label, null is the key. */
interface Sort {
  readonly label: string | null
  readonly direction: 'ascending' | 'descending'
}

/**
 * The table's rows in their sorted order and its columns. What is hidden and what sorts is stored by label, because the
 * next period can list the same names at other positions.
 */
export function useTableModel(table: ReportTable) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [sort, setSort] = useState<Sort | null>(null)
  const sorting = sort === null ? null : findColumn(table, sort.label)
  const direction = sorting === null ? 'none' : (sort?.direction ?? 'none')
  const columns = useMemo(() => {
    const build = (column: Pick<ModelColumn, 'id' | 'label' | 'index' | 'role'>): ModelColumn => {
      const name = column.index === KEY_INDEX ? null : column.label
      const sorted = column.index === sorting ? direction : 'none'
      return {
        ...column,
        isVisible: name === null || !hidden.has(name),
        sorted,
        toggleVisibility: () => setHidden((before) => (name === null ? before : toggle(before, name))),
        toggleSorting: () =>
          setSort(
            sorted === 'descending'
              ? null
              : { label: name, direction: sorted === 'none' ? 'ascending' : 'descending' },
          ),
      }
    }
    return [
      build({ id: 'key', label: table.keyLabel, index: KEY_INDEX, role: 'key' }),
      ...table.columns.map(({ id, label, role }, index) => build({ id, label, index, role })),
    ]
  }, [table, hidden, sorting, direction])
  const rows = useMemo(() => sortRows(table, sorting, direction), [table, sorting, direction])
  return {
    rows,
    /** The key's column first. */
    visible: useMemo(() => columns.filter(({ isVisible }) => isVisible), [columns]),
    all: columns,
    showAll: () => setHidden(new Set()),
  }
}

const KEY_INDEX = -1

/** The index of the column of a label, null if this table has none. */
function findColumn({ columns }: ReportTable, label: string | null): number | null {
  if (label === null) return KEY_INDEX
  const index = columns.findIndex((column) => column.label === label)
  return index < 0 ? null : index
}

function toggle(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(names)
  if (!next.delete(name)) next.add(name)
  return next
}

const byText = new Intl.Collator('en', { numeric: true })

/** Rows that are equal in the sorting column keep their order; blanks are last in both directions. */
function sortRows(
  { rows, keyKind }: ReportTable,
  index: number | null,
  direction: ModelColumn['sorted'],
): readonly ModelRow[] {
  const unsorted = rows.map((original, id) => ({ id, original }))
  if (index === null || direction === 'none') return unsorted
  const sign = direction === 'ascending' ? 1 : -1
  const compareKeys = (a: TableRow, b: TableRow) =>
    keyKind === 'text' ? byText.compare(a.label, b.label) : a.key < b.key ? -1 : a.key > b.key ? 1 : 0
  const compareValues = (a: number | null, b: number | null) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : sign * (a - b)
  return unsorted.toSorted(({ original: a }, { original: b }) =>
    index === KEY_INDEX
      ? sign * compareKeys(a, b)
      : compareValues(a.values[index] ?? null, b.values[index] ?? null),
  )
}
