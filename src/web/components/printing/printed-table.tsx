import { useLayoutEffect, useRef, useState } from 'react'
import { formatNumber } from '../../../report/format.ts'
import type { ReportTable, TableRow } from '../../../report/report-table.ts'
import {
  findGroups,
  getHeading,
  type GridProps,
  listFooter,
  renderCells,
  renderGroups,
} from '../data-table/static-grid.tsx'
import type { ModelColumn } from '../data-table/use-table-model.ts'
import { type ColumnPart, divideColumns } from './column-parts.ts'
import { choosePaper, setOrientation } from './printed-page.ts'
import './printed-table.css'

/** The size of the text in points. */
const SIZE = 8.5

/**
 * A table on paper: all rows and columns. Columns that do not fit beside each other follow on further pages, each time
 * with the first column. The widths are measured before the page is laid out for paper.
 */
export const PrintedTable = (grid: GridProps) => {
  const { table, visible, box } = grid
  const [parts, setParts] = useState<readonly ColumnPart[] | null>(null)
  const [scale, setScale] = useState(1)
  const probe = useRef<HTMLTableElement>(null)
  useLayoutEffect(() => {
    const [key = 0, ...widths] = [...(probe.current?.rows[0]?.cells ?? [])].map(
      (cell) => cell.getBoundingClientRect().width,
    )
    const whole = widths.reduce((sum, width) => sum + width, key)
    const { orientation, available, scale } = choosePaper(whole)
    // A table that is hidden has no width, and decides nothing.
    if (whole > 0) setOrientation(orientation)
    setScale(scale)
    setParts(
      divideColumns(
        widths.map((width) => width * scale),
        available - key * scale,
      ),
    )
  }, [])
  const columns = visible.slice(1)
  if (parts === null) {
    return (
      <div className="printed-probe" style={{ fontSize: `${SIZE}pt` }}>
        <table ref={probe} className="printed-table">
          <Header table={table} columns={columns} isProbe />
          <tbody>
            <tr>
              <th>{getLongest([...table.rows, ...listFooter(table)].map(({ label }) => label))}</th>
              {columns.map((column) => (
                <td key={column.id}>{getLongestNumber(table, column)}</td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    )
  }
  return (
    <div ref={box} className="printed-parts" style={{ fontSize: `${SIZE * scale}pt` }}>
      {parts.map(({ start, count }) => (
        <PrintedPart
          key={start}
          {...grid}
          shown={columns.slice(start, start + count)}
          name={parts.length === 1 ? null : `Columns ${start + 1} to ${start + count} of ${columns.length}`}
        />
      ))}
    </div>
  )
}

type PartProps = GridProps & {
  readonly shown: readonly ModelColumn[]
  /** Which of the columns these are; null if they are all. */
  readonly name: string | null
}

const PrintedPart = ({ table, rows, caption, shown, name }: PartProps) => (
  <table aria-label={name === null ? caption : `${caption}, ${name}`} className="printed-table">
    <Header table={table} columns={shown} name={name} />
    <tbody>
      {rows.map(({ id, original }) => (
        <tr key={id}>
          <th scope="row">
            {original.label}
            {isMissing(original) && <em> (no record)</em>}
          </th>
          {renderCells(table, original.values, shown)}
        </tr>
      ))}
    </tbody>
    <tfoot>
      {listFooter(table).map(({ label, values, columns }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          {renderCells({ ...table, columns }, values, shown)}
        </tr>
      ))}
    </tfoot>
  </table>
)

const isMissing = ({ hasRecord, isRest }: TableRow) => !hasRecord && !isRest

type HeaderProps = {
  readonly table: ReportTable
  readonly columns: readonly ModelColumn[]
  readonly name?: string | null
  /** Only the columns' own headers. */
  readonly isProbe?: boolean
}

const Header = ({ table, columns, name = null, isProbe = false }: HeaderProps) => (
  <thead>
    {name !== null && (
      <tr className="part">
        <th colSpan={columns.length + 1}>{name}</th>
      </tr>
    )}
    {!isProbe && renderGroups(findGroups(table, columns))}
    <tr>
      <th scope="col">
        <div>{table.keyLabel}</div>
      </th>
      {columns.map(({ id, columnDef: { meta } }) => {
        const column = table.columns[meta?.index ?? 0]
        return (
          <th key={id} scope="col">
            <div>{column === undefined ? '' : getHeading(column)}</div>
          </th>
        )
      })}
    </tr>
  </thead>
)

const getLongest = (texts: readonly string[]): string =>
  texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '')

/** The longest number of a column, below which all others fit. */
function getLongestNumber(table: ReportTable, { columnDef: { meta } }: ModelColumn): string {
  const index = meta?.index ?? 0
  const format = (values: readonly (number | null)[], columns: ReportTable['columns']) => {
    const value = values[index] ?? null
    return value === null ? '' : formatNumber(value, columns[index]?.format)
  }
  return getLongest([
    ...table.rows.map(({ values }) => format(values, table.columns)),
    ...listFooter(table).map(({ values, columns }) => format(values, columns)),
  ])
}
