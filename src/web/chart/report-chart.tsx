import { flushSync } from 'react-dom'
import { type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  buildChartModel,
  buildChartRows,
  isEmptyChart,
  specifyChart,
  summarizeChart,
} from '../../chart/model.ts'
import { CHART_HEIGHT, EMPTY_CHART_TEXT } from '../../chart/chart-type.ts'
import type { ChartTheme } from '../../chart/specification.ts'
import { VegaChart } from '../../chart/view/vega-chart.tsx'
import { getChartType } from '../../chart/types/index.ts'
import type { ReportTable, Series } from '../../report/model/report-table.ts'
import { usePrinting } from '../kit/browser-hooks.ts'
import { Disclosure } from '../kit/card.tsx'
import { DataTable } from '../table/data-table.tsx'
import { whenIdle } from '../kit/lazy-loading.tsx'
import { ChartHover } from './chart-hover.tsx'
import { SeriesFiguresList } from './series-figures.tsx'

type Props = {
  readonly table: ReportTable
  /** The visible series, in the table's order. */
  readonly series: readonly Series[]
  readonly type: string
  readonly title: string
  readonly theme: ChartTheme
  /** The width in px, or null while it is unknown; measured if it is missing. */
  readonly width?: number | null
  /** The height in px. */
  readonly height?: number
  /** Types to which the chart can be changed: their views are created while the page is idle. */
  readonly types?: readonly string[]
  /** Without the values and figures below it. */
  readonly isBare?: boolean
}

// A live view cannot be inside an <img>. Arrow keys move through its rows.
const IMAGE = { role: 'img', tabIndex: 0 } as const

const NO_TYPES: readonly string[] = []

/** Shows the chart of a report: an image named by its title, a summary, and its values on request. */
const ReportChart = (props: Props) => {
  const { table, series, type, title, theme, height = CHART_HEIGHT, types = NO_TYPES, isBare = false } = props
  const box = useRef<HTMLDivElement>(null)
  const measured = useWidth(box, props.width === undefined)
  const width = props.width ?? measured
  const drawnTheme = usePrinting() ? 'light' : theme
  const model = useMemo(
    () => (width === null ? null : buildChartModel(table, series, type, width, height)),
    [table, series, type, width, height],
  )
  const views = useViews(table, type, types)
  const chartType = getChartType(table, type)
  const isOwn = chartType.tooltip === 'none'
  const summaryId = useId()
  const isEmpty = useMemo(() => isEmptyChart(table, series, type), [table, series, type])
  return (
    <div className="flex flex-col gap-2">
      <div
        ref={box}
        style={{ height }}
        className="chart-box relative print:h-auto! print:[&_svg]:h-auto print:[&_svg]:w-full"
      >
        <div
          {...IMAGE}
          aria-label={title}
          aria-describedby={summaryId}
          hidden={isEmpty}
          className={`h-full overflow-x-clip ${isOwn ? '[&_svg]:max-h-full [&_svg]:max-w-full' : ''}`}
        >
          {views.map((view) => (
            <VegaChart
              key={view.key}
              spec={view.spec}
              drawing={view.type === type ? model : null}
              theme={drawnTheme}
            />
          ))}
        </div>
        {model !== null && !isOwn && (
          <ChartHover key={type} table={table} series={series} model={model} box={box} />
        )}
        {isEmpty && <p className="grid h-full place-items-center text-base text-soft">{EMPTY_CHART_TEXT}</p>}
      </div>
      <div
        className={
          isBare
            ? 'sr-only'
            : 'flex min-h-5 flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-sm text-faint'
        }
      >
        {!isEmpty && (
          <>
            <p id={summaryId}>{summarizeChart(table, series, type)}</p>
            {!isBare && (
              <Disclosure
                summary={
                  <>
                    <span className="group-open:hidden">Show data</span>
                    <span className="hidden group-open:inline">Hide data</span>
                  </>
                }
                render={() => <ChartData {...{ table, series, type, title }} />}
              />
            )}
          </>
        )}
      </div>
      {!isEmpty && !isBare && <SeriesFiguresList table={table} series={series} symbol={chartType.symbol} />}
    </div>
  )
}

export default ReportChart

/** Returns the views of a chart: of its type, and of others once the page is idle. A view is that of one specification. */
function useViews(table: ReportTable, type: string, others: readonly string[]) {
  const [isIdle, setIdle] = useState(false)
  // At once, within the idle time: later, it would delay what a user does then.
  useEffect(() => whenIdle(() => flushSync(() => setIdle(true))), [])
  const views = useMemo(
    () =>
      [...new Set([...others, type])].map((viewType) => {
        const spec = specifyChart(table, viewType)
        return { type: viewType, spec, key: `${viewType} ${JSON.stringify(spec)}` }
      }),
    [table, type, others],
  )
  return isIdle ? views : views.filter((view) => view.type === type)
}

/** Shows the values of the chart as a table. */
const ChartData = ({ table, series, type, title }: Pick<Props, 'table' | 'series' | 'type' | 'title'>) => {
  const data = useMemo(() => buildChartRows(table, series, type), [table, series, type])
  return (
    <div className="mt-2 max-h-[480px] overflow-auto text-base text-ink">
      <DataTable table={data} caption={title} busy={false} />
    </div>
  )
}

/** Returns the current width of the element in whole px. While the element is hidden, its last width. */
export function useWidth(ref: RefObject<HTMLElement | null>, isMeasured = true): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null || !isMeasured) return
    const measure = () => {
      const now = Math.floor(element.clientWidth)
      if (now > 0) setWidth(now)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, isMeasured])
  return width
}
