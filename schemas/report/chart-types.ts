/** The chart types in the order of their buttons. The first is the default. */
export const chartTypeNames = ['line', 'pie', 'bar'] as const

export type ChartType = (typeof chartTypeNames)[number]

/** A value for each chart type, in the order of the types. */
export const mapChartTypes = <V>(getValue: (type: ChartType) => V): Readonly<Record<ChartType, V>> =>
  Object.fromEntries(chartTypeNames.map((type) => [type, getValue(type)])) as Record<ChartType, V>

/** What the rows of a screen are: months of the chosen year, days of the chosen month, or anything else. */
export type Granularity = 'year' | 'month' | 'other'

/** The texts of a chart type that a definition does not set. */
interface ChartTypeTexts {
  /** The button. */
  readonly label: string
  /** The chart in a title, between heading and period. */
  readonly titles: Readonly<Record<Granularity, string>>
  /** The name of a saved image, without period and extension. */
  readonly images: Readonly<Record<Granularity, string>>
}

export const chartTypeTexts = {
  line: {
    label: 'Line',
    titles: {
      year: 'Monthly Daily Average Line Chart',
      month: 'Daily Minutes Line Chart',
      other: 'Line Chart',
    },
    images: { year: 'monthly-line-chart', month: 'daily-line-chart', other: 'line-chart' },
  },
  pie: {
    label: 'Pie',
    titles: {
      year: 'Annual Distribution Pie Chart',
      month: 'Monthly Distribution Pie Chart',
      other: 'Pie Chart',
    },
    images: { year: 'pie-chart', month: 'pie-chart', other: 'pie-chart' },
  },
  bar: {
    label: 'Bar',
    titles: {
      year: 'Monthly Daily Average Bar Chart',
      month: 'Daily Minutes Bar Chart',
      other: 'Bar Chart',
    },
    images: { year: 'bar-chart', month: 'bar-chart', other: 'bar-chart' },
  },
} satisfies { readonly [T in ChartType]: ChartTypeTexts }
