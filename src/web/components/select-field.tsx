import { type ComponentProps, useId } from 'react'
import { controlClasses, Field, FieldNotice, type FieldNoticeProps } from './text-field.tsx'
import { Icon } from './icon.tsx'

export type SelectOption = { readonly value: string; readonly label: string; readonly disabled?: boolean }

type Props = Omit<ComponentProps<'select'>, 'onChange' | 'value' | 'className' | 'children'> & {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly options: readonly SelectOption[]
  /** The first entry, chosen while `value` is its value (empty by default). */
  readonly placeholder?: string
  readonly placeholderValue?: string
  readonly error?: string | undefined
  readonly className?: string
} & FieldNoticeProps

/** A labelled native select with its error below. `ref` is the select's. */
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
}: Props) => {
  const generatedId = useId()
  const id = native.id ?? generatedId
  return (
    <Field id={id} label={label} error={error} className={className}>
      <div className="relative">
        <select
          {...native}
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          className={`${controlClasses(error !== undefined)} appearance-none pr-8`}
        >
          {placeholder !== undefined && <option value={placeholderValue}>{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron" className="pointer-events-none absolute right-2.5 top-2 text-faint" />
      </div>
      <FieldNotice notice={notice} onRetry={onRetry} />
    </Field>
  )
}
