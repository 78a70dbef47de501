import { type ComponentProps, useState } from 'react'
import { Field, type FieldProps, useControl } from './text-field.tsx'

type Props = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'type'> & {
    readonly hint?: string | undefined
    /** Whether the password is shown at first, such as a generated one. */
    readonly isShown?: boolean
  }

/** A labelled password with a button that shows what is typed. `ref` is the input's. */
export const PasswordField = ({ label, value, onChange, error, hint, isShown = false, ...native }: Props) => {
  const control = useControl(error)
  const { id } = control
  const [isVisible, setVisible] = useState(isShown)
  const [wasEmpty, setWasEmpty] = useState(value === '')
  if (wasEmpty !== (value === '')) {
    setWasEmpty(!wasEmpty)
    // The next password is not shown because the one before was.
    if (!wasEmpty) setVisible(false)
  }
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean)
  return (
    <Field id={id} label={label} error={error} hint={hint && <span id={`${id}-hint`}>{hint}</span>}>
      <div className="relative">
        <input
          spellCheck={false}
          autoCapitalize="none"
          {...native}
          {...control}
          type={isVisible ? 'text' : 'password'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={described.join(' ') || undefined}
          className={`${control.className} pr-9`}
        />
        <button
          type="button"
          aria-label="Show characters"
          title={isVisible ? 'Hide characters' : 'Show characters'}
          aria-pressed={isVisible}
          onClick={() => setVisible(!isVisible)}
          className="absolute right-0 top-0 inline-flex size-8 items-center justify-center rounded-control text-faint hover:text-ink aria-pressed:text-accent"
        >
          <svg
            aria-hidden="true"
            viewBox="0 0 16 16"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.4"
            className="size-4"
          >
            <path d="M1.5 8S3.9 3.7 8 3.7 14.5 8 14.5 8 12.1 12.3 8 12.3 1.5 8 1.5 8ZM8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z" />
            {!isVisible && <path d="M3 13.5 13 2.5" strokeLinecap="round" />}
          </svg>
        </button>
      </div>
    </Field>
  )
}
