import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import {
  describeScales,
  explainBlanks,
  type ReportTable,
  countLeading,
} from '../../report/model/report-table.ts'
import './data-table.css'
import { usePrinting } from '../kit/browser-hooks.ts'
import { Button } from '../kit/button.tsx'
import { lazyWithPreload, whenIdle } from '../kit/lazy-loading.tsx'
import { Remarks } from '../kit/messages.tsx'
import { SearchField } from '../kit/search-field.tsx'
import { notify } from '../kit/toaster.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { Grid, type GridProps } from './grid.tsx'
import type { AskedNumber } from './number-panel.tsx'
import { getMeta, type KeptArrangement, useTableModel } from './use-table-model.ts'

/** Loads what copies, asks and resizes; the page does so when it is idle. */
const loadActions = () => import('./table-actions.ts')

const windowedGrid = lazyWithPreload(() => import('./windowed-grid.tsx'))
const numberPanel = lazyWithPreload(() => import('./number-panel.tsx'))

/** With so many cells only those in view are rendered. */
const MAX_STATIC_CELLS = 2000

type Props = {
  readonly table: ReportTable
  /** The table's accessible name, equal to the title of its card. */
  readonly caption: string
  /** New data is loading; the current data stays visible. */
  readonly busy: boolean
  /** The arrangement that the caller keeps; without it the table keeps its own. */
  readonly kept?: KeptArrangement
  /** What is chosen, for the panel that explains a number; without it there is no panel. */
  readonly period?: string
  /** Arranges the menu and the table; without it there is no menu. */
  readonly renderFrame?: (menu: ReactNode, grid: ReactNode) => ReactNode
}

type FinderProps = {
  readonly term: string
  readonly onFind: (term: string) => void
  readonly matchCount: number
  readonly table: ReportTable
}

/** Shows the search field above the rows, and how many it finds; the totals stay those of all rows. */
const RowFinder = ({ term, onFind, matchCount, table: { rows, total } }: FinderProps) => (
  <search className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-2 text-sm text-soft">
    <SearchField label="Search rows" value={term} onChange={onFind} className="max-w-64 print:hidden" />
    <p aria-live="polite">
      {term.trim() !== '' &&
        `${matchCount} of ${rows.length} rows${total === null ? '' : '; the totals are those of all rows'}`}
    </p>
  </search>
)

/**
 * Shows a report's table: sorts by any column, hides columns, keeps header, first column and total row in view. Of a
 * table with very many cells only the visible part is rendered, but it is printed whole.
 */
export const DataTable = ({ table, caption, busy, kept, period, renderFrame = (_, grid) => grid }: Props) => {
  const [asked, setAsked] = useState<AskedNumber | null>(null)
  const { rows, all, visible, hidden, arrangement, onArrange, find, setFind } = useTableModel(table, kept)
  const printing = usePrinting()
  const box = useRef<HTMLDivElement>(null)
  const cells = { table, rows, visible }
  const ScreenGrid = rows.length * visible.length > MAX_STATIC_CELLS ? windowedGrid.Component : Grid
  const copy = async (column: number | null) => {
    const copied = await loadActions().then(
      ({ copyTable }) => copyTable(cells, column),
      () => null,
    )
    if (copied === null) notify('The table could not be copied. Select it and press Ctrl+C.')
    else notify(copied, 'success')
  }
  const act = (work: (actions: Awaited<ReturnType<typeof loadActions>>) => void) =>
    void loadActions().then(work, () => undefined)
  useEffect(
    () => whenIdle(() => void Promise.all([loadActions(), windowedGrid.preload()]).catch(() => undefined)),
    [],
  )
  const sizes = { visible, arrangement, onArrange }
  const handlers: GridProps['handlers'] = {
    onDoubleClick: ({ target }) =>
      act(({ findNumber, resetWidth }) => {
        if (!resetWidth(target, sizes) && period !== undefined) setAsked(findNumber(target, cells))
      }),
    onPointerDown: (event) => act(({ dragEdge }) => dragEdge(event, sizes)),
    onKeyDown: (event) => event.shiftKey && act(({ resizeByKey }) => resizeByKey(event, sizes)),
  }
  const grid = { ...cells, caption, busy, box, widths: arrangement.widths, handlers }
  return renderFrame(
    <>
      <Button
        variant="quiet"
        size="small"
        title="Copy the table for a spreadsheet"
        onClick={() => void copy(null)}
      >
        Copy
      </Button>
      <ColumnsMenu
        {...{ table, hidden, arrangement, onArrange }}
        ordered={all.flatMap((column) => table.columns[getMeta(column).index] ?? [])}
        onCopy={(column) => void copy(column)}
        onAsk={(column) => setAsked({ column, row: null })}
      />
    </>,
    <>
      {find !== null && <RowFinder term={find} onFind={setFind} matchCount={rows.length} table={table} />}
      {hidden.size > 0 && visible.length === 1 && (
        <Button
          className="m-2"
          onClick={() => onArrange({ ...arrangement, columns: { mode: 'all', toggled: new Set() } })}
        >
          Show columns
        </Button>
      )}
      <Suspense>{printing ? <PrintedGrid {...grid} /> : <ScreenGrid {...grid} />}</Suspense>
      {asked !== null && period !== undefined && (
        <Suspense>
          <numberPanel.Component {...{ table, period, asked }} onClose={() => setAsked(null)} />
        </Suspense>
      )}
      <Remarks
        texts={[
          ...(table.highlights?.conditions ?? []).map(({ label }) => label),
          ...describeScales(table).map((scale) => <ScaleLegend key={scale.names} {...scale} />),
          ...explainBlanks(visible.flatMap((column) => table.columns[getMeta(column).index] ?? [])),
        ]}
        className="px-4 py-2"
      />
    </>,
  )
}

type ScaleLegendProps = { readonly names: string; readonly from: string; readonly to: string }

/** Shows what a colour scale means, as a sentence with the colours in it. */
const ScaleLegend = ({ names, from, to }: ScaleLegendProps) => (
  <>
    {names}: shaded from {from}{' '}
    <span aria-hidden="true" className="heat-scale inline-block h-2.5 w-18 border border-edge" /> to {to}
  </>
)

/** How many columns a page of paper has beside the first ones, and from how many on their text is small. */
const MAX_COLUMNS = 14
const MAX_LARGE = 10

/**
 * Shows a table on paper: all rows and columns that are shown. Further columns follow on further pages, each time with
 * the first column. The browser makes a page narrower that is too wide, as one with long numbers.
 */
const PrintedGrid = (grid: GridProps) => {
  const keys = grid.visible.slice(0, countLeading(grid.table))
  const columns = grid.visible.slice(keys.length)
  const starts = Array.from(
    { length: Math.ceil(columns.length / MAX_COLUMNS) || 1 },
    (_, page) => page * MAX_COLUMNS,
  )
  return (
    <div className={columns.length > MAX_LARGE ? 'text-[9px]' : 'text-[11.3px]'}>
      {starts.map((start) => {
        const part = columns.slice(start, start + MAX_COLUMNS)
        const note = `Columns ${start + 1} to ${start + part.length} of ${columns.length}`
        return (
          <Grid
            key={start}
            {...grid}
            box={undefined}
            visible={[...keys, ...part]}
            note={starts.length > 1 ? note : null}
          />
        )
      })}
    </div>
  )
}
