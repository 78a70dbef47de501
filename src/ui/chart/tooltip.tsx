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
    className="pointer-events-none absolute z-10 w-max max-w-[min(340px,90vw)] rounded-control bg-raised px-3 py-2 text-sm shadow-float"
    style={x > width / 2 ? { right: `calc(100% - ${x - offset}px)`, top: y } : { left: x + offset, top: y }}
  >
    {children}
  </div>
)
