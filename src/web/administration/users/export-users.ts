import { formatCsvLine } from '../../../report/model/csv.ts'
import { useFileExport } from '../record-mutations.tsx'
import { loadAll } from '../record-select.tsx'
import { type ListedUser, type Resource, superAdministrators } from '../resource.ts'
import type { Query } from '../../api/client.ts'
import { useApi } from '../../contexts/portal-contexts.ts'
import { hasFeature } from '../../contexts/portal-settings.ts'

type Column = readonly [header: string, get: (user: ListedUser) => string | number | null | undefined]

/** The columns of the list and of the file. */
export const userColumns: readonly Column[] = [
  ['User ID', (user) => user.userId],
  ['Owner', (user) => user.owner],
  ['Role', (user) => user.role],
  ['Login IP', (user) => user.loginIP],
  ['Email Id', (user) => user.emailId],
]

const STATUS: Column = ['Status', (user) => user.status]

const SIGN_IN_COLUMNS: readonly Column[] = [
  ['Created (UTC)', (user) => user.createdAt],
  ['Last sign-in (UTC)', (user) => user.lastSignInAt ?? 'never'],
  ['Open sessions', (user) => user.sessions ?? 0],
  ['Second factor', (user) => (user.secondFactor ? 'on' : 'off')],
  ['Sign-in', (user) => user.signIn],
]

/** Formats users as a .csv file in UTF-8; no cell is a formula. `hasSignIns`: the API says when users signed in. */
export const formatUsersCsv = (users: readonly ListedUser[], hasSignIns: boolean): string => {
  const columns = [...userColumns, STATUS, ...(hasSignIns ? SIGN_IN_COLUMNS : [])]
  const lines = users.map((user) => columns.map(([, get]) => String(get(user) ?? '')))
  // Spreadsheets read a file as UTF-8 if it begins with this mark.
  return `\uFEFF${[columns.map(([header]) => header), ...lines].map(formatCsvLine).join('')}`
}

/** Saves all users of a list that fit its filters as a file, after them the super administrators that the caller sees. */
export const useExport = (source: Resource<ListedUser>, filter: Query) => {
  const api = useApi()
  return useFileExport('users', async () => {
    const hasSignIns = hasFeature('sessions')
    const sources = hasSignIns ? [source, superAdministrators] : [source]
    const users = await Promise.all(sources.map((list) => loadAll(api, list, { filter })))
    return formatUsersCsv(users.flat(), hasSignIns)
  })
}
