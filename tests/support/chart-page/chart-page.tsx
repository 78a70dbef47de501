import { chartTypeNames } from '../../../src/report/plan.ts'
import { chartTypes } from '../../../src/chart/types/index.ts'
import { useState } from 'react'
import { mapChartTypes } from '../../../schemas/report/chart-types.ts'
import type { ChartType } from '../../../src/report/plan.ts'
import type { ReportTable } from '../../../src/report/table/report-table.ts'
import {
  defaultVisibility,
  isVisible,
  toggleSeries,
  visibleSeries,
  type Visibility,
} from '../../../src/report/table/series.ts'
import { ChartTypeButtons } from '../../../src/web/components/chart/chart-controls.tsx'
import { createHighlight } from '../../../src/web/components/chart/highlight.ts'
import ReportChart from '../../../src/web/components/chart/report-chart.tsx'
import { SeriesToggles } from '../../../src/web/components/chart/series-toggles.tsx'

type Props = { readonly table: ReportTable; readonly title: string; readonly theme: 'light' | 'dark' }

const LABELS = mapChartTypes((_, label) => label)

/** The chart with its switches, as a report's screen has them. */
export const ChartPage = ({ table, title, theme }: Props) => {
  const [type, setType] = useState<ChartType>('line')
  const [visibility, setVisibility] = useState<Visibility>(defaultVisibility)
  const [highlight] = useState(createHighlight)
  const set = (mode: Visibility['mode']) => () => setVisibility({ mode, toggled: new Set() })
  return (
    <main className="p-4 max-md:p-2">
      <div className="card-surface flex flex-col gap-4 p-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg font-semibold">{title}</h2>
          <ChartTypeButtons types={chartTypeNames} labels={LABELS} type={type} onChange={setType} />
        </div>
        <SeriesToggles
          series={table.series}
          isVisible={(series) => isVisible(series, visibility)}
          onToggle={(name) => setVisibility(toggleSeries(visibility, name))}
          onDefault={set('default')}
          onShowAll={set('all')}
          onHideAll={set('none')}
          onOnly={(names) => setVisibility({ mode: 'none', toggled: new Set(names) })}
          hint="(Showing first 5 carriers by default)"
          symbol={chartTypes[type].symbol}
          highlight={highlight}
        />
        <ReportChart
          table={table}
          series={visibleSeries(table.series, visibility)}
          type={type}
          title={title}
          theme={theme}
          highlight={highlight}
        />
      </div>
    </main>
  )
}
