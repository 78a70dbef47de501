import { useNavigate } from 'react-router-dom'
import type { Report, ReportPlan, Selection } from '../../engine/report-plan.ts'
import { ToggleGroup } from '../../ui/toggle-group.tsx'
import { screenAddress } from './screen-address.ts'

type Props = { readonly report: Report; readonly plan: ReportPlan; readonly selection: Selection }

/** Switches between the levels of a screen (R9). */
export const VariantSwitch = ({ report, plan, selection }: Props) => {
  const navigate = useNavigate()
  if (report.variants.length < 2 || plan.variant === null) return null
  return (
    <div className="print:hidden">
      <ToggleGroup
        label="Variant"
        options={report.variants.map(({ id, label }) => ({ value: id, label }))}
        value={plan.variant}
        onChange={(variant) => void navigate(screenAddress(report, { tab: plan.tab, variant }, selection))}
      />
    </div>
  )
}
