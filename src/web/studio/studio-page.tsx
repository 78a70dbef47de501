import type { ReactNode } from 'react'
import { portalPermissions } from '../../../schemas/api/menu.ts'
import { Button } from '../kit/button.tsx'
import { MessagePanel, PageBanner } from '../kit/messages.tsx'
import { Page } from '../kit/page.tsx'
import { ResourceTableSkeleton } from '../kit/resource-table.tsx'
import { TabLinks } from '../kit/tabs.tsx'
import { useStudio } from './use-studio.ts'

const { name } = portalPermissions.studio

const TABS = [
  { to: '/studio', label: 'Definitions', end: true },
  { to: '/studio/problems', label: 'Problems' },
  { to: '/studio/examples', label: 'Examples' },
  { to: '/studio/file', label: 'From a file' },
]

type Props = {
  readonly title: string
  readonly children: (studio: ReturnType<typeof useStudio>) => ReactNode
}

/** Shows the frame of the screens of the studio; it waits for the definitions. */
export const StudioPage = ({ title, children }: Props) => {
  const state = useStudio()
  const { texts, failure, load } = state
  return (
    <Page title={title} breadcrumb={[name, title]}>
      <TabLinks label="Studio" tabs={TABS} />
      {texts !== null && failure !== null && <PageBanner text={failure} />}
      {texts !== null && children(state)}
      {texts === null && failure === null && <ResourceTableSkeleton />}
      {texts === null && failure !== null && (
        <MessagePanel
          role="alert"
          icon="alert"
          text={failure}
          action={<Button onClick={load}>Retry</Button>}
        />
      )}
    </Page>
  )
}
