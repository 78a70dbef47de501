import { type ReactNode, Suspense, useState } from 'react'
import type { Tile } from '../../../schemas/api/dashboard.ts'
import type { DraftCall } from '../../../schemas/api/definitions.ts'
import type { Report, ReportPlan } from '../../report/model/report-plan.ts'
import { QueryProvider } from '../administration/query-provider.tsx'
import { ApiContext, SessionScopeContext, useApi } from '../contexts/portal-contexts.ts'
import { lazyWithPreload } from '../kit/lazy-loading.tsx'
import type { Answers } from './foreign-answers.ts'
import { createDraftClient, type PreviewState } from './draft-client.ts'

type DraftProps = {
  readonly call: Omit<DraftCall, 'call'>
  readonly state: PreviewState
  /** What another API answers; null for a report that asks tables. */
  readonly answers: Answers | null
}

const ignore = () => undefined
const reportView = lazyWithPreload(async () => ({
  default: (await import('../report/report-screen.tsx')).ReportView,
}))
const tileGrid = lazyWithPreload(async () => {
  const { TileGrid, TileReports } = await import('../dashboard/dashboard-detail-screen.tsx')
  const DraftTiles = ({ reports, tiles }: Omit<TilesProps, keyof DraftProps>) => (
    <TileReports
      value={(id) => {
        const report = reports.find((one) => one.id === id)
        return report && { ...report, load: () => Promise.resolve(report) }
      }}
    >
      <TileGrid tiles={tiles} period="" renewMs={false} />
    </TileReports>
  )
  return { default: DraftTiles }
})

/** Answers the calls of its children for a draft, which does not change: another draft begins again. */
const DraftAnswers = ({
  call,
  state,
  answers,
  plans,
  children,
}: DraftProps & { readonly plans: readonly ReportPlan[]; readonly children: ReactNode }) => {
  const api = useApi()
  const [client] = useState(() => createDraftClient(api, { ...call, state, answers, plans }))
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

/** The screen of a plan. */
export const PlannedScreen = ({ report, plan, ...draft }: ScreenProps) => (
  <DraftAnswers {...draft} plans={[plan]}>
    <reportView.Component report={withQueryTabs(report)} plan={plan} onChoice={ignore} />
  </DraftAnswers>
)

type TilesProps = DraftProps & { readonly reports: readonly Report[]; readonly tiles: readonly Tile[] }

/** Tiles over reports of drafts. */
export const PreviewTiles = ({ reports, tiles, ...draft }: TilesProps) => (
  <DraftAnswers {...draft} plans={reports.flatMap(({ plans }) => plans)}>
    <div className="studio-tiles">
      <tileGrid.Component reports={reports} tiles={tiles} />
    </div>
  </DraftAnswers>
)

/** Keeps the tab in the query: the path of the page is that of the editor. */
const withQueryTabs = (report: Report): Report => ({
  ...report,
  tabs: report.tabs && { ...report.tabs, navigation: 'query' },
})
