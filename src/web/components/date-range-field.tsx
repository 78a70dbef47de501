import { useId, useState } from 'react'
import { splitRange } from '../../report/selection/selector-kinds.ts'
import { isDay } from '../../time/days.ts'
import { controlClasses, Field } from './text-field.tsx'

type Props = {
  readonly label: string
  /** `2025-01-01..2025-03-31`, or empty. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly disabled?: boolean
  readonly error?: string | undefined
}

/** Two labelled native date fields with their error below. One day without the other is no value. */
const DateRangeField = ({ label, value, onChange, disabled, error }: Props) => {
  const id = useId()
  const [typed, setTyped] = useState({ ...splitRange(value), value })
  const days = typed.value === value ? typed : splitRange(value)
  const change = (part: { readonly first?: string; readonly last?: string }) => {
    const { first, last } = { ...days, ...part }
    const next = isDay(first) && isDay(last) ? `${first}..${last}` : ''
    setTyped({ first, last, value: next })
    if (next !== value) onChange(next)
  }
  const native = {
    type: 'date',
    disabled,
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-from-error`,
    className: controlClasses(error !== undefined),
  }
  return (
    <fieldset aria-label={label} className="col-span-2 flex gap-3 max-[30rem]:*:grow">
      <Field id={`${id}-from`} label={`${label}: From`} error={error} className="min-[30rem]:w-44">
        <input
          {...native}
          id={`${id}-from`}
          value={days.first}
          onChange={({ target }) => change({ first: target.value })}
        />
      </Field>
      <Field id={`${id}-to`} label="To" className="min-[30rem]:w-44">
        <input
          {...native}
          id={`${id}-to`}
          value={days.last}
          onChange={({ target }) => change({ last: target.value })}
        />
      </Field>
    </fieldset>
  )
}

export default DateRangeField
