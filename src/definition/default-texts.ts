import type { ChartType } from '../report/plan.ts'

/** The texts of a screen that its definition does not give, by what is chosen there. */
export interface DefaultTexts {
  readonly table: string
  readonly titles: Readonly<Record<ChartType, string>>
  readonly images: Readonly<Record<ChartType, string>>
}

export type Granularity = 'year' | 'month' | 'other'

const titled = (line: string, pie: string, bar: string) => ({
  line: `{heading} - ${line} - {period}`,
  pie: `{heading} - ${pie} - {period}`,
  bar: `{heading} - ${bar} - {period}`,
})

export const getDefaultTexts: Readonly<Record<Granularity, DefaultTexts>> = {
  year: {
    table: '{heading} - Monthly Report Data - {period}',
    titles: titled(
      'Monthly Daily Average Line Chart',
      'Annual Distribution Pie Chart',
      'Monthly Daily Average Bar Chart',
    ),
    images: {
      line: 'monthly-line-chart-{period:dash}',
      pie: 'pie-chart-{period:dash}',
      bar: 'bar-chart-{period:dash}',
    },
  },
  month: {
    table: '{heading} - Daily Minutes Data - {period}',
    titles: titled('Daily Minutes Line Chart', 'Monthly Distribution Pie Chart', 'Daily Minutes Bar Chart'),
    images: {
      line: 'daily-line-chart-{period:dash}',
      pie: 'pie-chart-{period:dash}',
      bar: 'bar-chart-{period:dash}',
    },
  },
  other: {
    table: '{heading} - Data - {period}',
    titles: titled('Line Chart', 'Pie Chart', 'Bar Chart'),
    images: {
      line: 'line-chart-{period:dash}',
      pie: 'pie-chart-{period:dash}',
      bar: 'bar-chart-{period:dash}',
    },
  },
}

/** The level of a screen: months of a chosen year, days of a chosen month, or anything else. */
export function getGranularity(selectors: readonly string[], key: string): Granularity {
  if (!selectors.includes('year')) return 'other'
  if (selectors.includes('month')) return key === 'date' ? 'month' : 'other'
  return key === 'month' ? 'year' : 'other'
}
