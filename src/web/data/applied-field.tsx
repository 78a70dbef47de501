import { useState } from 'react'
import { type FieldProps, TextField } from '../kit/text-field.tsx'

type Props = FieldProps & { readonly hint?: string | undefined; readonly placeholder: string }

/** Shows a text input whose value changes on Enter, or when the focus leaves it: not with each key. */
export const AppliedField = ({ value, onChange, ...field }: Props) => {
  const [typed, setTyped] = useState<string | null>(null)
  const apply = () => {
    setTyped(null)
    if (typed !== null && typed !== value) onChange(typed)
  }
  return (
    <TextField
      {...field}
      value={typed ?? value}
      onChange={setTyped}
      onBlur={apply}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
    />
  )
}
