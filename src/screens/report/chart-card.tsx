import { useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import type { Names } from '../../engine/names.ts'
import { defaultHidesSome, isVisible, visibleSeries } from '../../engine/series.ts'
import type { Held } from '../../machines/report-machine.ts'
import { Card } from '../../ui/card.tsx'
import { ChartTypeButtons } from '../../ui/chart/chart-type-buttons.tsx'
import ReportChart from '../../ui/chart/report-chart.tsx'
import { SeriesToggles } from '../../ui/chart/series-toggles.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ChartDownload } from './chart-download.tsx'
import { whenIdle } from '../../ui/when-idle.ts'
import type { ReportActor } from './use-report.ts'
import { useTheme } from './use-theme.ts'

/** The code of images comes while the chart rests; what does not come then is asked for again with the image. */
const loadImages = () => void import('../../ui/chart/chart-image.ts').catch(() => undefined)

type Props = {
  readonly actor: ReportActor
  readonly held: Held
  readonly names: Names
  readonly isBusy: boolean
}

/** The chart of what is held with its switches (spec §2, §4). */
const ChartCard = ({ actor, held, names, isBusy }: Props) => {
  const theme = useTheme()
  const { plan, chartType, visibility } = useSelector(actor, ({ context }) => context)
  const isSaving = useSelector(actor, (snapshot) => !snapshot.matches({ image: 'idle' }))
  const { table } = held
  const visible = useMemo(() => visibleSeries(table.series, visibility), [table, visibility])
  useEffect(() => whenIdle(loadImages), [])
  if (table.rows.length === 0) return <Notice icon="chart" text={names.empty} />
  return (
    <Card
      title={names.chartTitle(chartType)}
      busy={isBusy}
      actions={
        <>
          <ChartTypeButtons
            labels={plan.chart.labels}
            type={chartType}
            onChange={(type) => actor.send({ type: 'chartType.changed', chartType: type })}
          />
          <ChartDownload
            busy={isSaving}
            onChoose={(format) => actor.send({ type: 'image.requested', format })}
          />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SeriesToggles
          series={table.series}
          isVisible={(series) => isVisible(series, visibility)}
          onToggle={(name) => actor.send({ type: 'series.toggled', name })}
          onDefault={() => actor.send({ type: 'series.set', base: 'default' })}
          onShowAll={() => actor.send({ type: 'series.set', base: 'all' })}
          onHideAll={() => actor.send({ type: 'series.set', base: 'none' })}
          hint={defaultHidesSome(table.series) ? plan.chart.hint : null}
        />
        <ReportChart
          table={table}
          series={visible}
          type={chartType}
          title={names.chartTitle(chartType)}
          theme={theme}
        />
      </div>
    </Card>
  )
}

export default ChartCard
