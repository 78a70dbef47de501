import { type ComponentType, type ReactNode, Suspense, useMemo } from 'react'
import { reportEntries } from 'virtual:report-entries'
import type { Tile, TileView } from '../../../schemas/api/dashboard.ts'
import { buildChartModel } from '../../chart/model.ts'
import { orderChartRows } from '../../chart/row-order.ts'
import { chartTypes } from '../../chart/types/index.ts'
import { VegaChart } from '../../chart/view/vega-chart.tsx'
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
import { TileFrame, type TileProps } from './tile-frame.tsx'
import { useTile } from './use-tile.ts'
import type { LoadedView } from './view-loader.ts'

type Props = {
  readonly tile: Tile
  /** The period of the dashboard; empty for the latest. */
  readonly period: string
}

const textTile = lazyWithPreload(() => import('./text-tile.tsx'))

/** A tile of a dashboard: it loads, fails and is empty on its own. */
export const DashboardTile = ({ tile, period }: Props) => {
  const { kind, view, title } = tile
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
  const Kind = TILES[kind]
  return <Kind tile={tile} view={view} listed={listed} period={period} />
}

const FIGURE_HEIGHT = 64

const FigureTile = (props: TileProps) => (
  <TileFrame
    {...props}
    height={FIGURE_HEIGHT}
    renderView={(view) => {
      const { report, plan, selection } = view
      const tab = report.tabs?.items.find(({ id }) => id === plan.tab)
      const label = props.listed.menu.label
      return {
        title: tab === undefined ? label : `${label}: ${tab.label}`,
        url: formatScreenUrl(report, plan, { selection, view: 'table' }),
        content: <Figure view={view} column={props.tile.column} />,
      }
    }}
  />
)

const CHART_HEIGHT = 416

const ChartTile = (props: TileProps) => {
  const { tile } = props
  const theme = useTheme()
  const type = getChartType(tile)
  // A pie names its slices.
  const symbol = type === 'pie' ? null : chartTypes[type].symbol
  return (
    <TileFrame
      {...props}
      height={CHART_HEIGHT}
      renderView={(view, width) => {
        const { report, plan, selection, table, options } = view
        const title = resolveLabels(plan, selection, today(), options).chartTitle(type)
        const visibility = chooseSeries(view, tile.series)
        const series = visibleSeries(table.series, visibility)
        const saveImage = async (imageFormat: ImageFormat) => {
          try {
            const { saveChartImage } = await loadFiles()
            const loaded = { ...view, compare: null, problem: null, message: null }
            await saveChartImage({ plan, loaded, chartType: type, visibility, imageFormat, options })
          } catch (error) {
            notify(error instanceof Error ? error.message : IMAGE_FAILED)
          }
        }
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
              <ReportChart
                isBare
                width={width}
                table={orderChartRows(table, type)}
                series={series}
                type={type}
                title={title}
                theme={theme}
                highlighted={null}
              />
              <PrintedLegend isShown series={series} symbol={symbol} />
            </>
          ),
        }
      }}
    />
  )
}

/** The series of the named columns and groups; those that the report shows at first without any. */
function chooseSeries({ table }: LoadedView, ids: readonly string[] | undefined): Visibility {
  if (ids === undefined) return defaultVisibility
  const named = table.series.filter(({ columnIndex }) => ids.includes(table.columns[columnIndex]?.from ?? ''))
  return { mode: 'none', toggled: new Set(named.map(({ name }) => name)) }
}

/** The type of a chart tile. */
const getChartType = (tile: Tile): ChartType => chartTypeNames.find((name) => name === tile.type) ?? 'line'

const TABLE_HEIGHT = 432
const ROW_HEIGHT = 25

const TableTile = (props: TileProps) => {
  const limit = props.tile.rows ?? Infinity
  return (
    <TileFrame
      {...props}
      // The rows beside those of records: header, total, and the remark.
      height={Math.min(TABLE_HEIGHT, (limit + 3) * ROW_HEIGHT)}
      renderView={({ report, plan, selection, table, options }) => {
        const title = resolveLabels(plan, selection, today(), options).tableTitle
        const rows = table.rows.slice(0, limit)
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
      }}
    />
  )
}

const renderGrid = (_: ReactNode, grid: ReactNode): ReactNode => grid

const TILES: Readonly<Record<'figure' | 'chart' | 'table', ComponentType<TileProps>>> = {
  figure: FigureTile,
  chart: ChartTile,
  table: TableTile,
}

/** A chart tile as a small picture. */
export const DashboardPicture = ({ tile, view }: { readonly tile: Tile; readonly view: TileView }) => {
  const { data, isPending } = useTile(view, '')
  if (data) return <Picture tile={tile} data={data} />
  return isPending ? <Skeleton className="h-full w-full" /> : null
}

/** The width in px at which the chart is drawn, before it is scaled to the card. */
const PICTURE_WIDTH = 760

const Picture = ({ tile, data }: { readonly tile: Tile; readonly data: LoadedView }) => {
  const theme = useTheme()
  const type = getChartType(tile)
  const model = useMemo(() => {
    const series = visibleSeries(data.table.series, chooseSeries(data, tile.series))
    return buildChartModel(orderChartRows(data.table, type), series, type, PICTURE_WIDTH)
  }, [data, tile, type])
  return (
    <div className="[&_svg]:h-auto [&_svg]:w-full">
      <VegaChart model={model} theme={theme} />
    </div>
  )
}
