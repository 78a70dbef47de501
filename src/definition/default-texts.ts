import { type ChartType, mapChartTypes } from '../../schemas/report/chart-types.ts'

/** The texts of a screen that its definition does not set. */
interface DefaultTexts {
  readonly tableTitle: string
  readonly empty: string
  readonly labels: Readonly<Record<ChartType, string>>
  readonly titles: Readonly<Record<ChartType, string>>
  readonly images: Readonly<Record<ChartType, string>>
}

/** The default texts, as templates. They say nothing of what the data is about. */
export const defaultTexts: DefaultTexts = {
  tableTitle: '{heading} - Data - {period}',
  empty: 'No data available for {period}',
  labels: mapChartTypes((_, label) => label),
  titles: mapChartTypes((_, label) => `{heading} - ${label} Chart - {period}`),
  images: mapChartTypes((_, label) => `${label.toLowerCase().replace(' ', '-')}-chart-{period:dash}`),
}
