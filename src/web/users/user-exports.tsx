import { useRef, useState } from 'react'
import { getErrorMessage } from '../administration/error-messages.ts'
import { loadAll } from '../administration/record-select.tsx'
import { systemUsers } from '../administration/resource.ts'
import { saveFile } from '../api/save-file.ts'
import { Button } from '../components/button.tsx'
import { useApi, useSession, useSettings } from '../contexts/portal-contexts.ts'
import type { ScreenBanner } from '../contexts/use-banner.ts'
import { listSignIns } from './last-sign-ins.tsx'

const FAILED = 'An error occurred while exporting the users.'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

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
  const { appName } = useSettings()
  const [running, setRunning] = useState<'xlsx' | 'csv' | null>(null)
  const isRunning = useRef(false)

  const save = async (format: 'xlsx' | 'csv') => {
    const [{ buildUsersWorkbook, formatFileName, formatUsersCsv }, all] = await Promise.all([
      import('./export-users.ts'),
      hasSignIns ? loadAll(api, listSignIns(days), { search }) : loadAll(api, systemUsers, { search }),
    ])
    const users = all.filter(systemUsers.isVisible)
    const content = {
      users,
      hasSignIns,
      search,
      days,
      product: appName,
      exportedBy: username,
      exportedAt: new Date(),
    }
    const file =
      format === 'csv'
        ? new Blob([formatUsersCsv(content)], { type: 'text/csv;charset=utf-8' })
        : new Blob([(await buildUsersWorkbook(content)).slice()], { type: XLSX })
    saveFile(file, `${formatFileName(content)}.${format}`)
  }

  const start = async (format: 'xlsx' | 'csv') => {
    if (isRunning.current) return
    isRunning.current = true
    setRunning(format)
    banner.clear()
    try {
      await save(format)
    } catch (error) {
      banner.show(getErrorMessage(error, { rejected: FAILED, unexpected: FAILED }))
    } finally {
      isRunning.current = false
      setRunning(null)
    }
  }

  return (
    <div className="flex gap-2">
      <Button size="small" busy={running === 'xlsx'} onClick={() => void start('xlsx')}>
        Export workbook
      </Button>
      <Button size="small" busy={running === 'csv'} onClick={() => void start('csv')}>
        Export CSV
      </Button>
    </div>
  )
}
