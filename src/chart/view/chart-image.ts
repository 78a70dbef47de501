import chart from 'virtual:chart'
import { buildExportModel } from '../export-model.ts'
import type { ChartType } from '../../report/plan.ts'
import type { ReportTable, Series } from '../../report/table/report-table.ts'
import { chartThemes } from '../chart-type.ts'
import { createView, setModel } from './vega-runtime.ts'

export { explainEmptyChart } from '../model.ts'

export type ImageFormat = 'jpg' | 'png' | 'svg'

interface ChartImageOptions {
  readonly table: ReportTable
  /** The visible series. */
  readonly series: readonly Series[]
  readonly type: ChartType
  readonly title: string
  readonly format: ImageFormat
  /** Width in px before scaling. */
  readonly width?: number
}

const WIDTH = 1_200
const SCALE = 2
const JPG_QUALITY = 0.9

/**
 * Renders an image of a chart, drawn from its model and not copied from the page: title, legend, white background, canvas
 * images at twice the size. Rejects if there is nothing to draw or the browser has no canvas.
 */
export async function renderChartImage({
  table,
  series,
  type,
  title,
  format,
  width,
}: ChartImageOptions): Promise<Blob> {
  const model = buildExportModel(table, series, type, title, Math.max(480, width ?? WIDTH))
  if (model === null) throw new Error('Internal error: a chart without anything to draw has no image.')
  const view = createView(chart, { renderer: 'none' }).background(chartThemes.light.backgroundColor)
  try {
    setModel(view, model, 'light')
    await view.runAsync()
    if (format === 'svg') return new Blob([await view.toSVG()], { type: 'image/svg+xml' })
    return await encodeCanvas(await view.toCanvas(SCALE), format)
  } finally {
    view.finalize()
  }
}

function encodeCanvas(canvas: HTMLCanvasElement, format: 'jpg' | 'png'): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob === null) reject(new Error('Internal error: the canvas gave no image.'))
        else resolve(blob)
      },
      format === 'jpg' ? 'image/jpeg' : 'image/png',
      JPG_QUALITY,
    )
  })
}
