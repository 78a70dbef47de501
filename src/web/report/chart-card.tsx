import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'
import { listChartRemarks, orderChartRows } from '../../chart/model.ts'
import { getChartType } from '../../chart/types/index.ts'
import { formatCounted, type Labels } from '../../report/selection/titles-and-file-names.ts'
import { visibleSeries } from '../../report/model/series.ts'
import { usePopover } from '../kit/browser-hooks.ts'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { PrintedLegend } from '../chart/chart-controls.tsx'
import ReportChart from '../chart/report-chart.tsx'
import { classNames, Icon } from '../kit/icon.tsx'
import { whenIdle } from '../kit/lazy-loading.tsx'
import { MessagePanel, Remarks } from '../kit/messages.tsx'
import { ToggleGroup } from '../kit/toggle-group.tsx'
import type { ImageFormat, LoadedReport } from '../machines/report-context.ts'
import { IMAGE_FAILED } from '../machines/report-messages.ts'
import { notify } from '../kit/toaster.tsx'
import { loadFiles } from './report-services.ts'
import { SeriesToggles } from './series-toggles.tsx'
import type { ReportActor } from './use-report.ts'

/** Loads the code of chart images; a failure shows when an image is requested. */
const loadImages = () => void import('../../chart/view/chart-image.ts').catch(() => undefined)

/** Contains what both cards of a report show. */
export type CardProps = {
  readonly actor: ReportActor
  readonly loaded: LoadedReport
  readonly labels: Labels
  readonly isBusy: boolean
  readonly tools: ReactNode
}

type Props = CardProps & {
  /** False while the chart is rendered ahead. */
  readonly isShown: boolean
}

const ChartCard = ({ actor, loaded, labels, isBusy, isShown, tools }: Props) => {
  const theme = useTheme()
  const { plan, chartType, visibility } = useSelector(actor, ({ context }) => context)
  const isSaving = useSelector(actor, (snapshot) => !snapshot.matches({ image: 'idle' }))
  const { table } = loaded
  const visible = useMemo(() => visibleSeries(table.series, visibility), [table, visibility])
  const remarks = listChartRemarks(table, { type: chartType, series: visible })
  useEffect(() => (isShown ? whenIdle(loadImages) : undefined), [isShown])
  const symbol =
    chartType === 'pie' && table.pieOver === 'rows' ? null : getChartType(table, chartType).symbol
  if (table.rows.length === 0) return <MessagePanel icon="chart" text={labels.empty} />
  return (
    <Card
      title={labels.chartTitle(chartType)}
      hint={formatCounted(labels)}
      busy={isBusy}
      actions={
        <div className="flex flex-wrap items-center gap-1">
          {plan.chart.types.length > 1 && (
            <ToggleGroup
              label="Chart type"
              options={plan.chart.types.map((value) => ({ value, label: plan.chart.labels[value] ?? value }))}
              value={chartType}
              onChange={(type) => actor.send({ type: 'chartType.changed', chartType: type })}
            />
          )}
          <span className="flex flex-wrap items-center gap-1 max-md:order-last">{tools}</span>
          <ChartDownload
            busy={isSaving}
            onChoose={(format) => actor.send({ type: 'image.requested', format })}
            onCopy={() =>
              void runWithFiles(async ({ copyChartImage }) => {
                await copyChartImage({ plan, loaded, chartType, visibility, options: loaded.options })
                notify('Image copied.', 'success')
              })
            }
          />
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        <SeriesToggles actor={actor} series={table.series} symbol={symbol} />
        <ReportChart
          table={orderChartRows(table, chartType)}
          series={visible}
          type={chartType}
          types={plan.chart.types}
          title={labels.chartTitle(chartType)}
          theme={theme}
        />
        <PrintedLegend series={visible} symbol={symbol} />
      </div>
      <Remarks texts={remarks} className="mt-1" />
    </Card>
  )
}

export default ChartCard

const subscribe = (onChange: () => void): (() => void) => {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** Returns the current theme, for drawing that CSS cannot colour. */
export const useTheme = (): 'light' | 'dark' =>
  useSyncExternalStore(subscribe, () =>
    document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light',
  )

/** Loads the code that makes images and runs it; shows a toast if that fails. */
export async function runWithFiles(
  run: (files: Awaited<ReturnType<typeof loadFiles>>) => Promise<void>,
): Promise<void> {
  try {
    await run(await loadFiles())
  } catch (error) {
    notify(error instanceof Error ? error.message : IMAGE_FAILED)
  }
}

type ChartDownloadProps = {
  readonly busy: boolean
  readonly onChoose: (format: ImageFormat) => void
  readonly onCopy: () => void
}

/** Shows `Download Chart`, which saves a jpg, and beside it a menu with png and svg. */
const ChartDownload = ({ busy, onChoose, onCopy }: ChartDownloadProps) => (
  <div className="flex gap-1 print:hidden">
    <Button variant="quiet" size="small" className="self-center" onClick={onCopy}>
      Copy image
    </Button>
    <span className="flex">
      <Button
        busy={busy}
        className="rounded-r-none max-md:px-2 max-md:text-sm"
        onClick={() => onChoose('jpg')}
      >
        Download Chart
      </Button>
      <FormatMenu
        formats={['png', 'svg']}
        label="Other image formats"
        className="rounded-l-none border-l-0"
        onChoose={onChoose}
      />
    </span>
  </div>
)

type FormatMenuProps = {
  readonly formats: readonly ImageFormat[]
  readonly label: string
  readonly variant?: 'secondary' | 'quiet'
  readonly className?: string
  readonly onChoose: (format: ImageFormat) => void
}

/** Shows a button with a menu of formats below it; the browser closes it on Escape and on a click elsewhere. */
export const FormatMenu = ({ formats, label, variant, className, onChoose }: FormatMenuProps) => {
  const { button, panel } = usePopover({ align: 'right' })
  return (
    <>
      <Button
        {...button}
        aria-label={label}
        title={label}
        {...(variant && { variant })}
        className={classNames('px-1.5', className)}
      >
        <Icon name="chevron" />
      </Button>
      <div {...panel}>
        <div className="flex flex-col">
          {formats.map((format) => (
            <Button
              key={format}
              variant="quiet"
              size="small"
              className="justify-start"
              popoverTarget={panel.id}
              popoverTargetAction="hide"
              onClick={() => onChoose(format)}
            >
              {format.toUpperCase()} image
            </Button>
          ))}
        </div>
      </div>
    </>
  )
}
