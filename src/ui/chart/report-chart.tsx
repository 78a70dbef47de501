import { useId, useMemo, useRef } from 'react'
import { chartModel } from '../../engine/chart-model.ts'
import { chartSummary, NOTHING_TO_DRAW } from '../../engine/chart-summary.ts'
import { type ChartType, chartTypes } from '../../engine/report-plan.ts'
import type { ReportTable, Series } from '../../engine/report-table.ts'
import { hasSomethingToDraw } from '../../engine/series.ts'
import { usePrinting } from '../data-table/use-printing.ts'
import type { ChartTheme } from './chart-colors.ts'
import { ChartData } from './chart-data.tsx'
import { ChartHover } from './chart-hover.tsx'
import { LiveChart } from './live-chart.tsx'
import { useMounted } from './use-mounted.ts'
import { useSameSeries } from './use-same-series.ts'
import { useWidth } from './use-width.ts'

type Props = {
  readonly table: ReportTable
  /** The visible series, in the table's order. */
  readonly series: readonly Series[]
  readonly type: ChartType
  readonly title: string
  readonly theme: ChartTheme
}

// No <img> can hold a live view.
const IMAGE = { role: 'img' } as const

/** A report's chart: an image by its title, a sentence that sums it up, and its figures on demand. */
const ReportChart = ({ table, series: given, type, title, theme }: Props) => {
  const series = useSameSeries(given)
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const printing = usePrinting()
  const model = useMemo(
    () => (width === null ? null : chartModel(table, series, type, width)),
    [table, series, type, width],
  )
  const summary = useMemo(() => chartSummary(table, series, type), [table, series, type])
  const mounted = useMounted(model === null ? null : type)
  const summaryId = useId()
  const isEmpty = table.rows.length === 0 || !hasSomethingToDraw(series, type)
  return (
    <div className="flex flex-col gap-2">
      <div ref={box} className="relative h-[400px] print:h-auto print:[&_svg]:h-auto print:[&_svg]:w-full">
        <div {...IMAGE} aria-label={title} aria-describedby={summaryId} hidden={isEmpty} className="h-full">
          {chartTypes.map(
            (kind) =>
              mounted.has(kind) && (
                <LiveChart
                  key={kind}
                  type={kind}
                  model={kind === type ? model : null}
                  theme={printing ? 'light' : theme}
                />
              ),
          )}
        </div>
        {model !== null && <ChartHover key={type} table={table} series={series} model={model} />}
        {isEmpty && <p className="grid h-full place-items-center text-base text-soft">{NOTHING_TO_DRAW}</p>}
      </div>
      <div className="flex min-h-5 flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-sm text-faint">
        {!isEmpty && (
          <>
            <p id={summaryId}>{summary}</p>
            <ChartData table={table} series={series} type={type} title={title} />
          </>
        )}
      </div>
    </div>
  )
}

export default ReportChart
