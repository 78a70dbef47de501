import { useMemo, useState } from 'react'
import { Layout } from '../layout/layout.tsx'
import { buildMenu } from '../layout/menu.ts'
import { useSession } from '../contexts/session-context.ts'
import { useSettings } from '../contexts/settings-context.ts'
import { SessionScopeContext } from '../contexts/session-scope.ts'
import { reportManifest } from './report-manifest.ts'
import { ThemeControl } from './theme.tsx'

/** The layout of the signed-in user. It is mounted once per session and creates the scope of cached data. */
export const MainLayout = () => {
  const [scope] = useState(() => ({}))
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
    <SessionScopeContext value={scope}>
      <Layout menu={menu} tools={<ThemeControl />} />
    </SessionScopeContext>
  )
}
