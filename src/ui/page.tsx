import type { ReactNode } from 'react'
import { Breadcrumb } from './breadcrumb.tsx'
import { usePageTitle } from './page-title.ts'

type Props = {
  /** The document's title and the heading (R1). */
  readonly title: string
  /** The parts of the breadcrumb, the last one bold. */
  readonly trail: readonly string[]
  /** At the right of the heading. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** The frame of every page below the top bar: breadcrumb line, heading, content. */
export const Page = ({ title, trail, actions, children }: Props) => {
  usePageTitle(title)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-2">
        <Breadcrumb trail={trail} />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {actions}
        </div>
      </div>
      {children}
    </div>
  )
}
