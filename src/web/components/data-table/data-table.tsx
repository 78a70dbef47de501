import { type ReactNode, Suspense, useRef } from 'react'
import { describeScales, explainBlanks, type ReportTable } from '../../../report/table/report-table.ts'
import './data-table.css'
import { usePrinting } from '../browser-hooks.ts'
import { Button } from '../button.tsx'
import { lazyWithPreload } from '../lazy-loading.tsx'
import { Remarks } from '../messages.tsx'
import { controlClasses } from '../text-field.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { copyTable } from './copy-table.ts'
import { Grid } from './grid.tsx'
import { PrintedGrid } from './printed-grid.tsx'
import { type KeptArrangement, useTableModel } from './use-table-model.ts'

/** With so many cells only those in view are rendered. */
const MAX_STATIC_CELLS = 2000

const windowedGrid = lazyWithPreload(() => import('./windowed-grid.tsx'))

type Props = {
  readonly table: ReportTable
  /** The table's accessible name, equal to the title of its card. */
  readonly caption: string
  /** New data is loading; the current data stays visible. */
  readonly busy: boolean
  /** The arrangement that the caller keeps; without it the table keeps its own. */
  readonly kept?: KeptArrangement
  /** Arranges the menu and the table; by default the menu is above the table. */
  readonly renderFrame?: (menu: ReactNode, grid: ReactNode) => ReactNode
}

type FinderProps = {
  readonly term: string
  readonly onFind: (term: string) => void
  /** How many rows there are for the term. */
  readonly found: number
  readonly table: ReportTable
}

/** The search field above the rows, and how many it finds; the totals stay those of all rows. */
const RowFinder = ({ term, onFind, found, table: { rows, total } }: FinderProps) => (
  <search className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-2 text-sm text-soft">
    <input
      type="search"
      aria-label="Search rows"
      placeholder="Search rows"
      maxLength={100}
      value={term}
      onChange={({ target }) => onFind(target.value)}
      className={`${controlClasses(false)} w-64 max-w-full print:hidden`}
    />
    <p aria-live="polite">
      {term.trim() !== '' &&
        `${found} of ${rows.length} rows${total === null ? '' : '; the totals are those of all rows'}`}
    </p>
  </search>
)

const above = (menu: ReactNode, grid: ReactNode) => (
  <div className="min-w-0">
    <div className="flex justify-end px-2 py-1">{menu}</div>
    {grid}
  </div>
)

/**
 * A report's table: sorts by any column, hides columns, keeps header, first column and total row in view. Of a table
 * with very many cells only the visible part is rendered, but it is printed whole.
 */
export const DataTable = ({ table, caption, busy, kept, renderFrame = above }: Props) => {
  const { rows, visible, hidden, choose, find, setFind } = useTableModel(table, kept)
  const printing = usePrinting()
  const box = useRef<HTMLDivElement>(null)
  const shown = { table, rows, visible }
  const ScreenGrid = rows.length * visible.length > MAX_STATIC_CELLS ? windowedGrid.Component : Grid
  const grid = { ...shown, caption, busy, box }
  return renderFrame(
    <>
      <Button
        variant="quiet"
        size="small"
        title="Copy the table for a spreadsheet"
        onClick={() => copyTable(shown)}
      >
        Copy
      </Button>
      <ColumnsMenu
        table={table}
        hidden={hidden}
        onChoose={choose}
        onCopy={(column) => copyTable(shown, column)}
      />
    </>,
    <>
      {find !== null && <RowFinder term={find} onFind={setFind} found={rows.length} table={table} />}
      {printing ? (
        <PrintedGrid {...grid} />
      ) : (
        <Suspense>
          <ScreenGrid {...grid} />
        </Suspense>
      )}
      <Remarks
        texts={[
          ...(table.highlights?.conditions ?? []).map(({ label }) => label),
          ...describeScales(table).map((scale) => <ScaleLegend key={scale.names} {...scale} />),
          ...explainBlanks(
            visible.flatMap(({ columnDef: { meta } }) => table.columns[meta?.index ?? -1] ?? []),
          ),
        ]}
        className="px-4 py-2"
      />
    </>,
  )
}

type ScaleLegendProps = { readonly names: string; readonly from: string; readonly to: string }

/** What a colour scale means, as a sentence with the colours in it. */
const ScaleLegend = ({ names, from, to }: ScaleLegendProps) => (
  <>
    {names}: shaded from {from} <span className="heat-scale" aria-hidden="true" /> to {to}
  </>
)
