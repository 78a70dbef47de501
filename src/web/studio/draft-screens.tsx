import { useQueryClient, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState, useEffect, useRef } from 'react'
import type { Tile } from '../../../schemas/api/dashboard.ts'
import type { DraftMailCall } from '../../../schemas/api/draft-mail.ts'
import type { Report, ReportPlan } from '../../report/model/report-plan.ts'
import { QueryProvider } from '../administration/query-provider.tsx'
import { ApiContext, SessionScopeContext, useApi } from '../contexts/portal-contexts.ts'
import { lazyWithPreload } from '../kit/lazy-loading.tsx'
import type { DraftScreen } from './draft-checks.ts'
import { createDraftClient, type DraftOptions } from './draft-client.ts'
import * as z from 'zod/mini'
import { MailPreview as Mail } from '../../../schemas/api/definitions.ts'
import { Card } from '../kit/card.tsx'
import { MessagePanel } from '../kit/messages.tsx'
import { Skeleton } from '../kit/page.tsx'
import { parseMail } from './trusted-texts.ts'

export type DraftProps = Omit<DraftOptions, 'plans'>

const ignore = () => undefined
const reportView = lazyWithPreload(async () => ({
  default: (await import('../report/report-screen.tsx')).ReportView,
}))
const tileGrid = lazyWithPreload(async () => {
  const { TileGrid, TileReports } = await import('../dashboard/dashboard-detail-screen.tsx')
  const DraftTiles = ({ reports, tiles }: TilesProps) => (
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

type TilesProps = { readonly reports: readonly Report[]; readonly tiles: readonly Tile[] }

type ShownProps = DraftProps & {
  readonly show: string
  readonly screen: DraftScreen
  readonly plan: ReportPlan | undefined
}

export const DraftShown = ({ show, screen, plan, ...options }: ShownProps) => {
  const { report, dashboard, reports } = screen
  if (show === 'Mail') return <MailPreview call={{ ...options.call, ...buildMailForm(screen, plan) }} />
  if (show === 'Screen' && report !== null && plan !== undefined) {
    // The path of the page is that of the editor, so that the tab is in its query.
    const tabs = report.tabs && { ...report.tabs, navigation: 'query' as const }
    return (
      <DraftAnswers {...options} plans={[plan]}>
        <reportView.Component report={{ ...report, tabs }} plan={plan} onChoice={ignore} />
      </DraftAnswers>
    )
  }
  const tiles = dashboard?.tiles ?? (plan ? listTiles(plan) : [])
  return (
    <DraftAnswers {...options} plans={reports.flatMap(({ plans }) => plans)}>
      <div className="studio-tiles">
        <tileGrid.Component reports={reports} tiles={tiles} />
      </div>
    </DraftAnswers>
  )
}

function listTiles({ reportId: report, tab, variant, chart: { types } }: ReportPlan) {
  const view = { report, tab, variant, period: null, selectors: {} }
  const [type] = types
  return [
    { id: 'figure', kind: 'figure', width: 6, view } as const,
    ...(type === undefined ? [] : [{ id: 'chart', kind: 'chart', width: 12, view, type } as const]),
    { id: 'table', kind: 'table', width: 12, view, rows: 8 } as const,
  ]
}

/** Returns what a schedule sends; for a screen, what a new schedule of it would send. */
function buildMailForm(
  { path, schedule }: DraftScreen,
  plan: ReportPlan | undefined,
): Pick<DraftMailCall, 'view' | 'workbook' | 'charts' | 'owner'> {
  if (schedule !== null) {
    const { view, workbook, charts } = schedule.form
    return { owner: schedule.owner, view, workbook, charts }
  }
  const view = {
    kind: plan === undefined ? ('dashboard' as const) : ('report' as const),
    id: path.replace(/^.*\/|\.json$/g, ''),
    tab: plan?.tab ?? null,
    variant: plan?.variant ?? null,
    chart: plan?.chart.types[0] ?? null,
    selectors: {},
    compare: null,
    period: 'latest',
  }
  return { view, workbook: true, charts: true }
}

const Answer = z.object({ records: Mail })

/** Shows the mail that a draft would send, as the server makes it. */
const MailPreview = ({ call }: { readonly call: DraftMailCall }) => {
  const api = useApi()
  const { data: mail, error } = useQuery({
    queryKey: ['draft-mail', call],
    queryFn: async ({ signal }) =>
      (await api.post('/v1/definitions/mails', { body: call, schema: Answer, signal })).records,
  })
  if (error !== null) return <MessagePanel role="alert" icon="alert" text={error.message} />
  if (mail === undefined) return <Skeleton className="h-64 w-full" />
  return (
    <Card title={`Subject: ${mail.subject}`}>
      <MailText html={mail.html} />
      {mail.attachments.length > 0 && (
        <p className="pt-3 text-sm text-soft">Attached: {mail.attachments.join(', ')}</p>
      )}
    </Card>
  )
}

/** Shows the text of a mail, in a shadow root where the styles of the portal end. */
const MailText = ({ html }: { readonly html: string }) => {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (host.current === null) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    root.replaceChildren(...parseMail(html).body.childNodes)
    for (const element of root.querySelectorAll<HTMLElement>('[data-style]')) {
      element.style.cssText = element.dataset['style'] ?? ''
    }
  }, [html])
  return <div ref={host} className="overflow-x-auto" />
}
