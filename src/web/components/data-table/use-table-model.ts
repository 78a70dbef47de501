import {
  createColumnHelper,
  createSortedRowModel,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { isVisible, type Visibility } from '../../../report/table/series.ts'
import { compareNames } from '../../../report/rows/row-order.ts'
import {
  getText,
  type ReportTable,
  type TableColumn,
  type TableRow,
} from '../../../report/table/report-table.ts'
import { findByName } from '../search-field.tsx'
import { type Arrangement, defaultArrangement } from '../../../report/url-state.ts'

type TableModel = ReturnType<typeof useTableModel>
export type ModelColumn = TableModel['visible'][number]
export type ModelRow = TableModel['rows'][number]
type Sort = { readonly id: string; readonly desc: boolean }

/** An arrangement of the table that its caller keeps. */
export interface KeptArrangement {
  readonly arrangement: Arrangement
  readonly onArrange: (arrangement: Arrangement) => void
}

type Change<T> = T | ((before: T) => T)

const KEY = 'key'

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<{ readonly index: number; readonly role: 'key' | TableColumn['role'] }>(),
})

const helper = createColumnHelper<typeof features, TableRow>()

const makeColumns = ({ keyLabel, keyKind, columns }: ReportTable) =>
  helper.columns([
    helper.accessor('key', {
      id: KEY,
      header: keyLabel,
      meta: { index: -1, role: 'key' },
      sortDescFirst: false,
      sortFn: ({ original: a }, { original: b }) =>
        keyKind === 'text' ? compareNames(a.label, b.label) : a.key < b.key ? -1 : a.key > b.key ? 1 : 0,
    }),
    ...columns.map(({ id, label, role }, index) =>
      helper.accessor((row) => row.values[index] ?? (getText(row, index) || undefined), {
        id,
        header: label,
        meta: { index, role },
        sortDescFirst: false,
        sortUndefined: 'last',
        sortFn: ({ original: a }, { original: b }) =>
          role === 'text'
            ? compareNames(getText(a, index), getText(b, index))
            : (a.values[index] ?? 0) - (b.values[index] ?? 0),
      }),
    ),
  ])

/**
 * The table's rows in their sorted order and its visible columns. It has no cells: a model per cell would cost more
 * than the whole table, so the grids read `values` of the rows themselves.
 */
export function useTableModel(table: ReportTable, kept?: KeptArrangement) {
  const { hidden, choose, sorting, setSorting, find, setFind } = useArrangement(table, kept)
  const data = useMemo(() => findRows(table, find), [table, find])
  const columns = useMemo(() => makeColumns(table), [table])
  const model = useTable({
    features,
    columns,
    data,
    state: { sorting },
    onSortingChange: setSorting,
    enableMultiSort: false,
  })
  const all = model.getAllLeafColumns()
  const visible = useMemo(() => all.filter(({ id }) => !hidden.has(id)), [all, hidden])
  return {
    rows: moveRestLast(model.getRowModel().rows),
    /** The key's column first. */
    visible,
    /** The ids of the other columns. */
    hidden,
    choose,
    /** The term of the search; null for a table without names and texts. */
    find: isSearched(table) ? find : null,
    setFind,
  }
}

/** Whether rows can be searched: those of days and months are found without. */
const isSearched = ({ keyKind, columns }: ReportTable): boolean =>
  keyKind === 'text' || columns.some(({ role }) => role === 'text')

/** The rows whose labels and texts contain every word of a term. */
const findRows = (table: ReportTable, term: string): readonly TableRow[] =>
  isSearched(table)
    ? findByName(table.rows, ({ label, texts = [] }) => [label, ...texts].join(' '), term)
    : table.rows

/** The row of the remaining rows is the last one in every order. */
function moveRestLast<R extends { readonly original: TableRow }>(rows: readonly R[]): readonly R[] {
  const rest = rows.find(({ original }) => original.isRest)
  return rest === undefined || rest === rows.at(-1) ? rows : [...rows.filter((row) => row !== rest), rest]
}

/**
 * Which columns a user hides or shows, which one sorts, and what is searched. Stored by label, because the next period can list the same
 * names at other positions; returned by column id, because labels can contain any text.
 */
function useArrangement({ columns }: ReportTable, kept?: KeptArrangement) {
  const [own, setOwn] = useState(defaultArrangement)
  const { arrangement, onArrange } = kept ?? { arrangement: own, onArrange: setOwn }
  const { sort, columns: shown, find } = arrangement

  const hidden = useMemo(
    () => new Set(columns.flatMap((column) => (isShown(column, shown) ? [] : [column.id]))),
    [columns, shown],
  )
  const sorting = useMemo(() => {
    if (sort === null) return []
    const id = sort.label === null ? KEY : columns.find(({ label }) => label === sort.label)?.id
    return id === undefined ? [] : [{ id, desc: sort.desc }]
  }, [columns, sort])
  const choose = (isChosen: (column: TableColumn) => boolean) =>
    onArrange({ ...arrangement, columns: describeShown(columns, isChosen) })

  return {
    hidden,
    sorting,
    /** Shows the columns that fulfil a condition, and hides the others. */
    choose,
    setSorting: (change: Change<Sort[]>) => {
      const [next] = typeof change === 'function' ? change(sorting) : change
      const column = columns.find(({ id }) => id === next?.id)
      onArrange({
        ...arrangement,
        sort: next === undefined ? null : { label: column?.label ?? null, desc: next.desc },
      })
    },
    find,
    setFind: (term: string) => onArrange({ ...arrangement, find: term }),
  }
}

const isShown = ({ label, hidden }: TableColumn, shown: Visibility): boolean =>
  isVisible({ name: label, visible: !hidden }, shown)

/** The columns that are shown, by the fewest labels: an address contains them. */
function describeShown(
  columns: readonly TableColumn[],
  isChosen: (column: TableColumn) => boolean,
): Visibility {
  const describe = (mode: Visibility['mode']): Visibility => {
    const base = { mode, toggled: new Set<string>() }
    const differing = columns.filter((column) => isShown(column, base) !== isChosen(column))
    return { mode, toggled: new Set(differing.map(({ label }) => label)) }
  }
  const [usual, none] = [describe('default'), describe('none')]
  return none.toggled.size < usual.toggled.size ? none : usual
}
