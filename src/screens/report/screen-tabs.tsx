import { lazy, type ReactNode, Suspense } from 'react'
import { useNavigate } from 'react-router-dom'
import { plainAddress, writeAddress } from '../../engine/address.ts'
import type { Report, ReportPlan, Selection } from '../../engine/report-plan.ts'
import { TabLinks } from '../../ui/tab-links.tsx'
import { ToggleGroup } from '../../ui/toggle-group.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { screenParameters } from './screen-parameters.ts'

// Only a report with tabs in the page needs their code.
const Tabs = lazy(() =>
  import('../../ui/tabs.tsx').then(({ Tabs: Component }) => ({ default: Component<string> })),
)

type Props = {
  readonly report: Report
  readonly plan: ReportPlan
  /** What the controls say now. */
  readonly selection: Selection
  readonly children: ReactNode
}

/** Tabs and variants keep what is chosen and start with nothing loaded (R57). */
export const ScreenTabs = ({ report, plan, selection, children }: Props) => {
  const navigate = useNavigate()
  const { tab, variant } = plan
  const address = (to: { tab: string | null; variant: string | null }) => {
    const query = writeAddress({ ...plainAddress, selection }, screenParameters(report, to)).toString()
    const path = report.tabs?.as === 'routes' ? `${report.path}/${to.tab ?? ''}` : report.path
    return query === '' ? path : `${path}?${query}`
  }
  const variants = report.variants.length > 1 && variant !== null && (
    <div className="print:hidden">
      <ToggleGroup
        label="Variant"
        options={report.variants.map(({ id, label }) => ({ value: id, label }))}
        value={variant}
        onChange={(id) => void navigate(address({ tab, variant: id }))}
      />
    </div>
  )
  if (report.tabs?.as === 'page' && tab !== null) {
    return (
      <Suspense fallback={<Waiting text="Loading..." />}>
        <Tabs
          label={report.menu.label}
          tabs={report.tabs.items.map(({ id, label }) => ({ value: id, label }))}
          value={tab}
          onChange={(id) => void navigate(address({ tab: id, variant }))}
        >
          {variants}
          {children}
        </Tabs>
      </Suspense>
    )
  }
  return (
    <>
      {report.tabs !== null && (
        <TabLinks
          label={report.menu.label}
          tabs={report.tabs.items.map(({ id, label }) => ({ to: address({ tab: id, variant }), label }))}
        />
      )}
      {variants}
      {children}
    </>
  )
}
