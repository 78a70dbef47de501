import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'
import { Field, type FieldNotice, type FieldProps } from './text-field.tsx'

export type SelectOption = { readonly value: string; readonly label: string; readonly disabled?: boolean }

type Props = FieldProps &
  FieldNotice &
  Omit<ComponentProps<'select'>, keyof FieldProps | 'children'> & {
    readonly options: readonly SelectOption[]
    /** The first entry, chosen while `value` is its value (empty by default). */
    readonly placeholder?: string
    readonly placeholderValue?: string
  }

/** Shows a labelled native select with its error below. `ref` is the select's. */
export const SelectField = ({
  label,
  value,
  onChange,
  options,
  placeholder,
  placeholderValue = '',
  error,
  notice,
  onRetry,
  className,
  ...native
}: Props) => (
  <Field label={label} error={error} notice={notice} onRetry={onRetry} className={className}>
    {(control) => (
      <Select {...native} {...control} value={value} onChange={(event) => onChange(event.target.value)}>
        {placeholder !== undefined && <option value={placeholderValue}>{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </Select>
    )}
  </Field>
)

export const Select = ({ className, ...native }: ComponentProps<'select'>) => (
  <span className="relative block">
    <select {...native} className={`${className} appearance-none pr-8`} />
    <Icon name="chevron" className="pointer-events-none absolute right-2.5 top-2 text-faint" />
  </span>
)
