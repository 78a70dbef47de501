import {
  columnVisibilityFeature,
  createColumnHelper,
  createSortedRowModel,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { ReportTable, TableRow } from '../../../report/table.ts'
import { KEY, useColumnVisibility } from './column-visibility.ts'

const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<{ readonly index: number; readonly role: 'key' | 'series' | 'total' }>(),
})
const helper = createColumnHelper<typeof features, TableRow>()
const byText = new Intl.Collator('en', { numeric: true })

const makeColumns = ({ keyLabel, keyKind, columns }: ReportTable) =>
  helper.columns([
    helper.accessor('key', {
      id: KEY,
      header: keyLabel,
      meta: { index: -1, role: 'key' },
      enableHiding: false,
      sortDescFirst: false,
      sortFn: ({ original: a }, { original: b }) =>
        keyKind === 'text' ? byText.compare(a.label, b.label) : a.key < b.key ? -1 : a.key > b.key ? 1 : 0,
    }),
    ...columns.map(({ id, label, role }, index) =>
      helper.accessor(({ values }) => values[index] ?? 0, {
        id,
        header: label,
        meta: { index, role },
        sortDescFirst: false,
        sortFn: (a, b) => (a.original.values[index] ?? 0) - (b.original.values[index] ?? 0),
      }),
    ),
  ])

/**
 * The table's rows in their sorted order and its visible columns. It has no cells: a model per cell would cost more
 * than the whole table, so the grids read `values` of the rows themselves.
 */
export function useTableModel(table: ReportTable) {
  const { columnVisibility, sorting, setVisibility, setSorting } = useColumnVisibility(table)
  const columns = useMemo(() => makeColumns(table), [table])
  const model = useTable({
    features,
    columns,
    data: table.rows,
    state: { columnVisibility, sorting },
    onColumnVisibilityChange: setVisibility,
    onSortingChange: setSorting,
    enableMultiSort: false,
  })
  const visible = model.getVisibleLeafColumns()
  return {
    rows: model.getRowModel().rows,
    /** The key's column first. */
    visible,
    all: model.getAllLeafColumns(),
    showAll: () => model.toggleAllColumnsVisible(true),
  }
}

export type TableModel = ReturnType<typeof useTableModel>
export type ModelColumn = TableModel['visible'][number]
export type ModelRow = TableModel['rows'][number]
