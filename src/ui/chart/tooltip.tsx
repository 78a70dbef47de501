import type { ReactNode } from 'react'

type Props = {
  /** What the tooltip belongs to, in px of the chart's box; the tooltip keeps `offset` away, on the roomier side. */
  readonly x: number
  readonly y: number
  readonly offset: number
  readonly width: number
  readonly children: ReactNode
}

export const Tooltip = ({ x, y, offset, width, children }: Props) => (
  <div
    className="pointer-events-none absolute z-10 w-max rounded-control bg-raised px-3 py-2 text-sm shadow-float"
    style={{
      top: y,
      maxWidth: Math.max(180, Math.min(340, Math.max(x, width - x) - offset)),
      ...(x > width / 2 ? { right: `calc(100% - ${x - offset}px)` } : { left: x + offset }),
    }}
  >
    {children}
  </div>
)
