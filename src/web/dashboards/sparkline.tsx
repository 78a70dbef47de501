import type { Value } from '../../query/arithmetic.ts'

const WIDTH = 120
const HEIGHT = 36
const MARGIN = 2

type Props = { readonly points: readonly Value[] }

/** The course of values as a small line, with gaps for null. It has no scale and is not read aloud. */
export const Sparkline = ({ points }: Props) => {
  const path = buildSparkline(points)
  return (
    path !== '' && (
      <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-9 w-30 shrink-0 text-accent">
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    )
  )
}

/** The path of the line, from the lowest to the highest value; empty for fewer than two values. A lone value is a dot. */
export function buildSparkline(points: readonly Value[]): string {
  const values = points.filter((value) => value !== null)
  if (values.length < 2) return ''
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const scale = (HEIGHT - 2 * MARGIN) / (high - low || 1)
  const step = (WIDTH - 2 * MARGIN) / (points.length - 1)
  const format = (value: number, index: number) => {
    const y = high === low ? HEIGHT / 2 : HEIGHT - MARGIN - (value - low) * scale
    return `${(MARGIN + index * step).toFixed(1)} ${y.toFixed(1)}`
  }
  return points
    .map((value, index) => {
      if (value === null) return ''
      const hasBefore = index > 0 && points[index - 1] !== null
      const isAlone = !hasBefore && (points[index + 1] ?? null) === null
      return `${hasBefore ? 'L' : 'M'}${format(value, index)}${isAlone ? 'h0' : ''}`
    })
    .join('')
}
