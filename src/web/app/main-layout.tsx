import { useMemo, useState } from 'react'
import { createResponseCache } from '../api/response-cache.ts'
import { Layout } from '../layout/layout.tsx'
import { buildMenu } from '../layout/menu.ts'
import { useSession } from '../contexts/session-context.ts'
import { useSettings } from '../contexts/settings-context.ts'
import { SessionCacheContext, type SessionCache } from '../contexts/session-cache-context.ts'
import { reportManifest } from './report-manifest.ts'
import { ThemeControl } from './theme-control.tsx'

const FIVE_MINUTES = 300_000

const startVisit = (): SessionCache => ({ options: createResponseCache(FIVE_MINUTES) })

/** The layout with what it needs from the portal. What was fetched is forgotten with the session (S59, S66). */
export const MainLayout = () => {
  const [visit] = useState(startVisit)
  const { permissions } = useSession()
  const { reportsEnabled } = useSettings()
  const menu = useMemo(
    () =>
      permissions.status === 'ready'
        ? buildMenu({ ids: permissions.ids, reports: reportManifest, reportsEnabled })
        : [],
    [permissions, reportsEnabled],
  )
  return (
    <SessionCacheContext value={visit}>
      <Layout menu={menu} tools={<ThemeControl />} />
    </SessionCacheContext>
  )
}
