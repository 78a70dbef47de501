import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import * as z from 'zod/mini'
import { lenientPage } from '../../../schemas/api/lenient.ts'
import { type Resource, SystemUserRecord, systemUsers } from '../administration/resource.ts'
import { Moment } from '../components/moment.tsx'
import type { RecordColumn } from '../components/resource-table.tsx'
import { controlClasses } from '../components/text-field.tsx'
import { useApi } from '../contexts/portal-contexts.ts'

/** The call that lists the users with their last sign-in, in the same order. */
const PATH = '/v1/sessions/last-sign-ins'

/** A system user with its last sign-in, null if it never signed in. */
export const LastSignInRecord = z.object({
  ...SystemUserRecord.shape,
  createdAt: z.nullish(z.string()),
  lastSignInAt: z.nullish(z.string()),
  sessions: z.nullish(z.int()),
})

/** The users who have not signed in for so many days; all of them without a number. */
export const listUsers = (days: string): Resource<SystemUserRecord> =>
  days === '' ? systemUsers : { ...systemUsers, list: { path: PATH, query: { notSignedInDays: days } } }

/** The users who have not signed in for so many days, with their last sign-in. */
export const listSignIns = (days: string): Resource<z.infer<typeof LastSignInRecord>> => ({
  path: systemUsers.path,
  schema: LastSignInRecord,
  isVisible: systemUsers.isVisible,
  list: { path: PATH, query: { notSignedInDays: days === '' ? undefined : days } },
})

type Page = { readonly page: number; readonly size: number; readonly search: string }

/** The last sign-ins of a page of users by their numbers; empty until they are loaded, and if the API has none. */
export const useLastSignIns = (
  isOffered: boolean,
  page: Page,
  days: string,
): ReadonlyMap<number, string | null> => {
  const api = useApi()
  const { data } = useQuery({
    queryKey: [systemUsers.path, 'last sign-ins', page, days],
    queryFn: ({ signal }) => {
      const query = { ...page, notSignedInDays: days === '' ? undefined : days }
      return api.get(PATH, { query, schema: lenientPage(LastSignInRecord), signal })
    },
    enabled: isOffered,
  })
  return new Map(data?.records.map(({ id, lastSignInAt }) => [id, lastSignInAt ?? null]))
}

/** The column of the last sign-ins. */
export const lastSignInColumn = (
  signIns: ReadonlyMap<number, string | null>,
): RecordColumn<SystemUserRecord> => ({
  header: 'Last sign-in (UTC)',
  cell: ({ id }) => <Moment at={signIns.get(id) ?? null} none={signIns.has(id) ? 'never' : ''} />,
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
