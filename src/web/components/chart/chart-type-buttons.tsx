import { type ChartType, chartTypeNames } from '../../../report/plan.ts'
import { ToggleGroup } from '../toggle-group.tsx'

type Props = {
  readonly labels: Readonly<Record<ChartType, string>>
  readonly type: ChartType
  readonly onChange: (type: ChartType) => void
}

/** The buttons of the chart types, with the labels of the report (`Line` or `Line Chart`). */
export const ChartTypeButtons = ({ labels, type, onChange }: Props) => (
  <ToggleGroup
    label="Chart type"
    options={chartTypeNames.map((value) => ({ value, label: labels[value] }))}
    value={type}
    onChange={onChange}
  />
)
