import { type Bounds, parse, textMetrics, View } from 'vega'
import { expressionInterpreter } from 'vega-interpreter'
import { compile } from 'vega-lite'
import { buildExportModel } from '../export-model.ts'
import { isChartType } from '../../report/model/report-plan.ts'
import type { ReportTable, Series } from '../../report/model/report-table.ts'
import type { ChartModel } from '../chart-type.ts'
import { chartThemes, type Json } from '../specification.ts'
import { specifyChart } from '../model.ts'
import { measureText } from '../text.ts'
import { noLoader, updateView } from './update-view.ts'

export { isEmptyChart } from '../model.ts'

export type ImageFormat = 'jpg' | 'png' | 'svg'

interface DrawnChart {
  readonly table: ReportTable
  /** The visible series. */
  readonly series: readonly Series[]
  readonly type: string
  readonly title: string
  /** Width in px before scaling. */
  readonly width?: number
  /** Whether the image ends below its legend, which otherwise has a band of a fixed height. */
  readonly isCropped?: boolean
}

const WIDTH = 1_200
const JPG_QUALITY = 0.9
/** Images of pixels are drawn at twice their size. */
export const IMAGE_SCALE = 2

// Without a canvas of a browser Vega guesses that letters are wide, and would leave space for them.
if (textMetrics.width === textMetrics.estimateWidth) {
  textMetrics.width = ({ fontSize = 11 }, text) => measureText(String(text), fontSize)
}

/** Creates a view that draws no page, from the packages that draw the charts on the page. */
export const createView = (spec: Json): View =>
  new View(parse(compile(spec as never).spec, {}, { ast: true }), {
    renderer: 'none',
    expr: expressionInterpreter,
    loader: noLoader,
  })

/**
 * Draws an image of a chart from its model, not copied from a page: title, legend, white background. Rejects if there is
 * nothing to draw.
 */
export async function drawChart<T>(
  { table, series, type, title, width = WIDTH, isCropped }: DrawnChart,
  draw: (view: View, size: { readonly width: number; readonly height: number }) => Promise<T>,
): Promise<T> {
  const model = buildExportModel(table, series, type, title, Math.max(480, width), isCropped)
  if (model === null) throw new Error('Internal error: a chart without anything to draw has no image.')
  const spec = specifyChart(table, type, { title, width: model.plotArea.width })
  const view = createView(spec).background(chartThemes.light.backgroundColor)
  try {
    updateView(view, model, 'light')
    await view.runAsync()
    return await draw(view, isChartType(type) ? measureBox(model) : measureView(view, model))
  } finally {
    view.finalize()
  }
}

const measureBox = ({
  plotArea: { left, right, top, bottom, width, height },
}: Pick<ChartModel, 'plotArea'>) => ({
  width: left + width + right,
  height: top + height + bottom,
})

/** Measures what Vega has laid out itself: the panels of a chart by an author are as large as their labels need. */
function measureView(view: View, { plotArea }: ChartModel) {
  const { root } = view.scenegraph() as unknown as { readonly root: { readonly bounds: Bounds } }
  const { x1, x2, y1, y2 } = root.bounds
  return measureBox({ plotArea: { ...plotArea, width: Math.ceil(x2 - x1), height: Math.ceil(y2 - y1) } })
}

/** Renders an image of a chart in a browser. Rejects if there is nothing to draw or the browser has no canvas. */
export const renderChartImage = ({
  format,
  ...drawn
}: DrawnChart & { readonly format: ImageFormat }): Promise<Blob> =>
  drawChart(drawn, async (view) =>
    format === 'svg'
      ? new Blob([await view.toSVG()], { type: 'image/svg+xml' })
      : encodeCanvas(await view.toCanvas(IMAGE_SCALE), format),
  )

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
