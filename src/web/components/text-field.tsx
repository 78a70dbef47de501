import { type ComponentProps, useId } from 'react'
import { controlClasses, Field } from './field.tsx'

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'className'> & {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
  readonly hint?: string
  readonly className?: string
}

/** A labelled text input with its error below. `ref` is the input's. */
export const TextField = ({ label, value, onChange, error, hint, className, ...native }: Props) => {
  const generatedId = useId()
  const id = native.id ?? generatedId
  return (
    <Field id={id} label={label} error={error} hint={hint} className={className}>
      <input
        {...native}
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        className={controlClasses(error !== undefined)}
      />
    </Field>
  )
}
