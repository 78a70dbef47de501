import { QueryClientProvider } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { createQueryClient } from '../api/query-client.ts'
import { Layout } from '../screens/layout/layout.tsx'
import { buildMenu } from '../screens/layout/menu.ts'
import { useSession } from '../screens/session-context.ts'
import { useSettings } from '../screens/settings-context.ts'
import { reportManifest } from './report-manifest.ts'
import { ThemeControl } from './theme-control.tsx'

/** The layout with what it needs from the portal. What was fetched is forgotten with the session (S59, S66). */
export const MainLayout = () => {
  const [queries] = useState(createQueryClient)
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
    <QueryClientProvider client={queries}>
      <Layout menu={menu} tools={<ThemeControl />} />
    </QueryClientProvider>
  )
}
