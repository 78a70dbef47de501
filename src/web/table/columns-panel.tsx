import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { CheckBox } from '../kit/check-box.tsx'
import { findByName, MIN_SEARCHED, SearchField } from '../kit/search-field.tsx'
import { type TableColumn, countLeading, type ReportTable } from '../../report/model/report-table.ts'
import { defaultVisibility, type Visibility } from '../../report/model/series.ts'
import type { KeptArrangement } from './use-table-model.ts'

export type ColumnsPanelProps = KeptArrangement & {
  readonly table: ReportTable
  readonly ordered: readonly TableColumn[]
  readonly hidden: ReadonlySet<string>
  readonly onCopy: (column: number) => void
  readonly onAsk: (column: number) => void
}

const ColumnsPanel = (props: ColumnsPanelProps) => {
  const { table, ordered, hidden, arrangement, onArrange, onCopy, onAsk } = props
  const { columns } = table
  const [term, setTerm] = useState('')
  const matches = findByName(ordered, ({ label }) => label, term)
  const { columns: shown, order, widths } = arrangement
  const isArranged = shown.mode !== 'default' || shown.toggled.size + order.length + widths.size > 0
  const onChoose = (isChosen: (column: TableColumn) => boolean) =>
    onArrange({ ...arrangement, columns: describeShown(columns, isChosen) })
  const isShown = ({ id }: TableColumn) => !hidden.has(id)
  const isPart = matches.length > 0 && matches.length < columns.length
  return (
    <>
      {columns.length >= MIN_SEARCHED && (
        <SearchField label="Search columns" value={term} onChange={setTerm} />
      )}
      {matches.length === 0 && <p className="px-2 py-1 text-sm text-faint">No column matches.</p>}
      {matches.map((column) => (
        <ColumnRow
          key={column.id}
          column={column}
          isShown={isShown(column)}
          canMove={(by) => findNeighbour(table, ordered, column, { by, isShown }) !== undefined}
          onToggle={() => onChoose(({ id, label }) => hidden.has(id) === (label === column.label))}
          onMove={(by) =>
            onArrange({ ...arrangement, order: moveColumn(table, ordered, column, { by, isShown }) })
          }
          onAsk={() => onAsk(columns.indexOf(column))}
          onCopy={() => onCopy(columns.indexOf(column))}
        />
      ))}
      {isPart && (
        <Choice text="Show only these" onClick={() => onChoose((column) => matches.includes(column))} />
      )}
      {hidden.size > 0 && <Choice text="Show all columns" onClick={() => onChoose(() => true)} />}
      {columns.length >= MIN_SEARCHED && hidden.size < columns.length && (
        <Choice text="Hide all columns" onClick={() => onChoose(() => false)} />
      )}
      {isArranged && (
        <Choice
          text="Columns of the report"
          onClick={() =>
            onArrange({ ...arrangement, columns: defaultVisibility, order: [], widths: new Map() })
          }
        />
      )}
      <p className="px-2 py-1 text-xs text-faint">
        To change a width, drag the edge of a heading, or press Shift and an arrow key on it. The workbook has
        every column, and columns and rows in the order of the report.
      </p>
    </>
  )
}

export default ColumnsPanel

type RowProps = {
  readonly column: TableColumn
  readonly isShown: boolean
  readonly canMove: (by: Step) => boolean
  readonly onToggle: () => void
  readonly onMove: (by: Step) => void
  readonly onAsk: () => void
  readonly onCopy: () => void
}

/** Shows a column with its box, and the buttons that move, explain and copy it. */
const ColumnRow = ({ column, isShown, canMove, onToggle, onMove, onAsk, onCopy }: RowProps) => (
  <div className="flex items-center rounded-control hover:bg-sunken">
    <CheckBox
      className="min-w-0 grow px-2 py-1"
      isChecked={isShown}
      onChange={onToggle}
      label={
        <span className="min-w-0">
          <span className="block truncate" title={column.label}>
            {column.label}
          </span>
          {column.description !== null && (
            <span className="block text-xs text-faint">{column.description}</span>
          )}
        </span>
      }
    />
    {steps.map(([by, sign, side]) => (
      <Button
        key={by}
        variant="quiet"
        size="small"
        aria-label={`Move ${column.label} to the ${side}`}
        title={`Move to the ${side}`}
        aria-disabled={!canMove(by)}
        onClick={() => onMove(by)}
      >
        {sign}
      </Button>
    ))}
    {column.role !== 'text' && (
      <Button
        variant="quiet"
        size="small"
        aria-label={`What is ${column.label}?`}
        title="What is this number?"
        onClick={({ currentTarget }) => {
          // The focus returns to the button of the menu, and to it from the panel.
          currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
          onAsk()
        }}
      >
        ?
      </Button>
    )}
    <Button variant="quiet" size="small" aria-label={`Copy ${column.label}`} onClick={onCopy}>
      Copy
    </Button>
  </div>
)

const steps = [
  [-1, '←', 'left'],
  [1, '→', 'right'],
] as const
type Step = (typeof steps)[number][0]

const Choice = ({ text, onClick }: { readonly text: string; readonly onClick: () => void }) => (
  <Button variant="quiet" size="small" className="mt-1 w-full" onClick={onClick}>
    {text}
  </Button>
)

/** Returns the columns that are shown, by the fewest labels: an address contains them. */
function describeShown(
  columns: readonly TableColumn[],
  isChosen: (column: TableColumn) => boolean,
): Visibility {
  const describe = (mode: 'default' | 'none'): Visibility => {
    const differing = columns.filter((column) => (mode === 'default' && !column.hidden) !== isChosen(column))
    return { mode, toggled: new Set(differing.map(({ label }) => label)) }
  }
  const [usual, none] = [describe('default'), describe('none')]
  return none.toggled.size < usual.toggled.size ? none : usual
}

interface Move {
  readonly by: -1 | 1
  readonly isShown: (column: TableColumn) => boolean
}

/** Finds the shown column that a column can move past; undefined for none. The second key of a table stays. */
function findNeighbour(
  table: ReportTable,
  columns: readonly TableColumn[],
  moved: TableColumn,
  { by, isShown }: Move,
): TableColumn | undefined {
  const movable = columns.slice(countLeading(table) - 1)
  const index = movable.indexOf(moved)
  if (index < 0) return undefined
  return by < 0 ? movable.slice(0, index).findLast(isShown) : movable.slice(index + 1).find(isShown)
}

/** Puts a column before its shown neighbour on the left, or after the right one. Returns the fewest labels that say so. */
export function moveColumn(
  table: ReportTable,
  columns: readonly TableColumn[],
  moved: TableColumn,
  move: Move,
): readonly string[] {
  const next = findNeighbour(table, columns, moved, move)
  if (next === undefined) return describeOrder(table.columns, columns)
  const others = columns.filter((column) => column !== moved)
  const target = others.indexOf(next) + (move.by < 0 ? 0 : 1)
  return describeOrder(table.columns, others.toSpliced(target, 0, moved))
}

/** Returns the labels of the first columns of an order, after which the others follow in their own. */
function describeOrder(own: readonly TableColumn[], ordered: readonly TableColumn[]): readonly string[] {
  const isFollowed = (count: number) => {
    const first = new Set(ordered.slice(0, count))
    const rest = own.filter((column) => !first.has(column))
    return rest.every((column, index) => column === ordered[count + index])
  }
  const count = ordered.findIndex((_, index) => isFollowed(index))
  return ordered.slice(0, Math.max(0, count)).map(({ label }) => label)
}
