/** The chart types, each with the text of its button. */
const chartTypeLabels = {
  line: 'Line',
  pie: 'Pie',
  bar: 'Bar',
  stackedBar: 'Stacked Bar',
  area: 'Area',
  heatMap: 'Heat Map',
} as const

export type ChartType = keyof typeof chartTypeLabels

/** The types of a definition that chooses none. */
export const defaultChartTypes: readonly ChartType[] = ['line', 'pie', 'bar']

export const chartTypeNames = Object.keys(chartTypeLabels) as readonly ChartType[]

/** Returns true for a type of the portal, false for one of a report. */
export const isChartType = (id: string): id is ChartType => Object.hasOwn(chartTypeLabels, id)

/** Returns a value for each chart type, in the order of the types. */
export const mapChartTypes = <V>(
  getValue: (type: ChartType, label: string) => V,
): Readonly<Record<ChartType, V>> =>
  Object.fromEntries(chartTypeNames.map((type) => [type, getValue(type, chartTypeLabels[type])])) as Record<
    ChartType,
    V
  >
