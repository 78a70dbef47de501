import { type KeyboardEvent, type ToggleEvent, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import type { SelectOption } from './select-field.tsx'
import { controlClasses, Field, FieldNotice, type FieldNoticeProps } from './text-field.tsx'

type Props = {
  readonly label: string
  /** The chosen options. */
  readonly values: readonly string[]
  /** Called with the chosen options in the order of the list, once the list is closed. */
  readonly onChange: (values: readonly string[]) => void
  readonly options: readonly SelectOption[]
  readonly placeholder: string
  readonly disabled?: boolean
  readonly error?: string | undefined
  readonly className?: string
} & FieldNoticeProps

/** A labelled button that opens a list of checkboxes. Arrow keys move in the list, Escape closes it. */
const CheckboxField = (props: Props) => {
  const { label, values, onChange, options, placeholder, disabled, error, notice, onRetry, className } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [draft, setDraft] = useState<ReadonlySet<string> | null>(null)
  const chosen = draft ?? new Set(values)
  const labels = options.filter(({ value }) => chosen.has(value)).map((option) => option.label)
  const text =
    labels.length === 0 ? placeholder : labels.length > 2 ? `${labels.length} chosen` : labels.join(', ')

  const open = ({ currentTarget, newState }: ToggleEvent<HTMLFieldSetElement>) => {
    const anchor = button.current?.getBoundingClientRect()
    if (newState !== 'open' || anchor === undefined) return
    setDraft(new Set(values))
    currentTarget.style.top = `${anchor.bottom + scrollY + 4}px`
    currentTarget.style.left = `${anchor.left}px`
    currentTarget.style.minWidth = `${anchor.width}px`
  }
  const close = ({ newState }: ToggleEvent) => {
    if (newState !== 'closed') return
    const next = options.filter(({ value }) => chosen.has(value)).map(({ value }) => value)
    setDraft(null)
    if (next.join() !== values.join()) onChange(next)
  }
  const toggle = (value: string) => {
    const next = new Set(chosen)
    if (!next.delete(value)) next.add(value)
    setDraft(next)
  }

  return (
    <Field id={`${id}-button`} label={label} error={error} className={className}>
      <button
        ref={button}
        type="button"
        id={`${id}-button`}
        popoverTarget={id}
        disabled={disabled}
        aria-label={`${label}: ${labels.join(', ') || placeholder}`}
        aria-describedby={error === undefined ? undefined : `${id}-button-error`}
        className={`${controlClasses(error !== undefined)} relative truncate pr-8 text-left`}
      >
        {text}
        <Icon name="chevron" className="pointer-events-none absolute right-2.5 top-[7px] text-faint" />
      </button>
      <fieldset
        id={id}
        popover="auto"
        aria-label={label}
        onBeforeToggle={open}
        onToggle={close}
        className="absolute inset-auto m-0 max-h-80 max-w-[calc(100vw-16px)] overflow-y-auto rounded-card bg-raised p-1 text-ink shadow-float"
      >
        {draft !== null && (
          <>
            <div className="flex gap-1 pb-1">
              <Button
                variant="quiet"
                size="small"
                onClick={() => setDraft(new Set(options.map(({ value }) => value)))}
              >
                All
              </Button>
              <Button variant="quiet" size="small" onClick={() => setDraft(new Set())}>
                None
              </Button>
            </div>
            {options.map((option) => (
              <label
                key={option.value}
                className="flex cursor-pointer items-center gap-2 rounded-control px-2 py-1 hover:bg-sunken"
              >
                <input
                  type="checkbox"
                  className="accent-accent"
                  checked={chosen.has(option.value)}
                  onKeyDown={moveFocus}
                  onChange={() => toggle(option.value)}
                />
                {option.label}
              </label>
            ))}
          </>
        )}
      </fieldset>
      <FieldNotice notice={notice} onRetry={onRetry} />
    </Field>
  )
}

export default CheckboxField

/** Moves the focus to another checkbox with the arrow keys, Home and End; Tab after the last one closes the list. */
const moveFocus = (event: KeyboardEvent<HTMLInputElement>) => {
  const list = event.currentTarget.closest('fieldset')
  const boxes = [...(list?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])]
  const at = boxes.indexOf(event.currentTarget)
  if (event.key === 'Tab' && !event.shiftKey && at === boxes.length - 1) list?.hidePopover()
  const target = { ArrowDown: at + 1, ArrowUp: Math.max(at, 1) - 1, Home: 0, End: boxes.length - 1 }[
    event.key
  ]
  if (target === undefined) return
  event.preventDefault()
  boxes[Math.min(target, boxes.length - 1)]?.focus()
}
