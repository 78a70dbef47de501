import { type DOMAttributes, memo, type ReactNode, type RefObject, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { formatNumber } from '../../report/model/format.ts'
import { getLinkUrl, type LinkPlan } from '../../report/model/links.ts'
import { computeShade, findMark, findWorstMark } from '../../report/table/highlights.ts'
import type { Mark } from '../../report/model/report-plan.ts'
import {
  countLeading,
  getText,
  groupHeaders,
  type HeaderGroup,
  markSigns,
  type ReportTable,
  type TableRow,
} from '../../report/model/report-table.ts'
import { nameGaps, nameTotals } from '../../report/table/totals.ts'
import { classNames } from '../kit/icon.tsx'
import { lazyWithPreload } from '../kit/lazy-loading.tsx'
import { getMeta, type ModelColumn, type ModelRow } from './use-table-model.ts'

declare module 'react' {
  interface CSSProperties {
    /** How much of the accent is in the ground of a cell. */
    '--heat'?: string
    '--key-most'?: string
  }
}

/** Limits rows or columns: the start is inclusive, the end exclusive. */
export type Range = { readonly start: number; readonly end: number }

/** Describes the part of a large table that is in the document, at fixed sizes in px. */
export type GridWindow = { readonly rows: Range; readonly columns: Range; readonly columnWidth: number }

export type GridProps = {
  readonly table: ReportTable
  readonly rows: readonly ModelRow[]
  /** The key's column first. */
  readonly visible: readonly ModelColumn[]
  readonly caption: string
  readonly busy: boolean
  /** The element that scrolls; undefined on paper. */
  readonly box: RefObject<HTMLDivElement | null> | undefined
  readonly widths: ReadonlyMap<string, number>
  readonly handlers?: DOMAttributes<HTMLElement>
  /** Null renders every row and column. */
  readonly window?: GridWindow | null
  readonly note?: string | null
}

const noteSign = lazyWithPreload(() => import('./note-sign.tsx'))

export const KEY_WIDTH = 140
export const ROW_HEIGHT = 24

/**
 * Shows a report's table, for screen and paper. Of a large one only a window is in the document, between fillers;
 * positions are in aria-rowindex and aria-colindex.
 */
export const Grid = (props: GridProps) => {
  const { table, rows, visible, caption, busy, box, widths, handlers, window = null, note = null } = props
  const [key] = visible
  const hasEdges = window === null && box !== undefined
  const getWidth = (column: ModelColumn) => (hasEdges ? widths.get(getMeta(column).label) : undefined)
  const keyWidth = key && getWidth(key)
  const { shown, position, from, filler } = layOut(visible, window)
  const groups = findGroups(table, shown)
  const footer = listFooter(table)
  const headerRows = findGroups(table, visible.slice(1)).length > 0 ? 2 : 1
  return (
    <div
      ref={box}
      {...handlers}
      // It contains the hidden texts of cells, which would widen the page; the pinned cells would cover an inner outline.
      className="data-table-box relative overflow-auto overscroll-x-contain rounded-b-card focus-visible:outline-offset-0"
    >
      <table
        aria-label={caption}
        aria-busy={busy}
        className={window === null ? 'data-table' : 'data-table windowed'}
        data-names={table.keyKind === 'text' || undefined}
        data-two-keys={countLeading(table) === 2 || undefined}
        style={keyWidth === undefined ? undefined : { '--key-most': `${keyWidth}px` }}
        {...(window !== null && {
          'aria-rowcount': rows.length + headerRows + footer.length,
          'aria-colcount': visible.length,
          style: { width: KEY_WIDTH + (visible.length - 1) * window.columnWidth },
        })}
      >
        {note !== null && <caption className="text-left">{note}</caption>}
        <Columns groups={groups} count={shown.length} window={window} />
        <thead>
          {groups.length > 0 && (
            <tr className="groups" aria-rowindex={position(1)}>
              <td ref={measureKey}>{noHeader}</td>
              {filler}
              {renderGroups(groups, from)}
            </tr>
          )}
          <tr aria-rowindex={position(headerRows)}>
            {key !== undefined && (
              <HeaderCell
                column={key}
                position={position(1)}
                width={keyWidth}
                isPrinted={box === undefined}
              />
            )}
            {filler}
            {shown.map((column, index) => (
              <HeaderCell
                key={column.id}
                column={column}
                position={from && from + index}
                width={getWidth(column)}
                isPrinted={box === undefined}
              />
            ))}
          </tr>
        </thead>
        <Body table={table} rows={rows} visible={visible} window={window} headerRows={headerRows} />
        {footer.length > 0 && (
          // Of many comparisons the first two stay in view with the total: up to five lines each.
          <tfoot style={footer.length > 11 ? { bottom: (11 - footer.length) * ROW_HEIGHT } : undefined}>
            {footer.map(({ label, names, columns, ...line }, index) => (
              <tr key={label} aria-rowindex={position(rows.length + headerRows + 1 + index)}>
                <th scope="row" title={label} aria-colindex={position(1)}>
                  {label}
                </th>
                {filler}
                {renderCells({ ...table, columns }, line, shown, null, from, names)}
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </div>
  )
}

/** Returns the columns beside the first that are in the document; their positions only if they are not all. */
const layOut = (visible: readonly ModelColumn[], window: GridWindow | null) => {
  const { start, end } = window?.columns ?? { start: 0, end: visible.length - 1 }
  const position = (index: number) => (window === null ? undefined : index)
  const filler = start > 0 && <td aria-hidden="true" className="filler" />
  return { shown: visible.slice(start + 1, end + 1), position, from: position(start + 2), filler }
}

/** Returns the total with the names of totals that are no sums, and the comparison with an earlier period. */
export const listFooter = ({ total, columns, comparison }: ReportTable) => [
  ...(total === null ? [] : [{ ...total, columns, names: nameTotals(columns, total) }]),
  ...(comparison?.lines ?? []).map((line) => ({ ...line, names: nameGaps(line) })),
]

const findGroups = ({ columns }: ReportTable, shown: readonly ModelColumn[]) =>
  groupHeaders(shown.flatMap((column) => columns[getMeta(column).index] ?? []))

type ColumnsProps = {
  readonly groups: readonly HeaderGroup[]
  readonly count: number
  readonly window: GridWindow | null
}

const Columns = ({ groups, count: all, window }: ColumnsProps) => (
  <>
    <colgroup>
      <col style={{ width: window === null ? undefined : KEY_WIDTH }} />
      {window !== null && window.columns.start > 0 && (
        <col style={{ width: window.columns.start * window.columnWidth }} />
      )}
    </colgroup>
    {(groups.length > 0 ? groups : [{ start: 0, count: Math.max(1, all) }]).map(({ start, count }) => (
      <colgroup key={start} span={count} style={{ width: window?.columnWidth }} />
    ))}
    {window !== null && <colgroup />}
  </>
)

const noHeader = null

/** Measures where the text of a shared header begins while the table is scrolled. */
const measureKey = (cell: HTMLElement | null) => {
  cell?.parentElement?.style.setProperty('--key-width', `${cell.offsetWidth}px`)
}

const renderGroups = (groups: readonly HeaderGroup[], from: number | undefined) =>
  groups.map(({ text, start, count }) =>
    text === null ? (
      <td key={start} colSpan={count}>
        {noHeader}
      </td>
    ) : (
      <th key={start} scope="colgroup" colSpan={count} title={text} aria-colindex={from && from + start}>
        <span className="sticky left-[calc(var(--key-width)+10px)] inline-block max-w-full truncate align-top">
          {text}
        </span>
      </th>
    ),
  )

type BodyProps = Pick<GridProps, 'table' | 'rows' | 'visible'> & {
  readonly window: GridWindow | null
  readonly headerRows: number
}

const Body = memo(({ table, rows, visible, window, headerRows }: BodyProps) => {
  const range = window?.rows ?? { start: 0, end: rows.length }
  const { shown, position, from, filler } = layOut(visible, window)
  const indexes = visible.map((column) => getMeta(column).index)
  const fillerRow = (count: number) =>
    count > 0 && (
      <tr aria-hidden="true" style={{ height: count * ROW_HEIGHT }}>
        <td colSpan={shown.length + 2} className="filler" aria-hidden="true" />
      </tr>
    )
  return (
    <tbody>
      {fillerRow(range.start)}
      {rows.slice(range.start, range.end).map(({ id, original }, index) => {
        const mark = findMark(table, original, null)
        return (
          <tr
            key={id}
            aria-rowindex={position(range.start + index + headerRows + 1)}
            className={mark ?? getRowClass(original)}
          >
            <th
              scope="row"
              title={original.hasRecord ? original.label : `${original.label}: no record`}
              aria-colindex={position(1)}
              data-worst={findWorstMark(table, original, indexes) ?? undefined}
            >
              {mark && renderMarked(mark, null)}
              {renderLink(table, table.link, original, original.label)}
              {!original.hasRecord && <span className="max-lg:not-print:sr-only"> no record</span>}
              {original.notes && (
                <Suspense>
                  <noteSign.Component notes={original.notes} />
                </Suspense>
              )}
            </th>
            {filler}
            {renderCells(table, original, shown, original, from, nameGaps(original))}
          </tr>
        )
      })}
      {fillerRow(rows.length - range.end)}
    </tbody>
  )
})

const getRowClass = ({ hasRecord, isRest }: TableRow) =>
  isRest ? 'rest' : hasRecord ? undefined : 'unrecorded'

/** Shows a sign and its word for screen readers before a content; the content alone where nothing is marked. */
const renderMarked = (mark: Mark, content: ReactNode) => (
  <>
    <i aria-hidden="true" className="mr-1.5 font-bold text-[color:var(--mark)] not-italic">
      {markSigns[mark]}
    </i>
    <span className="sr-only">{`${mark}: `}</span>
    {content}
  </>
)

const noValue = <span className="sr-only">no value</span>

const classes = { key: undefined, series: undefined, total: 'sum', text: 'text' } as const

/** Returns the cells of one row, as elements: a component per cell would cost more than the cell. */
const renderCells = (
  table: ReportTable,
  { values, gaps }: Pick<TableRow, 'values' | 'gaps'>,
  columns: readonly ModelColumn[],
  /** The row, for links; null for the rows below the table. */
  row: TableRow | null,
  from: number | undefined,
  /** What the values are, by the indexes of the columns. */
  names: readonly string[],
) =>
  columns.map((shown, position) => {
    const { index } = getMeta(shown)
    const value = values[index] ?? null
    const mark = row && findMark(table, row, index)
    const shade = mark === null && row ? computeShade(table, row, index) : null
    const column = table.columns[index]
    const words = row && value === null ? getText(row, index) : ''
    const text = value === null ? words : formatNumber(value, column?.format, row)
    const content =
      text === ''
        ? (row || column?.role !== 'text') && noValue
        : row
          ? renderLink(table, column?.link ?? null, row, text)
          : text
    return (
      <td
        key={shown.id}
        className={mark ?? (value === 0 ? 'zero' : classes[column?.role ?? 'series'])}
        title={words || gaps?.[index]?.join('\n') || undefined}
        aria-colindex={from && from + position}
        style={shade === null ? undefined : { '--heat': `${Math.round(shade * 45)}%` }}
      >
        {names[index] && <small className="font-normal text-soft">{names[index]} </small>}
        {mark === null ? content : renderMarked(mark, content)}
      </td>
    )
  })

/** Returns the text, as a link if the row opens another report there; it fills its cell, so that it is easy to hit. */
function renderLink({ keyKind }: ReportTable, link: LinkPlan | null, row: TableRow, text: string) {
  const url = getLinkUrl(link, keyKind, row)
  return url === null ? (
    text
  ) : (
    <Link
      to={url}
      title={link?.label}
      className="-mx-2.5 block truncate px-2.5 text-accent hover:underline focus-visible:-outline-offset-2 print:text-inherit"
    >
      {text}
    </Link>
  )
}

const SORTED = { asc: 'ascending', desc: 'descending' } as const
const ARROWS = { asc: "before:content-['↑']", desc: "before:content-['↓']" } as const

type HeaderCellProps = {
  readonly column: ModelColumn
  /** Set if not every column is in the document. */
  readonly position: number | undefined
  /** In px, if the reader chose one; numbers are shown whole in any. */
  readonly width: number | undefined
  readonly isPrinted: boolean
}

/**
 * Shows a column's header: a button that sorts ascending, then descending, then not at all. On paper it is text: of a
 * button, Chromium prints nothing in the header that it repeats on further pages.
 */
const HeaderCell = ({ column, position, width, isPrinted }: HeaderCellProps) => {
  const sorted = column.getIsSorted()
  const { header, role, description, words } = getMeta(column)
  const sign = sorted !== false && (
    <span aria-hidden="true" className={`mx-1 text-accent ${ARROWS[sorted]}`} />
  )
  return (
    <th
      scope="col"
      className={role === 'text' ? 'text' : undefined}
      aria-sort={sorted === false ? 'none' : SORTED[sorted]}
      aria-colindex={position}
      style={width === undefined ? undefined : { width, minWidth: width, maxWidth: width }}
    >
      {!isPrinted && position === undefined && <span data-edge aria-hidden="true" />}
      {isPrinted ? (
        header
      ) : (
        <button
          type="button"
          title={[description ?? header, words ?? []].flat().join('\n')}
          className={classNames(
            'block h-[31px] w-full max-w-64 truncate px-2.5 [text-align:inherit] font-medium hover:text-ink focus-visible:-outline-offset-3 max-[30rem]:px-1.5',
            sorted === false ? 'text-soft' : 'text-ink',
            role !== 'key' && role !== 'text' && 'ml-auto',
            description && 'underline decoration-dotted underline-offset-4',
          )}
          onClick={() => column.toggleSorting()}
        >
          {role !== 'key' && sign}
          {header}
          {role === 'key' && sign}
        </button>
      )}
    </th>
  )
}
