import type { ComponentProps } from 'react'
import { joinList, splitList } from '../../report/model/lists.ts'
import type { SelectorKind } from '../../report/selection/selector-kinds.ts'
import CheckboxField from '../kit/checkbox-field.tsx'
import { DateField, DateRangeField } from '../kit/date-field.tsx'

type Props = Omit<ComponentProps<typeof CheckboxField>, 'value' | 'onChange'> &
  ComponentProps<typeof DateRangeField> & { readonly control: SelectorKind['control'] }

/** Shows the field of a selector that most reports do not have: checkboxes, a day, or a range of days. */
const RareField = ({ control, ...field }: Props) => {
  if (control === 'day') return <DateField {...field} />
  if (control === 'days') return <DateRangeField {...field} />
  const { value, onChange } = field
  return (
    <CheckboxField {...field} value={splitList(value)} onChange={(values) => onChange(joinList(values))} />
  )
}

export default RareField
