import { useMemo } from 'react'
import { reportEntries } from 'virtual:report-entries'
import type { TileOf } from '../../../schemas/api/dashboard.ts'
import { buildChartModel } from '../../chart/model.ts'
import { orderChartRows } from '../../chart/row-order.ts'
import { VegaChart } from '../../chart/view/vega-chart.tsx'
import type { ListedReport } from '../../report/plan.ts'
import { visibleSeries } from '../../report/table/series.ts'
import { Skeleton } from '../components/page.tsx'
import { useTheme } from '../reports/chart-card.tsx'
import type { LoadedView } from '../reports/view-loader.ts'
import { chooseSeries, getChartType } from './dashboard-tile.tsx'
import { useTile, useViewLoader, ViewLoaderProvider } from './use-tile.ts'

type Props = { readonly tile: TileOf<'chart'> }

/** A chart tile as a small picture. */
const DashboardPicture = ({ tile }: Props) => {
  const load = useViewLoader()
  const listed = reportEntries.find(({ id }) => id === tile.view.report)
  return (
    <ViewLoaderProvider value={load}>
      {listed !== undefined && <Picture tile={tile} listed={listed} />}
    </ViewLoaderProvider>
  )
}

export default DashboardPicture

const Picture = ({ tile, listed }: Props & { readonly listed: ListedReport }) => {
  const { data, error } = useTile(listed, tile.view, '')
  if (data) return <Drawing tile={tile} view={data} />
  return data === undefined && error === null ? <Skeleton className="h-full w-full" /> : null
}

/** The width in px at which the chart is drawn, before it is scaled to the card. */
const WIDTH = 760

const Drawing = ({ tile, view }: Props & { readonly view: LoadedView }) => {
  const theme = useTheme()
  const type = getChartType(tile)
  const model = useMemo(() => {
    const series = visibleSeries(view.table.series, chooseSeries(view, tile.series))
    return buildChartModel(orderChartRows(view.table, type), series, type, WIDTH)
  }, [view, tile, type])
  return (
    <div className="[&_svg]:h-auto [&_svg]:w-full">
      <VegaChart model={model} theme={theme} />
    </div>
  )
}
