/** Adjacent columns that are printed beside each other, by their indexes. */
export interface ColumnPart {
  readonly start: number
  readonly count: number
}

/**
 * Divides columns of these widths into as few parts as fit the paper, each beside the first column of the table, with
 * about as many columns in each. A column that is wider than the paper is a part of its own.
 */
export function divideColumns(widths: readonly number[], available: number): readonly ColumnPart[] {
  const least = fill(widths, available)
  let parts = least
  for (let limit = available; limit > 0 && parts.length === least.length; limit -= STEP) {
    const next = fill(widths, limit)
    if (next.length > least.length) break
    parts = next
  }
  return parts
}

/** Pixels by which the width of the parts is reduced while their number stays the same. */
const STEP = 8

function fill(widths: readonly number[], available: number): ColumnPart[] {
  const parts: { start: number; count: number; width: number }[] = []
  for (const [start, width] of widths.entries()) {
    const last = parts.at(-1)
    if (last === undefined || last.width + width > available) parts.push({ start, count: 1, width })
    else parts.splice(-1, 1, { ...last, count: last.count + 1, width: last.width + width })
  }
  return parts.map(({ start, count }) => ({ start, count }))
}
