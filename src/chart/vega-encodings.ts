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

/** `formatCompact` as a Vega expression, for series without a format. */
const compactNumber =
  "abs(datum.value) >= 1e6 ? format(datum.value / 1e6, '.1f') + 'M' : " +
  "abs(datum.value) >= 1e3 ? format(datum.value / 1e3, '.0f') + 'K' : datum.value"

const fixedDomain = (low: string, high: string): Json => ({
  domain: [{ expr: low }, { expr: high }],
  nice: false,
  zero: false,
})

export const rowAxis: Json = { grid: false, values: { expr: 'xTicks' }, labelExpr: 'xLabels[datum.value]' }

/** The value on the vertical axis. */
export const y: Json = {
  field: 'value',
  type: 'quantitative',
  stack: null,
  scale: fixedDomain('yMin', 'yMax'),
  axis: { values: { expr: 'yTicks' }, labelExpr: `yLabels ? yLabels[datum.value] : ${compactNumber}` },
}

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

/** The signals of a chart with rows on the horizontal and values on the vertical axis. */
export const cartesianSignals: Json = {
  count: 1,
  yMin: 0,
  yMax: 1,
  yTicks: [],
  yLabels: null,
  xTicks: [],
  xLabels: [],
  labelGap: 10,
  groupGap: 0.24,
  barGap: 0.08,
}
