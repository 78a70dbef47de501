import { formatCsvLine } from '../../report/csv.ts'
import { type ListColumn, type ListContent, writeListWorkbook } from '../../workbook/list-workbook.ts'
import type { ListedUser } from '../administration/resource.ts'

type Column = ListColumn & { readonly get: (user: ListedUser) => string | number | null }

const columns: readonly Column[] = [
  { header: 'User ID', kind: 'text', get: (user) => user.userId },
  { header: 'Owner', kind: 'text', get: (user) => user.owner },
  { header: 'Role', kind: 'text', get: (user) => user.role },
  { header: 'Login IP', kind: 'text', get: (user) => user.loginIP },
  { header: 'Email Id', kind: 'text', get: (user) => user.emailId },
  { header: 'Status', kind: 'text', get: (user) => user.status },
]

const signInColumns: readonly Column[] = [
  { header: 'Created (UTC)', kind: 'moment', get: (user) => user.createdAt ?? '' },
  { header: 'Last sign-in (UTC)', kind: 'moment', get: (user) => user.lastSignInAt ?? 'never' },
  { header: 'Open sessions', kind: 'count', get: (user) => user.sessions ?? 0 },
]

/** Users to export, and what is said about them. */
export interface UserExport {
  readonly users: readonly ListedUser[]
  /** Whether the API says when users signed in. */
  readonly hasSignIns: boolean
  readonly search: string
  /** For how many days the users have not signed in; empty for all. */
  readonly days: string
  readonly product: string
  readonly exportedBy: string
  readonly exportedAt: Date
}

const getColumns = ({ hasSignIns }: UserExport) => (hasSignIns ? [...columns, ...signInColumns] : columns)

/** The name of an exported file without its extension. */
export const formatFileName = ({ exportedAt }: Pick<UserExport, 'exportedAt'>): string =>
  `users_${exportedAt.toISOString().slice(0, 10)}`

/** Formats users as a .csv file in UTF-8; no cell is a formula. */
export const formatUsersCsv = (content: UserExport): string => {
  const chosen = getColumns(content)
  const lines = content.users.map((user) => chosen.map(({ get }) => String(get(user) ?? '')))
  // Spreadsheets read a file as UTF-8 if it begins with this mark.
  return `\uFEFF${[chosen.map(({ header }) => header), ...lines].map(formatCsvLine).join('')}`
}

/** Builds users as a workbook. */
export const buildUsersWorkbook = (content: UserExport): Promise<Uint8Array> => {
  const { users, search, days, product, exportedBy, exportedAt } = content
  const chosen = getColumns(content)
  const facts: ListContent['facts'] = [
    ['List', 'System users'],
    ['Search', search],
    ['Not signed in for', days === '' ? '' : `${days} days`],
    ['Users', String(users.length)],
    ['Exported by', exportedBy],
    ['Exported at', exportedAt.toISOString()],
    ['Exported from', product],
  ]
  return writeListWorkbook({
    title: 'System users',
    facts: facts.filter(([, text]) => text !== ''),
    columns: chosen,
    rows: users.map((user) => chosen.map(({ get }) => get(user))),
    creator: `${exportedBy} (${product})`,
    createdAt: exportedAt,
  })
}
