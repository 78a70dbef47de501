import type { Value } from '../../query/arithmetic.ts'
import { formatNumber } from '../../report/model/format.ts'
import { buildFigure } from '../../report/table/figure.ts'
import { describeChange, formatCompact } from '../../report/table/format-figure.ts'
import type { LoadedView } from './use-tile.ts'

type Props = Pick<LoadedView, 'table'> & {
  /** The id of the column or group whose number it is; missing for that which represents the report. */
  readonly column: string | undefined
  /** The unit of a number whose format names none. */
  readonly reportUnit: string | null
}

/** Shows a number of a report with its change and its course. */
export const Figure = ({ table, column, reportUnit }: Props) => {
  const figure = buildFigure(table, column ?? null)
  if (figure === null) return null
  const { label, value, format, points } = figure
  const unit = format?.suffix ? null : reportUnit
  const exact = value === null ? '' : formatNumber(value, format)
  return (
    <>
      <div className="flex items-end justify-between gap-4">
        {value !== null && (
          <p className="min-w-0">
            <span className="block text-sm text-soft">{label}</span>
            <span data-figure className="block text-lg font-semibold tabular-nums">
              <span aria-hidden="true" title={exact}>
                {formatCompact(value, format)}
              </span>
              <span className="sr-only">{exact}</span>
              {unit !== null && <span className="text-sm font-normal text-soft"> {unit}</span>}
            </span>
          </p>
        )}
        <Sparkline points={points} />
      </div>
      <p data-change className="min-h-5 text-sm text-soft">
        {describeChange(figure, table)}
      </p>
    </>
  )
}

const WIDTH = 120
const HEIGHT = 36
const MARGIN = 2

/** Shows the course of values as a small line, with gaps for null. It has no scale and is not read aloud. */
const Sparkline = ({ points }: { readonly points: readonly Value[] }) => {
  const path = buildSparkline(points)
  if (path === '') return null
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-9 w-30 shrink-0 fill-none stroke-current stroke-[1.5] text-accent [stroke-linecap:round]"
    >
      <path d={path} strokeLinejoin="round" />
    </svg>
  )
}

/** Builds the path of the line; empty for fewer than two values. A lone value is a dot. */
export function buildSparkline(points: readonly Value[]): string {
  const values = points.filter((value) => value !== null)
  if (values.length < 2) return ''
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const scale = (HEIGHT - 2 * MARGIN) / (high - low || 1)
  const step = (WIDTH - 2 * MARGIN) / (points.length - 1)
  const parts = points.map((value, index) => {
    if (value === null) return ''
    const y = high === low ? HEIGHT / 2 : HEIGHT - MARGIN - (value - low) * scale
    const isNext = (points[index - 1] ?? null) !== null
    return `${isNext ? 'L' : 'M'}${(MARGIN + index * step).toFixed(1)} ${y.toFixed(1)}h0`
  })
  return parts.join('')
}
