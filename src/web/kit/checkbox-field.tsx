import { useState } from 'react'
import { moveFocus, usePopover } from './browser-hooks.ts'
import { Button } from './button.tsx'
import { CheckBox } from './check-box.tsx'
import { Icon } from './icon.tsx'
import type { SelectOption } from './select-field.tsx'
import { Field, type FieldNotice, type FieldProps } from './text-field.tsx'

/** `onChange` is called with the chosen options in the order of the list, once the list is closed. */
type Props = FieldProps<readonly string[]> &
  FieldNotice & {
    readonly options: readonly SelectOption[]
    readonly placeholder: string
    readonly disabled?: boolean
  }

/** Shows a labelled button that opens a list of checkboxes. Arrow keys move in the list, Escape closes it. */
const CheckboxField = (props: Props) => {
  const { label, value: values, onChange, options, placeholder, disabled, error, ...frame } = props
  const [draft, setDraft] = useState<ReadonlySet<string> | null>(null)
  const chosen = draft ?? new Set(values)
  const popover = usePopover({
    align: 'left',
    onOpen: () => setDraft(new Set(values)),
    onClose: () => {
      const next = options.filter(({ value }) => chosen.has(value)).map(({ value }) => value)
      setDraft(null)
      if (next.join() !== values.join()) onChange(next)
    },
  })
  const labels = options.filter(({ value }) => chosen.has(value)).map((option) => option.label)
  const text =
    labels.length === 0 ? placeholder : labels.length > 2 ? `${labels.length} chosen` : labels.join(', ')

  const toggle = (value: string) => {
    const next = new Set(chosen)
    if (!next.delete(value)) next.add(value)
    setDraft(next)
  }

  return (
    <Field {...frame} label={label} error={error}>
      {(control) => (
        <>
          <button
            {...control}
            {...popover.button}
            type="button"
            disabled={disabled}
            aria-invalid={undefined}
            aria-label={`${label}: ${labels.join(', ') || placeholder}`}
            className={`${control.className} relative truncate pr-8 text-left`}
          >
            {text}
            <Icon name="chevron" className="pointer-events-none absolute right-2.5 top-[7px] text-faint" />
          </button>
          <fieldset {...popover.panel} aria-label={label}>
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
                  <CheckBox
                    key={option.value}
                    label={option.label}
                    isChecked={chosen.has(option.value)}
                    className="rounded-control px-2 py-1 hover:bg-sunken"
                    onKeyDown={moveFocus}
                    onChange={() => toggle(option.value)}
                  />
                ))}
              </>
            )}
          </fieldset>
        </>
      )}
    </Field>
  )
}

export default CheckboxField
