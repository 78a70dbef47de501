import { useMemo } from 'react'
import { reportEntries } from 'virtual:report-entries'
import type { Tile, TileView } from '../../../schemas/api/dashboard.ts'
import { buildChartModel } from '../../chart/model.ts'
import { orderChartRows } from '../../chart/row-order.ts'
import { VegaChart } from '../../chart/view/vega-chart.tsx'
import type { ListedReport } from '../../report/plan.ts'
import { visibleSeries } from '../../report/table/series.ts'
import { Skeleton } from '../components/page.tsx'
import { useTheme } from '../reports/chart-card.tsx'
import { chooseSeries, getChartType } from './dashboard-tile.tsx'
import { useTile } from './use-tile.ts'
import type { LoadedView } from './view-loader.ts'

type Props = { readonly tile: Tile; readonly view: TileView }

/** A chart tile as a small picture. */
export const DashboardPicture = ({ tile, view }: Props) => {
  const listed = reportEntries.find(({ id }) => id === view.report)
  return listed !== undefined && <Picture tile={tile} view={view} listed={listed} />
}

const Picture = ({ tile, view, listed }: Props & { readonly listed: ListedReport }) => {
  const { data, error } = useTile(listed, view, '')
  if (data) return <Drawing tile={tile} data={data} />
  return data === undefined && error === null ? <Skeleton className="h-full w-full" /> : null
}

/** The width in px at which the chart is drawn, before it is scaled to the card. */
const WIDTH = 760

const Drawing = ({ tile, data }: { readonly tile: Tile; readonly data: LoadedView }) => {
  const theme = useTheme()
  const type = getChartType(tile)
  const model = useMemo(() => {
    const series = visibleSeries(data.table.series, chooseSeries(data, tile.series))
    return buildChartModel(orderChartRows(data.table, type), series, type, WIDTH)
  }, [data, tile, type])
  return (
    <div className="[&_svg]:h-auto [&_svg]:w-full">
      <VegaChart model={model} theme={theme} />
    </div>
  )
}
