import { formatCsvLine } from '../../report/csv.ts'
import type { ListedUser } from '../administration/resource.ts'

type Column = readonly [header: string, get: (user: ListedUser) => string | number | null | undefined]

const COLUMNS: readonly Column[] = [
  ['User ID', (user) => user.userId],
  ['Owner', (user) => user.owner],
  ['Role', (user) => user.role],
  ['Login IP', (user) => user.loginIP],
  ['Email Id', (user) => user.emailId],
  ['Status', (user) => user.status],
]

const SIGN_IN_COLUMNS: readonly Column[] = [
  ['Created (UTC)', (user) => user.createdAt],
  ['Last sign-in (UTC)', (user) => user.lastSignInAt ?? 'never'],
  ['Open sessions', (user) => user.sessions ?? 0],
]

/** Formats users as a .csv file in UTF-8; no cell is a formula. `hasSignIns`: the API says when users signed in. */
export const formatUsersCsv = (users: readonly ListedUser[], hasSignIns: boolean): string => {
  const columns = hasSignIns ? [...COLUMNS, ...SIGN_IN_COLUMNS] : COLUMNS
  const lines = users.map((user) => columns.map(([, get]) => String(get(user) ?? '')))
  // Spreadsheets read a file as UTF-8 if it begins with this mark.
  return `\uFEFF${[columns.map(([header]) => header), ...lines].map(formatCsvLine).join('')}`
}
