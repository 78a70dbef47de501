import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import type { Tile } from '../../../schemas/api/dashboard.ts'
import type { Report, ReportPlan } from '../../report/model/report-plan.ts'
import { QueryProvider } from '../administration/query-provider.tsx'
import { ApiContext, SessionScopeContext, useApi } from '../contexts/portal-contexts.ts'
import { lazyWithPreload } from '../kit/lazy-loading.tsx'
import { createDraftClient, type DraftOptions } from './draft-client.ts'

export type DraftProps = Omit<DraftOptions, 'plans'>

const ignore = () => undefined
const reportView = lazyWithPreload(async () => ({
  default: (await import('../report/report-screen.tsx')).ReportView,
}))
const tileGrid = lazyWithPreload(async () => {
  const { TileGrid, TileReports } = await import('../dashboard/dashboard-detail-screen.tsx')
  const DraftTiles = ({ reports, tiles }: Omit<TilesProps, keyof DraftProps>) => (
    <TileReports
      value={(id) => {
        const report = reports.find((draft) => draft.id === id)
        return report && { ...report, load: () => Promise.resolve(report) }
      }}
    >
      <TileGrid tiles={tiles} period="" renewMs={false} />
    </TileReports>
  )
  return { default: DraftTiles }
})

/** Answers the calls of its children for a draft, which does not change: another draft begins again. */
const DraftAnswers = ({ children, ...options }: DraftOptions & { readonly children: ReactNode }) => {
  const api = useApi()
  const cache = useQueryClient()
  const [client] = useState(() => createDraftClient(api, cache, options))
  const [scope] = useState(() => ({}))
  return (
    <ApiContext value={client}>
      <SessionScopeContext value={scope}>
        <QueryProvider>
          <Suspense>{children}</Suspense>
        </QueryProvider>
      </SessionScopeContext>
    </ApiContext>
  )
}

type ScreenProps = DraftProps & { readonly report: Report; readonly plan: ReportPlan }

/** The screen of a plan. The path of the page is that of the editor, so that the tab is in its query. */
export const PlannedScreen = ({ report, plan, ...draft }: ScreenProps) => {
  const tabs = report.tabs && { ...report.tabs, navigation: 'query' as const }
  return (
    <DraftAnswers {...draft} plans={[plan]}>
      <reportView.Component report={{ ...report, tabs }} plan={plan} onChoice={ignore} />
    </DraftAnswers>
  )
}

type TilesProps = DraftProps & { readonly reports: readonly Report[]; readonly tiles: readonly Tile[] }

/** Tiles over reports of drafts. */
export const PreviewTiles = ({ reports, tiles, ...draft }: TilesProps) => (
  <DraftAnswers {...draft} plans={reports.flatMap(({ plans }) => plans)}>
    <div className="studio-tiles">
      <tileGrid.Component reports={reports} tiles={tiles} />
    </div>
  </DraftAnswers>
)
