import { RecordListCard, usePagedList } from '../record-list.tsx'
import { type ListedUser, superAdministrators } from '../resource.ts'
import type { Query } from '../../api/client.ts'
import { Moment, type RecordColumn } from '../../kit/resource-table.tsx'
import { Select } from '../../kit/select-field.tsx'
import { controlClasses } from '../../kit/text-field.tsx'

export const SIGN_INS: readonly RecordColumn<ListedUser>[] = [
  {
    header: 'Last sign-in (UTC)',
    cell: ({ lastSignInAt }) => <Moment at={lastSignInAt ?? null} none="never" />,
  },
  {
    header: 'Sign-in',
    cell: ({ signIn, secondFactor }) =>
      [signIn, secondFactor ? 'second factor' : ''].filter(Boolean).join(', '),
  },
]

const CHOICES = [
  { name: 'secondFactor', label: 'Second factor', options: { '': 'any', on: 'on', off: 'off' } },
  { name: 'signIn', label: 'Sign-in', options: { '': 'any', password: 'password', company: 'company' } },
  {
    name: 'order',
    label: 'Order',
    options: { '': 'as added', oldest: 'longest not signed in', newest: 'signed in last' },
  },
] as const

type Props = { readonly filter: Query; readonly onChange: (filter: Query) => void }

/** Filters a list of users by how they sign in, and orders it by when. */
export const UserFilters = ({ filter, onChange }: Props) =>
  CHOICES.map(({ name, label, options }) => (
    <label key={name} className="flex items-center gap-2 whitespace-nowrap text-sm text-soft">
      {`${label}:`}
      <Select
        value={String(filter[name] ?? '')}
        onChange={({ target }) => onChange({ ...filter, [name]: target.value || undefined })}
        className={controlClasses(false)}
      >
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    </label>
  ))

type ListProps = { readonly columns: readonly RecordColumn<ListedUser>[] }

export const SuperAdministrators = ({ columns }: ListProps) => {
  const list = usePagedList(superAdministrators, { search: '' })
  if (list.records.length === 0) return null
  return <RecordListCard title="Super administrators" list={list} columns={columns} />
}
