/** The chart types, each with the text of its button. A definition that chooses none has the first three. */
const chartTypeLabels = { line: 'Line', pie: 'Pie', bar: 'Bar' } as const

export type ChartType = keyof typeof chartTypeLabels

export const chartTypeNames = Object.keys(chartTypeLabels) as readonly ChartType[]

/** A value for each chart type, in the order of the types. */
export const mapChartTypes = <V>(
  getValue: (type: ChartType, label: string) => V,
): Readonly<Record<ChartType, V>> =>
  Object.fromEntries(chartTypeNames.map((type) => [type, getValue(type, chartTypeLabels[type])])) as Record<
    ChartType,
    V
  >
