import { type ComponentProps, useState } from 'react'
import { IconButton } from './button.tsx'
import { Field, type FieldProps } from './text-field.tsx'

type Props = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'type'> & {
    readonly hint?: string | undefined
  }

/** Shows a labelled password with a button that shows what is typed. `ref` is the input's. */
export const PasswordField = ({ label, value, onChange, error, hint, ...native }: Props) => {
  const [isVisible, setVisible] = useState(false)
  const [wasEmpty, setWasEmpty] = useState(value === '')
  if (wasEmpty !== (value === '')) {
    setWasEmpty(!wasEmpty)
    // The next password is not shown because the one before was.
    if (!wasEmpty) setVisible(false)
  }
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <div className="relative">
          <input
            spellCheck={false}
            autoCapitalize="none"
            {...native}
            {...control}
            type={isVisible ? 'text' : 'password'}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={`${control.className} pr-9`}
          />
          <IconButton
            icon={isVisible ? 'shown' : 'hidden'}
            label="Show characters"
            title={isVisible ? 'Hide characters' : 'Show characters'}
            aria-pressed={isVisible}
            onClick={() => setVisible(!isVisible)}
            className="absolute right-0 top-0 aria-pressed:text-accent"
          />
        </div>
      )}
    </Field>
  )
}
