import type { ComponentType } from 'react'
import { lazyWithPreload } from '../components/lazy-loading.tsx'
import { QueryProvider } from './query-provider.tsx'

const load = (code: () => Promise<{ readonly default: ComponentType }>) => lazyWithPreload(code).Component

/** The screens by their path below `/roles`. */
const screens: Readonly<Record<AdministrationPath, ComponentType>> = {
  '': load(() => import('../roles/roles-screen.tsx')),
  '/rights-administration': load(() => import('../permissions/permissions-screen.tsx')),
  '/system-user': load(() => import('../users/users-screen.tsx')),
  '/sessions': load(() => import('../sessions/sessions-screen.tsx')),
  '/history': load(() => import('../history/history-screen.tsx')),
}

export type AdministrationPath = '' | '/rights-administration' | '/system-user' | '/sessions' | '/history'

/** A screen of administration; the code of each loads when it is opened. */
const AdministrationScreen = ({ path }: { readonly path: AdministrationPath }) => {
  const Screen = screens[path]
  return (
    <QueryProvider>
      <Screen />
    </QueryProvider>
  )
}

export default AdministrationScreen
