import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type Props = {
  /** From 0. */
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
  /** What is shown of how much. */
  readonly summary: ReactNode
}

/** First, Previous, the current page, and, where there is more than one page, Next and Last (spec §2). */
export const PagingBar = ({ page, pages, onPage, summary }: Props) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t px-4 py-2">
    <p className="text-sm tabular-nums text-soft">{summary}</p>
    <nav aria-label="Pages" className="flex items-center gap-1">
      <Button size="small" variant="quiet" disabled={page === 0} onClick={() => onPage(0)}>
        First
      </Button>
      <Button size="small" variant="quiet" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span
        aria-current="page"
        className="min-w-7 rounded-control bg-accent-tint px-2 py-1 text-center text-sm font-medium tabular-nums"
      >
        {page + 1}
      </span>
      {pages > 1 && (
        <>
          <Button size="small" variant="quiet" disabled={page >= pages - 1} onClick={() => onPage(page + 1)}>
            Next
          </Button>
          <Button size="small" variant="quiet" disabled={page >= pages - 1} onClick={() => onPage(pages - 1)}>
            Last
          </Button>
        </>
      )}
    </nav>
  </div>
)
