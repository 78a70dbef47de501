import type { ReactNode } from 'react'
import type { Tile, TileView } from '../../../schemas/api/dashboard.ts'
import { listChartRemarks, orderChartRows } from '../../chart/model.ts'
import { getChartType } from '../../chart/types/index.ts'
import { formatScreenName } from '../../report/selection/titles-and-file-names.ts'
import { formatScreenUrl } from '../../report/selection/url-state.ts'
import { listRemarks, type ReportTable } from '../../report/model/report-table.ts'
import { measureText } from '../../chart/text.ts'
import { excerptTable } from '../../report/table/excerpt-table.ts'
import { compareAsMuch, resolveCompare } from '../../report/model/report-plan.ts'
import { defaultVisibility, visibleSeries, type Visibility } from '../../report/model/series.ts'
import { PrintedLegend } from '../chart/chart-controls.tsx'
import ReportChart from '../chart/report-chart.tsx'
import { DataTable } from '../table/data-table.tsx'
import '../table/printed-table.css'
import { Skeleton } from '../kit/page.tsx'
import type { ImageFormat } from '../machines/report-context.ts'
import { FormatMenu, runWithFiles, useTheme } from '../report/chart-card.tsx'
import { Figure } from './figure-tile.tsx'
import { type LoadedView, useTile } from './use-tile.ts'

type Shown = {
  readonly title: string
  /** The URL of the report with what the tile shows. */
  readonly url: string
  readonly remarks: readonly string[]
  readonly renderActions?: (title: string) => ReactNode
  readonly content: ReactNode
}

type TileKind = {
  /** Whether the content extends to the edge. */
  readonly isFlush?: boolean
  /** The height in px of the content, which it has while it loads. */
  readonly getHeight: (tile: Tile) => number
  /** The height in px that is kept for its remarks while it loads. */
  readonly getRemarksHeight?: (tile: Tile) => number
  /** `width` is the width of the content, `chartHeight` that of charts on a wall screen, in px. */
  readonly show: (view: LoadedView, tile: Tile, width: number | null, chartHeight?: number) => Shown
}

const figureTile: TileKind = {
  // A comparison can have a line more, for the names that both periods have.
  getHeight: ({ compare }) => (compare === undefined ? 64 : 84),
  // A comparison has remarks on days and columns that only one period has.
  getRemarksHeight: ({ compare }) => (compare === undefined ? 0 : 64),
  show: ({ report, plan, selection, table }, { column, compare = null }) => ({
    title: [report.menu.label, formatScreenName(report, plan)].filter(Boolean).join(': '),
    url: formatScreenUrl(report, plan, {
      selection,
      compare: resolveCompare(plan, table.comparison?.isPart ? compareAsMuch(plan, compare) : compare),
      view: 'table',
    }),
    remarks: listRemarks(
      table,
      table.columns.filter(({ from }) => from === column),
    ),
    content: <Figure {...{ table, column }} reportUnit={plan.unit} />,
  }),
}

const chartTile: TileKind = {
  getHeight: () => 416,
  show: (view, tile, width, chartHeight) => {
    const { report, plan, selection, options, labels } = view
    const type = getTileType(tile)
    const title = labels.chartTitle(type)
    const visibility = chooseSeries(view, tile)
    const series = visibleSeries(view.table.series, visibility)
    const saveImage = (imageFormat: ImageFormat) =>
      runWithFiles(({ saveChartImage }) =>
        saveChartImage({ plan, loaded: view, chartType: type, visibility, imageFormat, options }),
      )
    // A pie names its slices.
    const symbol = type === 'pie' ? null : getChartType(view.table, type).symbol
    return {
      title,
      url: formatScreenUrl(report, plan, { selection, view: 'chart', chartType: type, visibility }),
      remarks: listChartRemarks(view.table, { type, series }),
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
          <TileChart {...{ tile, view, title, width }} {...(chartHeight && { height: chartHeight })} />
          <PrintedLegend isShown series={series} symbol={symbol} />
        </>
      ),
    }
  },
}

type ChartProps = {
  readonly tile: Tile
  readonly view: LoadedView
  readonly title: string
  readonly width: number | null
  readonly height?: number
}

const TileChart = ({ tile, view, ...props }: ChartProps) => {
  const theme = useTheme()
  const type = getTileType(tile)
  const series = visibleSeries(view.table.series, chooseSeries(view, tile))
  const table = orderChartRows(view.table, type)
  return <ReportChart {...props} {...{ type, series, table, theme }} isBare />
}

/** Returns the series of the named columns and groups; those that the report shows at first without any. */
function chooseSeries({ table }: LoadedView, { series: ids }: Tile): Visibility {
  if (ids === undefined) return defaultVisibility
  const named = table.series.filter(({ columnIndex }) => ids.includes(table.columns[columnIndex]?.from ?? ''))
  return { mode: 'none', toggled: new Set(named.map(({ name }) => name)) }
}

const getTileType = ({ type = 'line' }: Tile): string => type

const TABLE_HEIGHT = 432
const ROW_HEIGHT = 25
const WALL_ROWS = 5
/** Returns the width in px of columns that have space for their labels and for numbers of many digits. */
const getColumnWidth = ({ columns }: ReportTable) =>
  20 + columns.reduce((most, { label }) => Math.max(most, measureText(label, 14)), 110)

const tableTile: TileKind = {
  isFlush: true,
  // The rows beside those of records: header, total, and the remark.
  getHeight: ({ rows = Infinity }) => Math.min(TABLE_HEIGHT, (rows + 3) * ROW_HEIGHT),
  show: ({ report, plan, selection, table, labels: { tableTitle: title } }, tile, width, chartHeight) => {
    const url = formatScreenUrl(report, plan, { selection, view: 'table' })
    if (chartHeight !== undefined) {
      const most = {
        rows: Math.min(WALL_ROWS, tile.rows ?? WALL_ROWS),
        columns: Math.floor((width ?? 0) / getColumnWidth(table)) - 1,
      }
      const { table: shown, notShown } = excerptTable(table, most)
      const remarks = [notShown, ...table.remarks]
      return { title, url, remarks, content: <DataTable table={shown} caption={title} busy={false} /> }
    }
    const rows = table.rows.slice(0, tile.rows)
    const isWhole = rows.length === table.rows.length
    return {
      title,
      url,
      // The table itself explains why columns are blank.
      remarks: [
        ...(isWhole ? [] : [`The first ${rows.length} of ${table.rows.length} rows.`]),
        ...table.remarks,
      ],
      content: (
        <div className="overflow-auto" style={{ maxHeight: TABLE_HEIGHT }}>
          <DataTable table={{ ...table, rows }} caption={title} busy={false} />
        </div>
      ),
    }
  },
}

export const tileKinds: Readonly<Record<'figure' | 'chart' | 'table', TileKind>> = {
  figure: figureTile,
  chart: chartTile,
  table: tableTile,
}

/** The width in px at which the chart is drawn, before it is scaled to the card. */
const PICTURE_WIDTH = 760

/** Shows a chart tile as a small picture, in which no text could be read. */
export const DashboardPicture = ({ tile, view }: { readonly tile: Tile; readonly view: TileView }) => {
  const { data, isPending } = useTile(view, '')
  if (!data) return isPending ? <Skeleton className="h-full w-full" /> : null
  return (
    <div className="[&_.chart-box]:h-auto! [&_svg]:h-auto [&_svg]:w-full [&_text]:hidden">
      <TileChart tile={tile} view={data} title="" width={PICTURE_WIDTH} />
    </div>
  )
}
