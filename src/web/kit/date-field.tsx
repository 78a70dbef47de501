import { useState } from 'react'
import { type RangeLimits, splitRange } from '../../report/selection/selector-kinds.ts'
import { isDay } from '../../time/days.ts'
import { getDays } from '../../time/grain.ts'
import { grains } from '../../time/grains.ts'
import { Field, type FieldNotice, type FieldProps } from './text-field.tsx'

type Props = FieldProps & Pick<FieldNotice, 'notice'> & { readonly disabled?: boolean }

/** Whether the text of a native field is a whole value, and an example for browsers that show a text field. */
const inputs = {
  date: { isValue: isDay, example: '2025-03-14' },
  month: { isValue: (text: string) => isDay(`${text}-01`), example: '2025-03' },
}
type InputProps = Props & { readonly type?: keyof typeof inputs }

/** Shows a labelled native date field with its error below. A year that is still being typed is no value. */
export const DateField = ({
  label,
  value,
  onChange,
  disabled,
  error,
  notice,
  className,
  type = 'date',
}: InputProps) => {
  const [typed, setTyped] = useState({ text: value, value })
  const change = (text: string) => {
    const next = inputs[type].isValue(text) ? text : ''
    setTyped({ text, value: next })
    if (next !== value) onChange(next)
  }
  return (
    <Field label={label} error={error} notice={notice} className={className}>
      {(control) => (
        <input
          {...control}
          type={type}
          placeholder={inputs[type].example}
          disabled={disabled}
          value={typed.value === value ? typed.text : value}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Field>
  )
}

type RangeProps = Props & Partial<Pick<RangeLimits, 'unit'>>

/**
 * Shows two date fields for a range such as `2025-01-01..2025-03-31`, or two of months for one of whole months. One day
 * without the other is no value.
 */
export const DateRangeField = ({
  label,
  value,
  onChange,
  disabled = false,
  error,
  notice,
  unit,
}: RangeProps) => {
  const [typed, setTyped] = useState({ ...splitRange(value), value })
  const days = typed.value === value ? typed : splitRange(value)
  const change = (part: { readonly first?: string; readonly last?: string }) => {
    const { first, last } = { ...days, ...part }
    const next = first !== '' && last !== '' ? `${first}..${last}` : ''
    setTyped({ first, last, value: next })
    if (next !== value) onChange(next)
  }
  const isMonths = unit === 'month'
  const type = isMonths ? 'month' : 'date'
  const field = { disabled, type, className: 'min-[30rem]:w-44' } as const
  const read = (day: string) => (isMonths ? day.slice(0, 7) : day)
  const extend = (text: string) =>
    isMonths && text !== ''
      ? getDays(grains.month, grains.month.parse(text) ?? 0)
      : { first: text, last: text }
  return (
    <fieldset aria-label={label} className="flex gap-3 max-[30rem]:basis-full max-[30rem]:*:grow">
      <DateField
        {...field}
        label={`${label}: From`}
        error={error}
        notice={notice}
        value={read(days.first)}
        onChange={(text) => change({ first: extend(text).first })}
      />
      <DateField
        {...field}
        label="To"
        value={read(days.last)}
        onChange={(text) => change({ last: extend(text).last })}
      />
    </fieldset>
  )
}
