import { type ReactNode, Suspense } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { definitionKinds } from '../../../schemas/api/definitions.ts'
import { QueryProvider } from '../administration/query-provider.tsx'
import { lazyWithPreload } from '../kit/lazy-loading.tsx'
import { PageSkeleton } from '../kit/page.tsx'
import DefinitionList from './definition-list.tsx'
import { KeptDraftScreen } from './kept-drafts.tsx'
import ProblemList from './problem-list.tsx'

const gallery = lazyWithPreload(() => import('./example-gallery.tsx'))
const file = lazyWithPreload(() => import('./file-screen.tsx'))
const screens: Readonly<Record<string, ReactNode>> = {
  '': <DefinitionList />,
  problems: <ProblemList />,
  examples: <gallery.Component />,
  file: <file.Component />,
}
const editor = lazyWithPreload(() => import('./editor-screen.tsx'))

const StudioScreen = () => {
  const { '*': rest = '' } = useParams()
  const [folder = '', name = ''] = rest.split('/')
  const kind = definitionKinds.find((candidate) => candidate === folder)
  const screen =
    folder === 'drafts' ? (
      <KeptDraftScreen key={name} id={name} />
    ) : (
      Object.entries(screens).find(([path]) => path === rest)?.[1]
    )
  if (kind === undefined && screen === undefined) return <Navigate to="/studio" replace />
  return (
    <QueryProvider>
      <Suspense fallback={<PageSkeleton />}>
        {kind === undefined ? screen : <editor.Component key={rest} kind={kind} name={name} />}
      </Suspense>
    </QueryProvider>
  )
}

export default StudioScreen
