import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

export const controlClasses = (hasError: boolean): string =>
  classNames(
    'h-8 w-full rounded-control border bg-surface px-2.5 text-base text-ink transition-colors',
    'placeholder:text-faint [&[readonly]]:bg-sunken disabled:bg-sunken disabled:text-faint',
    'focus-visible:outline-offset-0',
    hasError ? 'border-bad' : 'border-edge/60 hover:border-edge',
  )

type FieldProps = {
  readonly id: string
  readonly label: string
  readonly error?: string | undefined
  readonly hint?: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Label above, control, error below; the control's id is `id`, the error's `${id}-error`. */
export const Field = ({ id, label, error, hint, className, children }: FieldProps) => (
  <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
    <label htmlFor={id} className="text-sm font-medium text-soft">
      {label}
    </label>
    {children}
    {hint !== undefined && <div className="text-xs text-faint">{hint}</div>}
    {error !== undefined && (
      <p id={`${id}-error`} className="text-xs text-bad">
        {error}
      </p>
    )}
  </div>
)

export type FieldNoticeProps = {
  /** What happened to the value, announced by screen readers. */
  readonly notice?: string | undefined
  /** Shown as a button, because the options could not be loaded. */
  readonly onRetry?: (() => void) | undefined
}

/** Sentences below a field on its value and its options. */
export const FieldNotice = ({ notice, onRetry }: FieldNoticeProps) => (
  <>
    {notice !== undefined && <output className="text-xs text-soft">{notice}</output>}
    {onRetry !== undefined && (
      <output className="text-xs text-bad">
        The list could not be loaded.{' '}
        <button type="button" onClick={onRetry} className="underline">
          Try again
        </button>
      </output>
    )}
  </>
)

type TextFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'className'> & {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
  readonly hint?: string
  readonly className?: string
}

/** A labelled text input with its error below. `ref` is the input's. */
export const TextField = ({ label, value, onChange, error, hint, className, ...native }: TextFieldProps) => {
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
