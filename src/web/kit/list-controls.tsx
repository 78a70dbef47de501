import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'
import { Select } from './select-field.tsx'
import { controlClasses } from './text-field.tsx'

type ListSearchProps = { readonly value: string; readonly onApply: (value: string) => void }

/** Shows the search of a list: Enter applies what is typed, and clearing the field shows all again. */
export const ListSearch = ({ value, onApply }: ListSearchProps) => {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply(typed)
  }
  return (
    <form onSubmit={submit} className="flex items-center gap-2 whitespace-nowrap text-sm text-soft">
      <label htmlFor={id}>Search:</label>
      <input
        id={id}
        type="search"
        maxLength={100}
        enterKeyHint="search"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          if (target.value === '' && value !== '') onApply('')
        }}
        className={`${controlClasses(false)} w-48`}
      />
    </form>
  )
}

type PaginationProps = {
  /** Zero-based. */
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
  readonly summary: ReactNode
}

type StepProps = { readonly label: string; readonly isOff: boolean; readonly onStep: () => void }

/** Shows a step; an unavailable one stays focusable, so that the keyboard focus is not lost. */
const Step = ({ label, isOff, onStep }: StepProps) => (
  <Button
    size="small"
    variant="quiet"
    aria-disabled={isOff || undefined}
    onClick={onStep}
    className="[&[aria-disabled]]:opacity-50"
  >
    {label}
  </Button>
)

/** Shows First, Previous, the current page and, if there are more pages, Next and Last. */
export const Pagination = ({ page, pages, onPage, summary }: PaginationProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t px-4 py-2">
    <p className="text-sm tabular-nums text-soft">{summary}</p>
    <nav aria-label="Pages" className="flex items-center gap-1">
      <Step label="First" isOff={page === 0} onStep={() => onPage(0)} />
      <Step label="Previous" isOff={page === 0} onStep={() => onPage(page - 1)} />
      <span
        aria-current="page"
        className="min-w-7 rounded-control bg-accent-tint px-2 py-1 text-center text-sm font-medium tabular-nums"
      >
        {page + 1}
      </span>
      {pages > 1 && (
        <>
          <Step label="Next" isOff={page >= pages - 1} onStep={() => onPage(page + 1)} />
          <Step label="Last" isOff={page >= pages - 1} onStep={() => onPage(pages - 1)} />
        </>
      )}
    </nav>
  </div>
)

export const PAGE_SIZES = [10, 25, 50, 100] as const

type PageSizeProps = { readonly value: number; readonly onChange: (size: number) => void }

export const PageSizeSelect = ({ value, onChange }: PageSizeProps) => (
  <label className="flex items-center gap-2 whitespace-nowrap text-sm text-soft">
    Show
    <Select
      aria-label="Show entries"
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      className={controlClasses(false)}
    >
      {PAGE_SIZES.map((size) => (
        <option key={size} value={size}>
          {size}
        </option>
      ))}
    </Select>
    entries
  </label>
)
