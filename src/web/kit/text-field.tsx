import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './icon.tsx'

export const controlClasses = (hasError: boolean): string =>
  classNames(
    'h-8 w-full rounded-control border bg-surface px-2.5 text-base text-ink transition-colors',
    'placeholder:text-faint [&[readonly]]:bg-sunken disabled:bg-sunken disabled:text-faint',
    'focus-visible:outline-offset-0',
    hasError ? 'border-bad' : 'border-edge/60 hover:border-edge',
  )

export type FieldProps<V = string> = {
  readonly label: string
  readonly value: V
  readonly onChange: (value: V) => void
  readonly error?: string | undefined
  readonly className?: string | undefined
}

type FrameProps = Omit<FieldProps, 'value' | 'onChange'> & {
  readonly hint?: ReactNode
  /** What happened to the value, announced by screen readers. */
  readonly notice?: string | undefined
  /** Shown as a button, because the options could not be loaded. */
  readonly onRetry?: (() => void) | undefined
  /** The control, by the attributes that connect it with its label, hint and error. */
  readonly children: (control: ReturnType<typeof describeControl>) => ReactNode
}

export type FieldNotice = Pick<FrameProps, 'notice' | 'onRetry'>

const describeControl = (id: string, hint: ReactNode, error: string | undefined) => ({
  id,
  'aria-invalid': error !== undefined || undefined,
  'aria-describedby':
    [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(' ') ||
    undefined,
  className: controlClasses(error !== undefined),
})

/** Shows label above, control, error and sentences on value and options below. */
export const Field = ({ label, error, hint, notice, onRetry, className, children }: FrameProps) => {
  const id = useId()
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className="text-sm font-medium text-soft">
        {label}
      </label>
      {children(describeControl(id, hint, error))}
      {notice !== undefined && <output className="text-xs text-soft">{notice}</output>}
      {onRetry !== undefined && (
        <output className="text-xs text-bad">
          The list could not be loaded.{' '}
          <button type="button" onClick={onRetry} className="underline">
            Try again
          </button>
        </output>
      )}
      {hint !== undefined && (
        <div id={`${id}-hint`} className="text-xs text-faint">
          {hint}
        </div>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-xs text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = FieldProps & Pick<FrameProps, 'hint'> & Omit<ComponentProps<'input'>, keyof FieldProps>

/** Shows a labelled text input with its error below. `ref` is the input's. */
export const TextField = ({ label, value, onChange, error, className, hint, ...native }: TextFieldProps) => (
  <Field label={label} error={error} className={className} hint={hint}>
    {(control) => (
      <input {...native} {...control} value={value} onChange={(event) => onChange(event.target.value)} />
    )}
  </Field>
)

/** Focuses the input of a form with this name, and selects what is in it. */
export const focusField = (form: HTMLFormElement | null, name = ''): void => {
  const input = form?.elements.namedItem(name)
  if (!(input instanceof HTMLInputElement)) return
  input.focus()
  input.select()
}
