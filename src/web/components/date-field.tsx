import { type ComponentProps, useId, useState } from 'react'
import { isDay } from '../../time/days.ts'
import { controlClasses, Field } from './text-field.tsx'

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'className' | 'type'> & {
  readonly label: string
  /** `2025-03-07`, or empty. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
  readonly className?: string
}

/** A labelled native date field with its error below. A year that is still being typed is no value. */
const DateField = ({ label, value, onChange, error, className, ...native }: Props) => {
  const generatedId = useId()
  const id = native.id ?? generatedId
  const [typed, setTyped] = useState({ text: value, value })
  const text = typed.value === value ? typed.text : value
  return (
    <Field id={id} label={label} error={error} className={className}>
      <input
        {...native}
        type="date"
        id={id}
        value={text}
        onChange={({ target }) => {
          const next = isDay(target.value) ? target.value : ''
          setTyped({ text: target.value, value: next })
          if (next !== value) onChange(next)
        }}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        className={controlClasses(error !== undefined)}
      />
    </Field>
  )
}

export default DateField
