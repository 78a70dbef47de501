import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Report, ReportPlan } from '../../report/plan.ts'
import { TabLinks } from '../components/tab-links.tsx'
import { Tabs } from '../components/tabs.tsx'
import { formatScreenUrl, type ScreenChoice } from './use-report.ts'
import { ToggleGroup } from '../components/toggle-group.tsx'

type Props = {
  readonly report: Report
  readonly plan: ReportPlan
  /** The values of the controls. */
  readonly choice: ScreenChoice
  readonly children: ReactNode
}

/** The tabs of a report: links if they are routes, otherwise tabs of the page. */
export const ScreenTabs = ({ report, plan, choice, children }: Props) => {
  const navigate = useNavigate()
  const { tab, variant } = plan
  const buildUrl = (to: string) => formatScreenUrl(report, { tab: to, variant }, choice)
  if (report.tabs?.navigation === 'query' && tab !== null) {
    return (
      <Tabs
        label={report.menu.label}
        tabs={report.tabs.items.map(({ id, label }) => ({ value: id, label }))}
        value={tab}
        onChange={(id) => void navigate(buildUrl(id))}
      >
        <div data-below-tabs className="contents">
          {children}
        </div>
      </Tabs>
    )
  }
  if (report.tabs === null) return children
  return (
    <>
      <TabLinks
        label={report.menu.label}
        tabs={report.tabs.items.map(({ id, label }) => ({ to: buildUrl(id), label }))}
      />
      <div data-below-tabs className="contents">
        {children}
      </div>
    </>
  )
}

type VariantSwitchProps = {
  readonly report: Report
  readonly plan: ReportPlan
  readonly choice: ScreenChoice
}

/** Switches between the variants of a report. */
export const VariantSwitch = ({ report, plan, choice }: VariantSwitchProps) => {
  const navigate = useNavigate()
  if (report.variants.length < 2 || plan.variant === null) return null
  return (
    <div className="print:hidden">
      <ToggleGroup
        label="Variant"
        options={report.variants.map(({ id, label }) => ({ value: id, label }))}
        value={plan.variant}
        onChange={(variant) => void navigate(formatScreenUrl(report, { tab: plan.tab, variant }, choice))}
      />
    </div>
  )
}
