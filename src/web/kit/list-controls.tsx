import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'
import { Select } from './select-field.tsx'
import { controlClasses } from './text-field.tsx'

type FilterFieldProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  readonly label: string
  readonly value: string
  readonly onApply: (value: string) => void
}

/** Shows a field that filters a list: Enter applies what is typed, and clearing the field removes the filter. */
export const FilterField = ({ label, value, onApply, className, ...native }: FilterFieldProps) => {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply(typed)
  }
  return (
    <form onSubmit={submit} className="flex items-center gap-2 whitespace-nowrap text-sm text-soft">
      <label htmlFor={id}>{label}</label>
      <input
        {...native}
        id={id}
        enterKeyHint="search"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          if (target.value === '' && value !== '') onApply('')
        }}
        className={`${controlClasses(false)} ${className}`}
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

type PageSizeProps = {
  readonly value: number
  readonly options: readonly number[]
  readonly onChange: (size: number) => void
}

export const PageSizeSelect = ({ value, options, onChange }: PageSizeProps) => (
  <label className="flex items-center gap-2 whitespace-nowrap text-sm text-soft">
    Show
    <Select
      aria-label="Show entries"
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      className={controlClasses(false)}
    >
      {options.map((size) => (
        <option key={size} value={size}>
          {size}
        </option>
      ))}
    </Select>
    entries
  </label>
)
