/** What a canvas, Vega's computation of bounds and an SVG path have in common. */
interface Pen {
  readonly moveTo: (x: number, y: number) => void
  readonly lineTo: (x: number, y: number) => void
  readonly closePath: () => void
}

/**
 * A path that draws itself, as Vega draws its marks of shapes: by calls of a context, or as an SVG path if that is null.
 * Of an SVG path Vega would store an array for each point, 120 bytes.
 */
export interface PathShape {
  readonly context: (context: Pen | null) => () => string | undefined
}

const createShape = (draw: (pen: Pen) => void): PathShape => ({
  context: (context) => () => {
    if (context !== null) {
      draw(context)
      return undefined
    }
    const steps: string[] = []
    draw({
      moveTo: (x, y) => steps.push(`M${x},${y}`),
      lineTo: (x, y) => steps.push(`L${x},${y}`),
      closePath: () => steps.push('Z'),
    })
    return steps.join('')
  },
})

const round = (value: number): number => Math.round(value * 10) / 10

/** Creates a line through the tops at these positions, which ends at a blank. A line of one point is 1 px long. */
export function createLine(xs: readonly number[], tops: readonly (number | null)[]): PathShape {
  const ys = Float64Array.from(tops, (top) => (top === null ? NaN : round(top)))
  const isBlank = (index: number) => Number.isNaN(ys[index] ?? NaN)
  return createShape((pen) => {
    for (const [index, y] of ys.entries()) {
      const x = round(xs[index] ?? 0)
      if (isBlank(index)) continue
      if (!isBlank(index - 1)) pen.lineTo(x, y)
      else {
        pen.moveTo(x, y)
        if (isBlank(index + 1)) pen.lineTo(x + 1, y)
      }
    }
  })
}

/** A position along an area with its upper and its lower edge. */
export interface AreaPoint {
  readonly x: number
  readonly top: number
  readonly bottom: number
}

/** Creates an area of one polygon per run of points: along the upper edge and back along the lower one. */
export function createArea(runs: readonly (readonly AreaPoint[])[]): PathShape {
  const polygons = runs.map((run) => [
    ...run.map(({ x, top }) => [round(x), round(top)] as const),
    ...run.toReversed().map(({ x, bottom }) => [round(x), round(bottom)] as const),
  ])
  return createShape((pen) => {
    for (const polygon of polygons) {
      for (const [index, [x, y]] of polygon.entries()) {
        if (index === 0) pen.moveTo(x, y)
        else pen.lineTo(x, y)
      }
      pen.closePath()
    }
  })
}
