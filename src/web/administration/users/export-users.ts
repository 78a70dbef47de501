import { formatCsvLine } from '../../../report/model/csv.ts'
import { getErrorMessage } from '../error-messages.ts'
import { useExclusiveMutation } from '../record-mutations.ts'
import { loadAll } from '../record-select.tsx'
import type { ListedUser, Resource } from '../resource.ts'
import { saveFile } from '../../api/files.ts'
import { useApi } from '../../contexts/portal-contexts.ts'
import { hasFeature } from '../../contexts/portal-settings.ts'
import type { ScreenBanner } from '../../contexts/use-banner.ts'

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

/** Saves all users of a list that fit a search as a file. */
export const useExport = (banner: ScreenBanner, source: Resource<ListedUser>, search: string) => {
  const api = useApi()
  const rejected = 'An error occurred while exporting the users.'
  return useExclusiveMutation({
    mutationFn: async () => {
      const csv = formatUsersCsv(await loadAll(api, source, { search }), hasFeature('sessions'))
      const today = new Date().toISOString().slice(0, 10)
      saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `users_${today}.csv`)
    },
    onMutate: banner.clear,
    onError: (error) => banner.show(getErrorMessage(error, { rejected, unexpected: rejected })),
  })
}
