/** What a canvas and Vega's computation of bounds have in common. */
interface PathContext {
  readonly moveTo: (x: number, y: number) => void
  readonly lineTo: (x: number, y: number) => void
}

/**
 * A line that draws itself, as Vega draws its marks of shapes: by calls of a context, or as an SVG path if that is null.
 * Of an SVG path Vega would store an array for each point, 120 bytes.
 */
export interface LineShape {
  readonly context: (context: PathContext | null) => () => string | undefined
}

/** The top of a blank, at which a line ends. */
export const BLANK = -(2 ** 31)

/** A line through points in tenths of a px. A line of one point is a dot, 1 px wide. */
export const buildLineShape = (lefts: Int32Array, tops: Int32Array): LineShape => ({
  context: (context) => () => {
    if (context !== null) return drawLine(context, (x, y) => context.lineTo(x + 1, y), lefts, tops)
    const parts: string[] = []
    const pen = {
      moveTo: (x: number, y: number) => parts.push(`M${x},${y}`),
      lineTo: (x: number, y: number) => parts.push(`L${x},${y}`),
    }
    drawLine(pen, () => parts.push('h1'), lefts, tops)
    return parts.join('')
  },
})

function drawLine(
  pen: PathContext,
  drawDot: (x: number, y: number) => void,
  lefts: Int32Array,
  tops: Int32Array,
): undefined {
  let isAfterGap = true
  for (let index = 0; index < tops.length; index++) {
    const top = tops[index] ?? BLANK
    const isBlank = top === BLANK
    if (!isBlank) {
      const [x, y] = [(lefts[index] ?? 0) / 10, top / 10]
      if (!isAfterGap) pen.lineTo(x, y)
      else {
        pen.moveTo(x, y)
        if ((tops[index + 1] ?? BLANK) === BLANK) drawDot(x, y)
      }
    }
    isAfterGap = isBlank
  }
}
