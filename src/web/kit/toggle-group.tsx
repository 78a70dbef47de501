import type { ReactNode } from 'react'

type Option<V extends string> = { readonly value: V; readonly label: ReactNode }

type Props<V extends string> = {
  readonly label: string
  readonly options: readonly Option<V>[]
  readonly value: V
  readonly onChange: (value: V) => void
}

/** Shows buttons, one of them pressed: chart type, variant. */
export const ToggleGroup = <V extends string>({ label, options, value, onChange }: Props<V>) => (
  <fieldset
    aria-label={label}
    className="inline-flex h-8 items-stretch gap-0.5 rounded-control bg-sunken p-0.5"
  >
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
        className="rounded-[4px] px-3 text-sm font-medium text-soft transition-colors hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card dark:aria-pressed:bg-line"
      >
        {option.label}
      </button>
    ))}
  </fieldset>
)
