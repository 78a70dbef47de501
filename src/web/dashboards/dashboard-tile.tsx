import { type ComponentType, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { reportEntries } from 'virtual:report-entries'
import type { Tile, TileView } from '../../../schemas/api/dashboard.ts'
import { chartTypes } from '../../chart/types/index.ts'
import type { ChartTheme } from '../../chart/chart-type.ts'
import { orderChartRows } from '../../chart/row-order.ts'
import { resolveLabels } from '../../report/labels.ts'
import { chartTypeNames, type ChartType, type ListedReport } from '../../report/plan.ts'
import { formatScreenUrl } from '../../report/url-state.ts'
import { defaultVisibility, visibleSeries, type Visibility } from '../../report/table/series.ts'
import { ApiError } from '../api/response.ts'
import { Button } from '../components/button.tsx'
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
import { describeView } from '../reports/overview-loader.ts'
import { Figures } from '../reports/report-overviews.tsx'
import { loadFiles, today } from '../reports/report-services.ts'
import type { LoadedView } from '../reports/view-loader.ts'
import { useTile } from './use-tile.ts'

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
  if (kind === 'unavailable' || view === null || listed === undefined) {
    return (
      <Card title={title ?? 'Not available'} className="h-full">
        <p className="text-soft">The report of this tile does not exist any more.</p>
      </Card>
    )
  }
  const Kind = TILES[kind]
  return <Kind tile={tile} view={view} listed={listed} period={period} />
}

type TileProps = {
  readonly tile: Tile
  readonly view: TileView
  readonly listed: ListedReport
  readonly period: string
}

type Shown = {
  readonly title: string
  readonly url: string
  /** Saves the chart as an image; without one there is none. */
  readonly save?: (format: ImageFormat) => Promise<void>
  readonly content: ReactNode
}

type FrameProps = TileProps & {
  /** The class names that keep the height of the content while it loads. */
  readonly height: string
  readonly isFlush?: boolean
  /** Shows a loaded view; null if it has nothing to show. */
  readonly show: (loaded: LoadedView) => Shown | null
}

/** The card of a tile over a report: its title opens the report with what the tile shows. */
const Frame = ({ tile, view, listed, period, height, isFlush = false, show }: FrameProps) => {
  const { data, error, isFetching, refetch } = useTile(listed, view, period, tile.compare)
  const shown = data ? show(data) : null
  const title = tile.title ?? shown?.title ?? listed.menu.label
  return (
    <Card
      title={
        <Link to={shown?.url ?? listed.path} className="hover:underline">
          {title}
        </Link>
      }
      {...(shown?.save && { actions: <ImageMenu title={title} save={shown.save} /> })}
      busy={isFetching}
      flush={isFlush && shown !== null}
      className="h-full"
    >
      <div className={height}>
        {shown !== null ? (
          shown.content
        ) : error !== null ? (
          <div role="alert" className="flex flex-col items-start gap-2 text-soft">
            <p>Its figures could not be loaded: {getReason(error)}</p>
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        ) : data === undefined ? (
          <output aria-label={`Loading ${title}`} className="flex h-full flex-col gap-2">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="w-full grow" />
          </output>
        ) : (
          <p className="text-soft">
            {period === '' || view.period !== null
              ? 'No records in its recent periods.'
              : 'No records in the chosen period.'}
          </p>
        )}
      </div>
      <Remarks
        texts={listNotes(data ?? null, error !== null && shown !== null, period, view)}
        className="mt-1"
      />
    </Card>
  )
}

const ImageMenu = ({ title, save }: Pick<Required<Shown>, 'title' | 'save'>) => (
  <FormatMenu
    formats={['jpg', 'png', 'svg']}
    label={`Image of ${title}`}
    variant="quiet"
    onChoose={(format) => {
      save(format).catch((error: unknown) => notify(error instanceof Error ? error.message : IMAGE_FAILED))
    }}
  />
)

const getReason = (error: Error): string =>
  (error instanceof ApiError ? error.serverMessage : undefined) ?? error.message

/** What a reader of a tile has to know: another period than the chosen one, or figures that are not renewed. */
function listNotes(data: LoadedView | null, isStale: boolean, period: string, view: TileView): string[] {
  const isOther = data !== null && period !== '' && (view.period !== null || !data.isWanted)
  return [
    ...(isOther
      ? [view.period === null ? 'It cannot show the chosen period.' : 'It does not follow the chosen period.']
      : []),
    ...(isStale && data !== null ? [`Not renewed since ${formatTime(data.readAt)}.`] : []),
  ]
}

const formatTime = (time: Date): string =>
  time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Shows a loaded view in a tile; null if it has nothing to show. */
const showFigure = ({ column }: Tile, listed: ListedReport, view: LoadedView): Shown | null => {
  const overview = describeView(view, column)
  if (overview === null) return null
  const title = overview.tab === null ? listed.menu.label : `${listed.menu.label}: ${overview.tab}`
  return { title, url: overview.url, content: <Figures overview={{ ...overview, tab: null }} /> }
}

const FigureTile = (props: TileProps) => (
  <Frame
    {...props}
    height="flex min-h-24 flex-col gap-1"
    show={(loaded) => showFigure(props.tile, props.listed, loaded)}
  />
)

const showChart = (tile: Tile, theme: ChartTheme, view: LoadedView): Shown => {
  const { report, plan, selection, table, options } = view
  const type = getChartType(tile)
  const title = resolveLabels(plan, selection, today(), options).chartTitle(type)
  const visibility = chooseSeries(view, tile.series)
  const series = visibleSeries(table.series, visibility)
  // A pie names its slices.
  const symbol = type === 'pie' ? null : chartTypes[type].symbol
  const ordered = orderChartRows(table, type)
  return {
    title,
    url: formatScreenUrl(report, plan, { selection, view: 'chart', chartType: type, visibility }),
    save: async (format) => {
      const { saveChartImage } = await loadFiles()
      const loaded = { ...view, compare: null, problem: null, message: null }
      await saveChartImage({ plan, loaded, chartType: type, visibility, imageFormat: format, options })
    },
    content: (
      <>
        <ReportChart
          isBare
          table={ordered}
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
}

const ChartTile = (props: TileProps) => {
  const theme = useTheme()
  return <Frame {...props} height="min-h-[432px]" show={(loaded) => showChart(props.tile, theme, loaded)} />
}

/** The series of the named columns and groups; those that the report shows at first for null. */
export function chooseSeries({ table }: LoadedView, ids: readonly string[] | null): Visibility {
  if (ids === null) return defaultVisibility
  const named = table.series.filter(({ columnIndex }) => ids.includes(table.columns[columnIndex]?.from ?? ''))
  return { mode: 'none', toggled: new Set(named.map(({ name }) => name)) }
}

/** The type of a chart tile. */
export const getChartType = (tile: Tile): ChartType =>
  chartTypeNames.find((name) => name === tile.type) ?? 'line'

const showTable = (tile: Tile, view: LoadedView): Shown => {
  const { report, plan, selection, table, options } = view
  const title = resolveLabels(plan, selection, today(), options).tableTitle
  const rows = table.rows.slice(0, tile.rows ?? Infinity)
  const rest = table.rows.length - rows.length
  const remarks = rest > 0 ? [`The first ${rows.length} of ${table.rows.length} rows.`] : []
  return {
    title,
    url: formatScreenUrl(report, plan, { selection, view: 'table' }),
    content: (
      <>
        <DataTable table={{ ...table, rows }} caption={title} busy={false} renderFrame={renderGrid} />
        <Remarks texts={remarks} className="px-4 py-2" />
      </>
    ),
  }
}

const renderGrid = (_: ReactNode, grid: ReactNode): ReactNode => grid

const TableTile = (props: TileProps) => (
  <Frame
    {...props}
    height="max-h-[432px] overflow-auto"
    isFlush
    show={(loaded) => showTable(props.tile, loaded)}
  />
)

const TILES: Readonly<Record<'figure' | 'chart' | 'table', ComponentType<TileProps>>> = {
  figure: FigureTile,
  chart: ChartTile,
  table: TableTile,
}
