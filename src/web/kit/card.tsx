import { type ReactNode, useId, useState } from 'react'
import { classNames } from './icon.tsx'

type Props = {
  readonly title?: ReactNode
  /** What the title leaves out, while the pointer is on it. */
  readonly hint?: string | undefined
  readonly actions?: ReactNode
  /** Marks the content as loading; it stays readable. */
  readonly busy?: boolean
  /** Without inner margin, for tables that extend to the edge. */
  readonly flush?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** Shows a titled surface: a region named by its title. */
export const Card = ({ title, hint, actions, busy = false, flush = false, className, children }: Props) => {
  const id = useId()
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      aria-busy={busy || undefined}
      className={classNames('card-surface min-w-0', className)}
    >
      {(title !== undefined || actions !== undefined) && (
        <div className="flex min-h-10 flex-wrap items-center gap-x-4 border-b px-4 py-1">
          <h2 id={id} title={hint} className="mr-auto min-w-0 py-1 font-semibold">
            {title}
          </h2>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-0.5">{actions}</div>}
        </div>
      )}
      <div className={classNames(!flush && 'p-4', busy && 'opacity-60 transition-opacity')}>{children}</div>
    </section>
  )
}

type DisclosureProps = { readonly summary: ReactNode; readonly render: () => ReactNode }

/** Shows content that is rendered on request, and not printed. */
export const Disclosure = ({ summary, render }: DisclosureProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="group open:w-full"
      data-screen-only
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="w-fit rounded-control px-1 text-sm font-medium text-soft hover:text-ink">
        {summary}
      </summary>
      {isOpen && render()}
    </details>
  )
}
