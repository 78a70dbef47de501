import type { ReactNode } from 'react'

type Props = {
  /** What the tooltip belongs to, in px of the chart's box; the tooltip keeps `offset` away, on the roomier side. */
  readonly x: number
  readonly y: number
  readonly offset: number
  /** The width of the chart's box, px. */
  readonly width: number
  readonly children: ReactNode
}

const LEAST = 220
const MOST = 340

/** Beside its place where there is room; on a narrow screen over it, but never cut. */
export const Tooltip = ({ x, y, offset, width, children }: Props) => {
  const isLeft = x > width / 2
  const room = (isLeft ? x : width - x) - offset
  const side = isLeft
    ? { right: Math.min(width - x + offset, width - LEAST) }
    : { left: Math.min(x + offset, width - LEAST) }
  return (
    <div
      className="pointer-events-none absolute z-10 w-max rounded-control bg-raised px-3 py-2 text-sm shadow-float"
      style={{ top: y, maxWidth: Math.min(MOST, Math.max(LEAST, room)), ...side }}
    >
      {children}
    </div>
  )
}
