import {
  type Column,
  columnOrderingFeature,
  createColumnHelper,
  createSortedRowModel,
  metaHelper,
  type Row,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { isVisible } from '../../report/model/series.ts'
import { compareNames } from '../../report/model/format.ts'
import {
  countLeading,
  getText,
  type ReportTable,
  type TableColumn,
  type TableRow,
} from '../../report/model/report-table.ts'
import { findByName } from '../kit/search-field.tsx'
import { type Arrangement, defaultArrangement } from '../../report/selection/url-state.ts'

export type ModelColumn = Column<typeof features, TableRow>
export type ModelRow = Row<typeof features, TableRow>

/** Contains an arrangement of the table that its caller keeps. */
export interface KeptArrangement {
  readonly arrangement: Arrangement
  readonly onArrange: (arrangement: Arrangement) => void
}

const KEY = 'key'

/** Says what a column of the model is in its table; the key's column has the index -1. */
interface ColumnMeta {
  readonly index: number
  readonly role: 'key' | TableColumn['role']
  readonly label: string
  readonly header: string
  readonly description: string | null
  readonly words: string | null
}

const features = tableFeatures({
  columnOrderingFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<ColumnMeta>(),
})

const helper = createColumnHelper<typeof features, TableRow>()

const noMeta: ColumnMeta = { index: -1, role: 'key', label: '', header: '', description: null, words: null }
export const getMeta = ({ columnDef: { meta } }: ModelColumn): ColumnMeta => meta ?? noMeta

const makeColumns = ({ keyLabel, keyKind, columns }: ReportTable) =>
  helper.columns([
    helper.accessor('key', {
      id: KEY,
      meta: { ...noMeta, header: keyLabel },
      sortDescFirst: false,
      sortFn: ({ original: a }, { original: b }) =>
        keyKind === 'text' ? compareNames(a.label, b.label) : a.key < b.key ? -1 : a.key > b.key ? 1 : 0,
    }),
    ...columns.map(({ id, label, header, role, description, words }, index) =>
      helper.accessor((row) => row.values[index] ?? (getText(row, index) || undefined), {
        id,
        meta: { index, role, label, header: header?.label ?? label, description, words },
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
 * Returns the table's rows in their sorted order and its visible columns. It has no cells: a model per cell would cost
 * more than the whole table, so the grids read `values` of the rows themselves. Which columns are shown and which one
 * sorts is stored by label, because the next period can list the same names at other positions.
 */
export function useTableModel(table: ReportTable, kept?: KeptArrangement) {
  const [own, setOwn] = useState(defaultArrangement)
  const { arrangement, onArrange } = kept ?? { arrangement: own, onArrange: setOwn }
  const { sort, columns: shown, order, find } = arrangement
  const data = useMemo(() => findRows(table, find), [table, find])
  const columns = useMemo(() => makeColumns(table), [table])
  const sorting = useMemo(() => {
    if (sort === null) return []
    const id = sort.label === null ? KEY : findByLabel(table, sort.label)?.id
    return id === undefined ? [] : [{ id, desc: sort.desc }]
  }, [table, sort])
  const columnOrder = useMemo(() => {
    const leading = table.columns.slice(0, countLeading(table) - 1).map(({ id }) => id)
    return [KEY, ...leading, ...order.flatMap((label) => findByLabel(table, label)?.id ?? [])]
  }, [table, order])
  const model = useTable({
    features,
    columns,
    data,
    state: { sorting, columnOrder },
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(sorting) : change
      const label = table.columns.find(({ id }) => id === next?.id)?.label ?? null
      onArrange({ ...arrangement, sort: next === undefined ? null : { label, desc: next.desc } })
    },
    enableMultiSort: false,
  })
  const hidden = useMemo(() => {
    const isShown = ({ label, hidden: isHidden }: TableColumn) =>
      isVisible({ name: label, visible: !isHidden }, shown)
    return new Set(table.columns.flatMap((column) => (isShown(column) ? [] : [column.id])))
  }, [table, shown])
  const all = model.getAllLeafColumns()
  const visible = useMemo(() => all.filter(({ id }) => !hidden.has(id)), [all, hidden])
  return {
    rows: moveRestLast(model.getRowModel().rows),
    /** All columns in their order; that of the key is the first. */
    all,
    visible,
    hidden,
    arrangement,
    onArrange,
    /** The term of the search; null for a table without names and texts. */
    find: isSearched(table) ? find : null,
    setFind: (term: string) => onArrange({ ...arrangement, find: term }),
  }
}

const findByLabel = ({ columns }: ReportTable, label: string) =>
  columns.find((column) => column.label === label)

/** Says whether rows can be searched: those of days and months are found without. */
const isSearched = ({ keyKind, columns }: ReportTable): boolean =>
  keyKind === 'text' || columns.some(({ role }) => role === 'text')

/** Returns the rows whose labels and texts contain every word of a term. */
const findRows = (table: ReportTable, term: string): readonly TableRow[] =>
  isSearched(table)
    ? findByName(table.rows, ({ label, texts = [] }) => [label, ...texts].join(' '), term)
    : table.rows

/** Keeps the row of the remaining rows last in every order. */
function moveRestLast<R extends { readonly original: TableRow }>(rows: readonly R[]): readonly R[] {
  const rest = rows.find(({ original }) => original.isRest)
  return rest === undefined || rest === rows.at(-1) ? rows : [...rows.filter((row) => row !== rest), rest]
}
