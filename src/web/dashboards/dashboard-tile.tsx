import { type ReactNode, Suspense } from 'react'
import { reportEntries } from 'virtual:report-entries'
import type { Tile, TileView } from '../../../schemas/api/dashboard.ts'
import type { ChartTheme } from '../../chart/chart-type.ts'
import { orderChartRows } from '../../chart/row-order.ts'
import { chartTypes } from '../../chart/types/index.ts'
import { resolveLabels } from '../../report/labels.ts'
import { chartTypeNames, type ChartType } from '../../report/plan.ts'
import { formatScreenUrl } from '../../report/url-state.ts'
import { defaultVisibility, visibleSeries, type Visibility } from '../../report/table/series.ts'
import { Card } from '../components/card.tsx'
import { PrintedLegend } from '../components/chart/chart-controls.tsx'
import ReportChart from '../components/chart/report-chart.tsx'
import { DataTable } from '../components/data-table/data-table.tsx'
import { lazyWithPreload } from '../components/lazy-loading.tsx'
import { Remarks } from '../components/messages.tsx'
import { Skeleton } from '../components/page.tsx'
import { notify } from '../components/toaster.tsx'
import type { ImageFormat } from '../machines/report-context.ts'
import { IMAGE_FAILED } from '../machines/report-messages.ts'
import { FormatMenu, useTheme } from '../reports/chart-card.tsx'
import { loadFiles, today } from '../reports/report-services.ts'
import { Figure } from './figure-tile.tsx'
import { TileFrame, type TileKind } from './tile-frame.tsx'
import { type LoadedView, useTile } from './use-tile.ts'

type Props = {
  readonly tile: Tile
  /** The period of the dashboard; empty for the latest. */
  readonly period: string
}

const textTile = lazyWithPreload(() => import('./text-tile.tsx'))

/** A tile of a dashboard: it loads, fails and is empty on its own. */
export const DashboardTile = ({ tile, period }: Props) => {
  const { kind, view, title } = tile
  const theme = useTheme()
  if (kind === 'text') {
    return (
      <Suspense>
        <textTile.Component title={title} text={tile.text ?? ''} />
      </Suspense>
    )
  }
  const listed = reportEntries.find(({ id }) => id === view?.report)
  if (kind === 'unavailable' || view === undefined || listed === undefined) {
    return (
      <Card title={title ?? 'Not available'} className="h-full">
        <p className="text-soft">The report of this tile does not exist any more.</p>
      </Card>
    )
  }
  return <TileFrame {...{ tile, view, listed, period, theme }} kind={kinds[kind]} />
}

const figureTile: TileKind = {
  getHeight: () => 64,
  show: ({ report, plan, selection, ...view }, { tile, listed }) => {
    const tab = report.tabs?.items.find(({ id }) => id === plan.tab)
    const { label } = listed.menu
    return {
      title: tab === undefined ? label : `${label}: ${tab.label}`,
      url: formatScreenUrl(report, plan, { selection, view: 'table' }),
      content: <Figure {...view} plan={plan} column={tile.column} />,
    }
  },
}

const chartTile: TileKind = {
  getHeight: () => 416,
  show: (view, { tile, theme }, width) => {
    const { report, plan, selection, options } = view
    const type = getChartType(tile)
    const title = resolveLabels(plan, selection, today(), options).chartTitle(type)
    const visibility = chooseSeries(view, tile)
    const saveImage = async (imageFormat: ImageFormat) => {
      try {
        const { saveChartImage } = await loadFiles()
        const loaded = { ...view, compare: null, problem: null, message: null }
        await saveChartImage({ plan, loaded, chartType: type, visibility, imageFormat, options })
      } catch (error) {
        notify(error instanceof Error ? error.message : IMAGE_FAILED)
      }
    }
    // A pie names its slices.
    const symbol = type === 'pie' ? null : chartTypes[type].symbol
    return {
      title,
      url: formatScreenUrl(report, plan, { selection, view: 'chart', chartType: type, visibility }),
      renderActions: (name) => (
        <FormatMenu
          formats={['jpg', 'png', 'svg']}
          label={`Image of ${name}`}
          variant="quiet"
          onChoose={(format) => void saveImage(format)}
        />
      ),
      content: (
        <>
          <TileChart tile={tile} view={view} title={title} theme={theme} width={width} />
          <PrintedLegend isShown series={visibleSeries(view.table.series, visibility)} symbol={symbol} />
        </>
      ),
    }
  },
}

type ChartProps = {
  readonly tile: Tile
  readonly view: LoadedView
  readonly title: string
  readonly theme: ChartTheme
  readonly width: number | null
}

const TileChart = ({ tile, view, ...props }: ChartProps) => {
  const type = getChartType(tile)
  const series = visibleSeries(view.table.series, chooseSeries(view, tile))
  const table = orderChartRows(view.table, type)
  return <ReportChart {...props} {...{ type, series, table }} isBare />
}

/** The series of the named columns and groups; those that the report shows at first without any. */
function chooseSeries({ table }: LoadedView, { series: ids }: Tile): Visibility {
  if (ids === undefined) return defaultVisibility
  const named = table.series.filter(({ columnIndex }) => ids.includes(table.columns[columnIndex]?.from ?? ''))
  return { mode: 'none', toggled: new Set(named.map(({ name }) => name)) }
}

/** The type of a chart tile. */
const getChartType = (tile: Tile): ChartType => chartTypeNames.find((name) => name === tile.type) ?? 'line'

const TABLE_HEIGHT = 432
const ROW_HEIGHT = 25

const tableTile: TileKind = {
  isFlush: true,
  // The rows beside those of records: header, total, and the remark.
  getHeight: ({ rows = Infinity }) => Math.min(TABLE_HEIGHT, (rows + 3) * ROW_HEIGHT),
  show: ({ report, plan, selection, table, options }, { tile }) => {
    const title = resolveLabels(plan, selection, today(), options).tableTitle
    const rows = table.rows.slice(0, tile.rows)
    const isWhole = rows.length === table.rows.length
    const remarks = isWhole ? [] : [`The first ${rows.length} of ${table.rows.length} rows.`]
    return {
      title,
      url: formatScreenUrl(report, plan, { selection, view: 'table' }),
      content: (
        <div className="overflow-auto" style={{ maxHeight: TABLE_HEIGHT }}>
          <DataTable table={{ ...table, rows }} caption={title} busy={false} renderFrame={renderGrid} />
          <Remarks texts={remarks} className="px-4 py-2" />
        </div>
      ),
    }
  },
}

const renderGrid = (_: ReactNode, grid: ReactNode): ReactNode => grid

const kinds: Readonly<Record<'figure' | 'chart' | 'table', TileKind>> = {
  figure: figureTile,
  chart: chartTile,
  table: tableTile,
}

/** The width in px at which the chart is drawn, before it is scaled to the card. */
const PICTURE_WIDTH = 760

/** A chart tile as a small picture. */
export const DashboardPicture = ({ tile, view }: { readonly tile: Tile; readonly view: TileView }) => {
  const { data, isPending } = useTile(view, '')
  const theme = useTheme()
  if (!data) return isPending ? <Skeleton className="h-full w-full" /> : null
  return (
    <div className="[&_.chart-box]:h-auto [&_svg]:h-auto [&_svg]:w-full">
      <TileChart tile={tile} view={data} title="" theme={theme} width={PICTURE_WIDTH} />
    </div>
  )
}
