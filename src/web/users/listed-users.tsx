import { type FormEvent, useId, useState } from 'react'
import * as z from 'zod/mini'
import { type Resource, SystemUserRecord, systemUsers } from '../administration/resource.ts'
import { controlClasses } from '../components/text-field.tsx'

/** A system user with its last sign-in, null if it never signed in; without them if the API has no sessions. */
const ListedUser = z.object({
  ...SystemUserRecord.shape,
  createdAt: z.nullish(z.string()),
  lastSignInAt: z.nullish(z.string()),
  sessions: z.nullish(z.int()),
})
export type ListedUser = z.infer<typeof ListedUser>

/** The users who have not signed in for so many days; all of them without a number. */
export const listUsers = (hasSignIns: boolean, days: string): Resource<ListedUser> => ({
  ...systemUsers,
  schema: ListedUser,
  ...(hasSignIns && {
    list: { path: '/v1/sessions/last-sign-ins', query: { notSignedInDays: days === '' ? null : days } },
  }),
})

type FilterProps = {
  /** The number of days; empty without the filter. */
  readonly value: string
  readonly onChange: (days: string) => void
}

/** `Not signed in for … days`: Enter applies the number, and clearing the field removes it. */
export const NotSignedInFilter = ({ value, onChange }: FilterProps) => {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (/^\d{1,4}$/.test(typed)) onChange(String(Number(typed)))
  }
  return (
    <form onSubmit={submit} className="flex items-center gap-2 whitespace-nowrap text-sm text-soft">
      <label htmlFor={id}>Not signed in for</label>
      <input
        id={id}
        type="number"
        min={0}
        max={9999}
        step={1}
        enterKeyHint="search"
        aria-describedby={`${id}-unit`}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          if (target.value === '' && value !== '') onChange('')
        }}
        className={`${controlClasses(false)} w-20`}
      />
      <span id={`${id}-unit`}>days</span>
    </form>
  )
}
