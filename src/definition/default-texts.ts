import {
  type ChartType,
  chartTypeTexts,
  type Granularity,
  mapChartTypes,
} from '../../schemas/report/chart-types.ts'

/** The texts of a screen that its definition does not set. */
export interface DefaultTexts {
  readonly table: string
  readonly labels: Readonly<Record<ChartType, string>>
  readonly titles: Readonly<Record<ChartType, string>>
  readonly images: Readonly<Record<ChartType, string>>
}

const tableTitles: Readonly<Record<Granularity, string>> = {
  year: '{heading} - Monthly Report Data - {period}',
  month: '{heading} - Daily Minutes Data - {period}',
  other: '{heading} - Data - {period}',
}

/** The default texts of a screen, as templates. */
export function getDefaultTexts(granularity: Granularity): DefaultTexts {
  return {
    table: tableTitles[granularity],
    labels: mapChartTypes((type) => chartTypeTexts[type].label),
    titles: mapChartTypes((type) => `{heading} - ${chartTypeTexts[type].titles[granularity]} - {period}`),
    images: mapChartTypes((type) => `${chartTypeTexts[type].images[granularity]}-{period:dash}`),
  }
}

/** The granularity of a screen, by the kinds of its selectors and of its row key. */
export function getGranularity(selectors: readonly string[], key: string): Granularity {
  if (!selectors.includes('year')) return 'other'
  if (selectors.includes('month')) return key === 'date' ? 'month' : 'other'
  return key === 'month' ? 'year' : 'other'
}
