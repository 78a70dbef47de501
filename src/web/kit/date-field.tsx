import { useState } from 'react'
import { splitRange } from '../../report/selection/selector-kinds.ts'
import { isDay } from '../../time/days.ts'
import { Field, type FieldNotice, type FieldProps } from './text-field.tsx'

type Props = FieldProps & Pick<FieldNotice, 'notice'> & { readonly disabled?: boolean }

/** Shows a labelled native date field with its error below. A year that is still being typed is no value. */
export const DateField = ({ label, value, onChange, disabled, error, notice, className }: Props) => {
  const [typed, setTyped] = useState({ text: value, value })
  const change = (text: string) => {
    const next = isDay(text) ? text : ''
    setTyped({ text, value: next })
    if (next !== value) onChange(next)
  }
  return (
    <Field label={label} error={error} notice={notice} className={className}>
      {(control) => (
        <input
          {...control}
          type="date"
          disabled={disabled}
          value={typed.value === value ? typed.text : value}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Field>
  )
}

/** Shows two date fields for a range such as `2025-01-01..2025-03-31`. One day without the other is no value. */
export const DateRangeField = ({ label, value, onChange, disabled = false, error, notice }: Props) => {
  const [typed, setTyped] = useState({ ...splitRange(value), value })
  const days = typed.value === value ? typed : splitRange(value)
  const change = (part: { readonly first?: string; readonly last?: string }) => {
    const { first, last } = { ...days, ...part }
    const next = first !== '' && last !== '' ? `${first}..${last}` : ''
    setTyped({ first, last, value: next })
    if (next !== value) onChange(next)
  }
  const field = { disabled, className: 'min-[30rem]:w-44' }
  return (
    <fieldset aria-label={label} className="flex gap-3 max-[30rem]:basis-full max-[30rem]:*:grow">
      <DateField
        {...field}
        label={`${label}: From`}
        error={error}
        notice={notice}
        value={days.first}
        onChange={(first) => change({ first })}
      />
      <DateField {...field} label="To" value={days.last} onChange={(last) => change({ last })} />
    </fieldset>
  )
}
