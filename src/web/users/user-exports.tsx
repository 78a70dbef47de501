import { useListExport } from '../administration/record-mutations.ts'
import { loadAll } from '../administration/record-select.tsx'
import { listUsers } from '../administration/resource.ts'
import { saveFile } from '../api/files.ts'
import { Button } from '../components/button.tsx'
import { useApi, useSession } from '../contexts/portal-contexts.ts'
import { getSettings } from '../contexts/settings.ts'
import type { ScreenBanner } from '../contexts/use-banner.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const FORMATS = [
  ['xlsx', 'Export workbook'],
  ['csv', 'Export CSV'],
] as const
type Format = (typeof FORMATS)[number][0]

type Props = {
  readonly banner: ScreenBanner
  readonly hasSignIns: boolean
  readonly search: string
  readonly days: string
}

/** Buttons that save all users that fit the search and the filter as a workbook or as a .csv file. */
export const UserExports = ({ banner, hasSignIns, search, days }: Props) => {
  const api = useApi()
  const { username } = useSession()
  const { appName } = getSettings()
  const saving = useListExport(banner, 'the users', async (format: Format) => {
    const source = listUsers(hasSignIns, days)
    const [{ buildUsersWorkbook, formatFileName, formatUsersCsv }, all] = await Promise.all([
      import('./export-users.ts'),
      loadAll(api, source, { search }),
    ])
    const users = all.filter(source.isVisible)
    const [product, exportedBy, exportedAt] = [appName, username, new Date()]
    const content = { users, hasSignIns, search, days, product, exportedBy, exportedAt }
    const file =
      format === 'csv'
        ? new Blob([formatUsersCsv(content)], { type: 'text/csv;charset=utf-8' })
        : new Blob([(await buildUsersWorkbook(content)).slice()], { type: XLSX })
    saveFile(file, `${formatFileName(content)}.${format}`)
  })
  return (
    <div className="flex gap-2">
      {FORMATS.map(([format, label]) => (
        <Button
          key={format}
          size="small"
          busy={saving.isPending && saving.variables === format}
          onClick={() => saving.mutate(format)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
