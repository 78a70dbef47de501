import { describe, expect, test } from 'vitest'
import { formatScreenName, resolveLabels } from '../../src/report/labels.ts'
import { compileOne, plan } from '../support/definitions.ts'

const MARCH = { year: '2025', month: '3' }
const names = (key: string) => {
  const of = resolveLabels(plan(key), MARCH, '2026-11-20')
  return [
    of.tableTitle,
    of.empty,
    of.chartTitle('line'),
    of.chartTitle('pie'),
    of.chartTitle('bar'),
    of.imageName('line'),
    of.imageName('pie'),
    of.imageName('bar'),
    of.workbookName,
  ]
}

test('the unit of a report is after the titles of table and charts, and in no file name', () => {
  const labels = resolveLabels(compileOne({ unit: 'min' }), MARCH, '2026-11-20')
  expect(labels.tableTitle).toBe('Small - Data - 2025 March (min)')
  expect(labels.chartTitle('pie')).toMatch(/^Small - .*2025 March \(min\)$/)
  expect(labels.imageName('pie')).not.toContain('min')
  expect(labels.empty).toBe('No data available for 2025 March')
})

test('many chosen entries are counted in texts and file names, few are named; the names are kept beside', () => {
  const list = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ value: `C${index}`, label: `Country ${index}` }))
  const plan = compileOne({
    selectors: [
      { kind: 'year', options: { fixed: [2025] } },
      {
        kind: 'select',
        name: 'country',
        label: 'Country',
        prompt: 'Choose Countries',
        options: list(5),
        multiple: true,
      },
    ],
    data: { url: '/v1/small/{year}?country={country}' },
    rows: { key: { kind: 'date', field: 'day', label: 'Day' } },
    download: { fileName: 'small_{country:snake}_{countryName:dash}.xlsx' },
  })
  const resolve = (count: number) => {
    const country = list(count).map(({ value }) => value)
    return resolveLabels(plan, { year: '2025', country: country.join(',') }, '')
  }
  expect(resolve(3)).toMatchObject({ period: '2025 Country 0, Country 1, Country 2', counted: [] })
  expect(resolve(4)).toMatchObject({
    tableTitle: 'Small - Data - 2025 4 countries',
    workbookName: 'small_4_countries_4-countries.xlsx',
    counted: [['Country', 'Country 0, Country 1, Country 2, Country 3']],
  })
  expect(resolve(5)).toMatchObject({ period: '2025 all countries' })
  expect(resolve(5).dataCall.query).toEqual({ country: 'C0,C1,C2,C3,C4' })
})

test('a screen is named by its tab and its variant', () => {
  const item = (id: string) => ({ id, label: id.toUpperCase() })
  const tabs = { navigation: 'query' as const, items: [item('a'), item('b')] }
  const variants = [item('x'), item('y')]
  expect(formatScreenName({ tabs, variants }, { tab: 'b', variant: 'x' })).toBe('B, X')
  expect(formatScreenName({ tabs, variants: [] }, { tab: 'a', variant: null })).toBe('A')
  expect(formatScreenName({ tabs: null, variants }, { tab: null, variant: 'y' })).toBe('Y')
  expect(formatScreenName({ tabs: null, variants: [] }, { tab: null, variant: null })).toBeNull()
})

describe('titles, file names and image names (spec 2.19, 9.4, 9.3)', () => {
  test.each<[string, string[]]>([
    [
      'monthly-report/mno-to-routelink',
      [
        'MNO to Routelink - Monthly Report Data - 2025',
        'No data available for 2025',
        'MNO to Routelink - Monthly Daily Average Line Chart - 2025',
        'MNO to Routelink - Annual Distribution Pie Chart - 2025',
        'MNO to Routelink - Monthly Daily Average Bar Chart - 2025',
        'monthly-line-chart-2025',
        'pie-chart-2025',
        'bar-chart-2025',
        'monthly_report_mno_to_routelink_2025.xlsx',
      ],
    ],
    [
      'daily-report-minutes/routelink-to-mno/daily',
      [
        'Routelink to MNO - Daily Minutes Data - 2025 March',
        'No data available for 2025 March',
        'Routelink to MNO - Daily Minutes Line Chart - 2025 March',
        'Routelink to MNO - Monthly Distribution Pie Chart - 2025 March',
        'Routelink to MNO - Daily Minutes Bar Chart - 2025 March',
        'daily-line-chart-2025-March',
        'pie-chart-2025-March',
        'bar-chart-2025-March',
        'daily_report_routelink_to_mno_2025_03.xlsx',
      ],
    ],
    [
      'daily-international-minutes/routelink-to-mno',
      [
        'Routelink to MNO / International Carrier - Daily Minutes Data - 2025 March',
        'No data available for 2025 March',
        'Routelink to MNO / International Carrier - Daily Minutes Line Chart - 2025 March',
        'Routelink to MNO / International Carrier - Monthly Distribution Pie Chart - 2025 March',
        'Routelink to MNO / International Carrier - Daily Minutes Bar Chart - 2025 March',
        'daily-line-chart-2025-March',
        'pie-chart-2025-March',
        'bar-chart-2025-March',
        'routelink_to_mno_international_minutes_2025-03.xlsx',
      ],
    ],
    [
      'daily-local-exchange-traffic',
      [
        'Daily Local Exchange Traffic Data - 2025 March',
        'No data available for 2025 March',
        'Daily Local Exchange Traffic - Daily Minutes Line Chart - 2025 March',
        'Daily Local Exchange Traffic - Monthly Distribution Pie Chart - 2025 March',
        'Daily Local Exchange Traffic - Daily Minutes Bar Chart - 2025 March',
        'daily-line-chart-2025-March',
        'pie-chart-2025-March',
        'bar-chart-2025-March',
        'Local_Exchange_Traffic_2025_3_2026-11-20.xlsx',
      ],
    ],
    [
      'daily-international-exchange-traffic',
      [
        'Daily International Exchange Traffic Data - 2025 March',
        'No data available for 2025 March',
        'Daily International Exchange Traffic - Daily Minutes Line Chart - 2025 March',
        'Daily International Exchange Traffic - Monthly Distribution Pie Chart - 2025 March',
        'Daily International Exchange Traffic - Daily Minutes Bar Chart - 2025 March',
        'daily-line-chart-2025-March',
        'pie-chart-2025-March',
        'bar-chart-2025-March',
        'International_Exchange_Traffic_2025_3_2026-11-20.xlsx',
      ],
    ],
  ])('are filled in for %s', (key, expected) => expect(names(key)).toEqual(expected))
})

describe('request URLs (spec 7.20, 3.7)', () => {
  test.each([
    ['monthly-report/mno-to-routelink', '/v1/monthly-reports/2025/MNO_TO_ROUTELINK', {}],
    ['daily-report-minutes/mno-to-routelink/daily', '/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK', {}],
    [
      'daily-report-minutes/mno-to-routelink/monthly-average',
      '/v1/monthly-reports/2025/MNO_TO_ROUTELINK',
      {},
    ],
    [
      'daily-international-minutes/ida-to-routelink',
      '/v1/international-minutes/ida-to-routelink/2025-03',
      {},
    ],
    ['daily-local-exchange-traffic', '/v1/local-exchange-traffic/2025/3', {}],
    [
      'daily-international-exchange-traffic',
      '/api/international-exchange/data',
      { year: '2025', month: '3' },
    ],
  ])('are filled in for %s', (key, path, query) => {
    expect(resolveLabels(plan(key), MARCH, '2026-11-20').dataCall).toEqual({ path, query })
  })
})
