/** A part of a Vega-Lite or Vega specification. */
export type Json = Readonly<Record<string, unknown>>

/** A named dataset, filled by the view. Its values need no parsing. */
export const fromDataset = (name: string): Json => ({ data: { name, format: { parse: null } } })

/** Color, dash and shape are read from the datum's series: no scale, no domain, no legend. */
export const color: Json = { expr: 'datum.series.color' }
export const dash: Json = { expr: 'datum.series.dash' }
export const shape: Json = { expr: 'datum.series.shape' }

/** A position that the model has computed in px. */
export const pixels = (field: string): Json => ({ field, type: 'quantitative', scale: null, axis: null })

const fixedDomain = (low: string, high: string): Json => ({
  domain: [{ expr: low }, { expr: high }],
  nice: false,
  zero: false,
})

const rowAxis: Json = { grid: false, values: { expr: 'xTicks' }, labelExpr: 'xLabels[datum.value]' }

/** The value on the vertical axis. */
export const y: Json = {
  field: 'value',
  type: 'quantitative',
  stack: null,
  scale: fixedDomain('yMin', 'yMax'),
  axis: { values: { expr: 'yTicks' }, labelExpr: 'yLabels[indexof(yTicks, datum.value)]' },
}

/** The piece of a stack on the vertical axis. */
export const stackedY: Json = { y: { ...y, field: 'high' }, y2: { field: 'low' } }

const slots: Json = { paddingInner: { expr: 'groupGap' }, paddingOuter: { expr: 'groupGap / 2' } }

/** The slot of the row, for bars; every row has one. */
export const rowSlot: Json = { field: 'rowIndex', type: 'ordinal', axis: rowAxis, scale: slots }

/** The slot of the row, for bars that not every row has. */
export const everyRowSlot: Json = { ...rowSlot, scale: { ...slots, domain: { expr: 'rowIndexes' } } }

/** The middle of the row's slot. Slots have equal widths, as in a bar chart. */
export const rowMiddle: Json = {
  field: 'rowIndex',
  type: 'quantitative',
  scale: fixedDomain('-0.5', 'count - 0.5'),
  axis: rowAxis,
}

/** The look of point marks. */
export const pointMark: Json = {
  filled: true,
  opacity: 1,
  strokeWidth: 1,
  stroke: { expr: 'backgroundColor' },
}

/** What is before the name of a series at the end of its mark: a square of its color. */
export const labelSquares: Json = {
  ...fromDataset('labelMarkers'),
  mark: { type: 'point', size: 64, xOffset: 14, fill: color, shape: 'square', ...pointMark },
  encoding: { x: rowMiddle, y },
}

/** What is before the name of a series at the end of its line: a thin line that leads to it. A marker would be a value. */
export const labelLeaders: Json = {
  ...fromDataset('labelMarkers'),
  mark: { type: 'rule', stroke: color, strokeWidth: 1, xOffset: 6, x2Offset: 19 },
  encoding: { x: rowMiddle, x2: { field: 'rowIndex' }, y: { ...y, field: 'end' }, y2: { field: 'value' } },
}

/** Names of series beside the ends of their marks. */
export const directLabelLayers = (before: Json): readonly Json[] => [
  before,
  {
    ...fromDataset('labels'),
    mark: {
      type: 'text',
      align: 'left',
      baseline: 'middle',
      dx: { expr: 'labelGap' },
      fontSize: 12,
      color: { expr: 'mutedColor' },
    },
    encoding: { x: rowMiddle, y, text: { field: 'text', type: 'nominal' } },
  },
]

/** Texts of the axes that Vega's own axes have not. */
export const axisTextLayer: Json = {
  ...fromDataset('axisTexts'),
  mark: {
    type: 'text',
    baseline: 'middle',
    fontSize: 11,
    color: { expr: 'mutedColor' },
    align: { expr: 'datum.align' },
    angle: { expr: 'datum.angle' },
  },
  encoding: { x: pixels('x'), y: pixels('y'), text: { field: 'text', type: 'nominal' } },
}

/** The signals of a chart with rows on the horizontal and values on the vertical axis. */
export const cartesianSignals: Json = {
  count: 1,
  yMin: 0,
  yMax: 1,
  yTicks: [],
  yLabels: [],
  xTicks: [],
  xLabels: [],
  labelGap: 10,
  groupGap: 0.24,
  barGap: 0.08,
}
