import { countLeading } from '../../report/model/report-table.ts'
import { Grid, type GridProps } from './grid.tsx'

/** How many columns a page of paper has beside the first ones, and from how many on their text is small. */
const MAX_COLUMNS = 14
const MAX_LARGE = 10

/**
 * Shows a table on paper: all rows and columns that are shown. Further columns follow on further pages, each time with
 * the first column. The browser makes a page narrower that is too wide, as one with long numbers.
 */
export const PrintedGrid = (grid: GridProps) => {
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
