import { getChartType } from '../../../src/chart/types/index.ts'
import { type ChartType, chartTypeNames } from '../../../src/report/model/report-plan.ts'
import type { ReportTable } from '../../../src/report/model/report-table.ts'
import {
  hasHiddenByDefault,
  isVisible,
  toggleSeries,
  type Visibility,
  visibleSeries,
} from '../../../src/report/model/series.ts'
import ReportChart from '../../../src/web/chart/report-chart.tsx'
import { SeriesToggles } from '../../../src/web/chart/series-toggles.tsx'

type Props = {
  readonly table: ReportTable
  readonly type: ChartType
  readonly title: string
  readonly visibility: Visibility
  readonly onVisibility: (visibility: Visibility) => void
}

/** Toggles and chart as a report's screen has them, at the width that all pages of the comparison draw. */
const ChartPanel = ({ table, type, title, visibility, onVisibility }: Props) => {
  const set = (mode: Visibility['mode']) => () => onVisibility({ mode, toggled: new Set() })

  return (
    <div className="flex flex-col gap-4" style={{ width: 1000 }}>
      <SeriesToggles
        series={table.series}
        isVisible={(series) => isVisible(series, visibility)}
        onToggle={(name) => onVisibility(toggleSeries(visibility, name))}
        onDefault={set('default')}
        onShowAll={set('all')}
        onHideAll={set('none')}
        onOnly={(names) => onVisibility({ mode: 'none', toggled: new Set(names) })}
        hint={hasHiddenByDefault(table.series) ? '(Showing first 5 carriers by default)' : null}
        symbol={getChartType({}, type).symbol}
      />
      <ReportChart
        table={table}
        series={visibleSeries(table.series, visibility)}
        type={type}
        types={chartTypeNames}
        title={title}
        theme="light"
      />
    </div>
  )
}

export default ChartPanel
